/** Verdicts about mailboxes of real mail servers: what is said of each is the truth, and nobody is called invalid who is not. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { openBlockLists } from '../../../src/app/block-lists.ts'
import { openProber } from '../../../src/app/probing.ts'
import { assembleVerifier } from '../../../src/app/verification.ts'
import { readAddress } from '../../../src/deliverability/address/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import { createNet } from '../../../src/platform/net/index.ts'
import { type Verifier, createDomainSources, presentResult } from '../../../src/surfaces/verification/index.ts'
import type { Prober } from '../../../src/surfaces/verification/probing/index.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { startMailFarm, hasFarm } from '../../support/mail-farm/mail-farm.ts'
import { until } from '../../support/until.ts'

type Row = [address: string, reachable: string, why: string]
const truth: Row[] = [
  ['alice@normal.test', 'safe', 'mailbox_exists'],
  ['nobody@normal.test', 'invalid', 'not_found'],
  ['full@normal.test', 'risky', 'full_inbox'],
  ['quota@normal.test', 'risky', 'full_inbox'],
  ['disabled@normal.test', 'invalid', 'disabled'],
  ['grüße@normal.test', 'safe', 'mailbox_exists'],
  ['grüße@ascii.test', 'invalid', 'smtputf8_unsupported'],
  ['anything.at.all@catchall.test', 'risky', 'catch_all'],
  ['carol@grey.test', 'invalid', 'not_found'],
  ['alice@tarpit.test', 'safe', 'mailbox_exists'],
  ['alice@secret.test', 'safe', 'mailbox_exists'],
  ['nobody@secret.test', 'invalid', 'not_found'],
  ['alice@rbl.test', 'unknown', 'blocked'],
  ['alice@picky.test', 'unknown', 'sender_rejected'],
  ['alice@failover.test', 'safe', 'mailbox_exists'],
  ['nobody@failover.test', 'invalid', 'not_found'],
  ['alice@down.test', 'safe', 'mailbox_exists'],
  ['alice@implicit.test', 'safe', 'mailbox_exists'],
  ['alice@cname.test', 'safe', 'mailbox_exists'],
  ['alice@nullmx.test', 'invalid', 'null_mx'],
  ['alice@nomail.test', 'invalid', 'no_mx'],
  ['alice@nope.test', 'invalid', 'domain_not_found'],
  ['alice@private.test', 'invalid', 'mx_private_address'],
  ['alice@localmx.test', 'invalid', 'mx_private_address'],
  ['alice@x.dead.test', 'unknown', 'dns_servfail'],
  ['alice@mxip.test', 'invalid', 'no_mx'],
  ['alice@loopmx.test', 'invalid', 'no_mx'],
  ['alice@many.test', 'invalid', 'no_mx'],
  ['alice@ring.test', 'unknown', 'dns_servfail'],
  ['alice@relay.test', 'unknown', 'relay_denied'],
]

describe.skipIf(!hasFarm)('of real mail servers', () => {
  let verifier: Verifier
  let prober: Prober
  let readLog: () => string
  const logged: string[] = []

  beforeAll(async () => {
    const { dnsPort, smtpPort, ...farm } = await startMailFarm()
    readLog = farm.readLog
    const log = createLog('debug', (line) => logged.push(line))
    const metrics = createMetrics()
    const net = createNet({
      dnsServers: [{ host: '127.0.0.1', port: dnsPort }],
      allow: ['127.21.0.0/16'],
      ownAddresses: [],
      log,
      metrics,
    })
    const config = {
      verifyHelo: 'verify.example.org',
      verifyMailFrom: 'probe@verify.example.org',
      verifyProxies: [],
      verifySmtpPort: smtpPort,
      verifyRate: { requests: 1000, seconds: 1 },
      verifyRetries: [330, 900],
      verifyLists: undefined,
      verifyGravatar: undefined,
    }
    prober = openProber({ config, net, log, metrics })
    const blockLists = openBlockLists({ config: { dnsblZones: '', dqsKey: undefined }, dns: net.dns, log })
    verifier = assembleVerifier({
      blockLists,
      config,
      domainSources: createDomainSources(net.send),
      net,
      probe: prober.probe,
      log,
    })
    cleanUp(() => prober.close())
    cleanUp(() => net.close())
  })

  async function verify(text: string) {
    const address = readAddress(text)
    if (!address.valid) throw new Error(address.message)
    const depth = { skipsSmtp: false, includesDomain: false, includesGravatar: false }
    const findings = await verifier.verify(address, depth, AbortSignal.timeout(30_000))
    return presentResult(address, findings, { isCached: false, creditsUsed: 0, showsIntelligence: false })
  }

  test('the verdict about each mailbox is true', async () => {
    const found = await Promise.all(
      truth.map(async ([address]): Promise<Row> => {
        const { reachable, sub_status: why } = await verify(address)
        return [address, reachable, why]
      }),
    )
    expect(found).toEqual(truth)
  })

  test('one that has never seen us puts us off, and takes the address in time', async () => {
    const first = await verify('bob@grey.test')
    expect([first.reachable, first.sub_status, first.retry_after]).toEqual(['unknown', 'greylisted', 330])
    await until(async () => (await verify('bob@grey.test')).sub_status === 'mailbox_exists', 'the end of the greylist')
  })

  test('one that takes two connections at a time is never asked over more', async () => {
    const found = await Promise.all(Array.from({ length: 12 }, () => verify('alice@busy.test')))
    expect(found.map(({ sub_status }) => sub_status)).toEqual(found.map(() => 'mailbox_exists'))
  })

  test('one with the usual patience is asked for many without ever losing it', async () => {
    const addresses = Array.from(
      { length: 100 },
      (_, index) => `${index % 2 === 0 ? 'user' : 'stranger'}${index}@strict.test`,
    )
    const found = await Promise.all(addresses.map(verify))
    const wrong = found.filter(
      ({ sub_status }, index) => sub_status !== (index % 2 === 0 ? 'mailbox_exists' : 'not_found'),
    )
    expect(wrong).toEqual([])
    // It writes what every session requested, such as rcpt=3/8 where five were refused: from the tenth refusal on it is slow.
    const lines = (word: string) =>
      readLog()
        .split('\n')
        .filter((line) => line.includes('strict/') && line.includes(word))
    await until(() => lines('disconnect from').length === lines(': connect from').length, 'the end of its sessions')
    const refusals = lines('disconnect from').map((line) => {
      const [, taken = '0', asked = '0'] = /\brcpt=(\d+)(?:\/(\d+))?/.exec(line) ?? []
      return asked === '0' ? 0 : Number(asked) - Number(taken)
    })
    expect([refusals.length > 5, Math.max(...refusals) > 1, Math.max(...refusals) < 10]).toEqual([true, true, true])
    expect(lines('too many errors')).toEqual([])
  })

  test('no address is in the log', () => {
    expect(logged.filter((line) => /alice|nobody|stranger|grüße/.test(line))).toEqual([])
  })
})
