/** How domains are set up, found out from a real name server, resolver and mail servers. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { createLog } from '../../../src/platform/log/index.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import { createNet } from '../../../src/platform/net/index.ts'
import { checkNames } from '../../../src/surfaces/verification/infrastructure/contract.ts'
import { createMailTls } from '../../../src/surfaces/verification/infrastructure/mail-tls.ts'
import { type Measurement, measure } from '../../../src/surfaces/verification/infrastructure/measure.ts'
import { checkSenders } from '../../../src/surfaces/verification/infrastructure/senders.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { startMailFarm, hasFarm } from '../../support/mail-farm/mail-farm.ts'

describe.skipIf(!hasFarm)('of real servers', () => {
  let about: (domain: string) => Measurement

  beforeAll(async () => {
    const { ca, dnsPort, smtpPort } = await startMailFarm()
    const net = createNet({
      dnsServers: [{ host: '127.0.0.1', port: dnsPort }],
      allow: ['127.21.0.0/16'],
      ownAddresses: [],
      log: createLog('error', () => undefined),
      metrics: createMetrics(),
      ca,
    })
    cleanUp(() => net.close())
    const mailTls = createMailTls({ connect: net.connect, helo: 'verify.example.org', port: smtpPort })
    const mayDial = (address: string) => net.policy.evaluate(address) !== 'forbidden'
    about = (domain) => measure({ dns: net.dns, send: net.send, mailTls, mayDial }, domain)
  })

  const codes = async (domain: string, name: (typeof checkNames)[number]) => {
    const { [name]: check } = await about(domain).make([name], [])
    return [check?.state, ...(check?.findings.map(({ code }) => code) ?? [])]
  }

  test('everything about a domain is found at once', async () => {
    const found = await about('normal.test').make(checkNames, ['own', 'lost'])
    expect(found).toMatchObject({
      mx: { state: 'pass', hosts: ['mx.normal.test'] },
      tls: {
        state: 'pass',
        hosts: [
          {
            host: 'mx.normal.test',
            state: 'encrypted',
            protocol: 'TLSv1.3',
            trusted: true,
            certificate: { names: ['mx.normal.test'] },
          },
        ],
      },
      spf: { state: 'pass', record: 'v=spf1 mx include:_spf.normal.test -all', lookups: 2 },
      dkim: {
        state: 'warn',
        keys: [{ selector: 'own', type: 'ed25519', alias: 'key.sender.test' }],
        findings: [{ code: 'dkim.dangling' }],
      },
      dmarc: { state: 'pass', policy: 'quarantine' },
      mta_sts: { state: 'none' },
      dnssec: { state: 'none' },
      dane: { state: 'none', findings: [{ publish: { name: '_25._tcp.mx.normal.test', type: 'TLSA' } }] },
    })
  })
  test('a certificate is of the host that shows it, or it is told whose it is', async () => {
    expect(await codes('catchall.test', 'tls')).toEqual(['warn', 'tls.name'])
    expect(await codes('secret.test', 'tls')).toEqual(['warn', 'tls.name'])
  })
  test('a host that would refuse our mail, that nobody answers for or that is private is not held against a domain', async () => {
    expect(await codes('rbl.test', 'tls')).toEqual(['warn', 'tls.name'])
    expect(await codes('private.test', 'tls')).toEqual(['unmeasured', 'tls.unreached'])
    expect((await codes('down.test', 'tls'))[0]).toBe('pass')
    expect(await codes('nullmx.test', 'tls')).toEqual(['unmeasured', 'tls.no_hosts'])
  })
  test('hosts that are not there are named, and those that anybody may register', async () => {
    expect(await codes('broken.test', 'mx')).toEqual(['warn', 'mx.dangling'])
    expect(await codes('lost.test', 'mx')).toEqual(['fail', 'mx.takeover'])
    expect(await codes('many.test', 'mx')).toContain('mx.none')
    expect(await codes('mxip.test', 'mx')).toEqual(['fail', 'mx.literal', 'mx.none'])
  })
  test('records that lead in a ring end, and names that fail are nobody’s fault', async () => {
    expect((await codes('loop.test', 'spf'))[1]).toBe('spf.loop')
    expect(await codes('x.dead.test', 'spf')).toEqual(['unmeasured', 'spf.dns'])
    expect(await codes('ring.test', 'mx')).toEqual(['unmeasured', 'mx.dns'])
  })
  test('signatures are found good, and certificates the ones that DNS names', async () => {
    expect(await about('signed.test').make(['dnssec', 'dane', 'spf', 'mta_sts'], [])).toMatchObject({
      dnssec: { state: 'pass', findings: [] },
      dane: { state: 'pass', findings: [], record: expect.stringMatching(/^3 1 1 [0-9a-f]{64}$/) },
      spf: { state: 'pass' },
      mta_sts: { state: 'none' },
    })
    expect(await codes('changed.signed.test', 'dane')).toEqual(['fail', 'dane.mismatch'])
  })
  test('SPF says of senders what receivers would', async () => {
    const { resolve } = about('normal.test')
    const found = await checkSenders('normal.test', ['127.21.0.1', '127.21.0.77', '192.0.2.1'], resolve)
    expect(found.map(({ spf }) => [spf.result, spf.term, spf.lookups])).toEqual([
      ['pass', 'mx', 1],
      ['pass', 'include:_spf.normal.test', 2],
      ['fail', '-all', 2],
    ])
  })
})
