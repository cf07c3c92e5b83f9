/**
 * What the mail hosts of one owner, or the email addresses of one project, do to the others: nothing. Random sets of silent
 * hosts against an oracle, and servers that say that they block us.
 */
import { describe, expect, test } from 'bun:test'
import { providerOf } from '../../../../src/deliverability/providers/index.ts'
import { startMxFarm } from '../../../support/mx-farm.ts'
import { type Random, createRandom } from '../../../support/random.ts'
import { startSocksProxy } from '../../../support/socks-proxy.ts'
import { impatient, mxOf, proberOf, targetOf } from './prober-of.ts'

const timeout = { failure: 'timeout', detail: 'the connection timed out' } as const
const refused = { failure: 'refused', detail: 'refused' } as const
const blockedPort = 'egress_port25_blocked'

/** One address that is verified: through which project, at which domain, and who runs its host in which network. */
interface Verified {
  project: string
  domain: string
  operator: string
  network: number
}

/** A prober whose well-known hosts cannot be found: hosts answer with a refusal until they are silent. */
function startProber() {
  const clock = { nowMs: 0 }
  const state = { isSilent: false }
  const connect = async () => (state.isSilent ? timeout : refused)
  const prober = proberOf({ port: 25 }, { connect, now: () => clock.nowMs })
  const verify = async ({ domain, network, operator, project }: Verified) => {
    // So that no check is left out because one was made a moment ago.
    clock.nowMs += 61_000
    const hosts = [{ host: `mx.${operator}`, preference: 1, addresses: [`127.1.${network}.1`] }]
    return (await prober.probe(targetOf(`u1@${domain}`), { hosts }, { project })).outcome
  }
  return { clock, state, verify }
}

/** The rule, said in another way: two addresses that share neither project, nor registered domain, operator or network. */
function areOfTwo(all: readonly Verified[]): boolean {
  const registered = (domain: string) => domain.split('.').slice(-2).join('.')
  return all.some((a) =>
    all.some(
      (b) =>
        a.project !== b.project &&
        registered(a.domain) !== registered(b.domain) &&
        a.operator !== b.operator &&
        a.network !== b.network,
    ),
  )
}

/** Hosts that were heard, with few values for each property, so that they coincide in all ways. */
function renderSet(random: Random): Verified[] {
  const count = { project: 1 + random.integer(3), domain: 1 + random.integer(4), operator: 1 + random.integer(5) }
  const networks = 1 + random.integer(4)
  return Array.from({ length: 2 + random.integer(10) }, () => {
    const operator = random.integer(count.operator)
    return {
      project: `prj_${random.integer(count.project)}`,
      domain: `s${random.integer(3)}.owner${random.integer(count.domain)}.test`,
      operator: `operator${operator}.test`,
      network: operator % networks,
    }
  })
}

async function rests(set: readonly Verified[], random: Random): Promise<boolean> {
  const { clock, state, verify } = startProber()
  for (const each of set) expect(await verify(each)).toBe('refused')
  state.isSilent = true
  // Nobody was heard lately, so that the silence of one is enough for a check.
  clock.nowMs += 11 * 60_000
  const outcomes: string[] = []
  for (let at = 0; at < set.length + 3; at++) outcomes.push(await verify(random.pick(set)))
  return outcomes.includes(blockedPort)
}

describe('silent hosts that answered before', () => {
  test('pause verification only where two of them share no project, domain, operator or network', async () => {
    const random = createRandom(17)
    let paused = 0
    for (let round = 0; round < 150; round++) {
      const set = renderSet(random)
      const isPaused = await rests(set, random)
      expect({ set, isPaused }).toEqual({ set, isPaused: areOfTwo(set) })
      if (isPaused) paused++
    }
    expect(paused).toBeWithin(15, 135)
  })

  test.each([
    ['one project', { project: 'prj_1' }],
    ['one registered domain', { domain: 'mx.mallory.test' }],
    ['one operator', { operator: 'mallory.test', network: 7 }],
    ['one network', { network: 7 }],
  ])('of %s never do, however many there are', async (_of, shared) => {
    const { state, verify } = startProber()
    const set = Array.from({ length: 30 }, (_, at): Verified => ({
      project: `prj_${at}`,
      domain: `owner${at}.test`,
      operator: `operator${at}.test`,
      network: at,
      ...shared,
    }))
    for (const each of set) expect(await verify(each)).toBe('refused')
    state.isSilent = true
    for (const each of set) expect(await verify(each)).toBe('timeout')
  })

  test('of one project do not hide that hosts of others answer', async () => {
    const received: string[] = []
    let isSilent = false
    const connect = async ({ address }: { address: string }) => {
      received.push(address)
      return isSilent && address !== '127.1.200.1' ? timeout : refused
    }
    const clock = { nowMs: 0 }
    const { probe } = proberOf({ port: 25 }, { connect, now: () => clock.nowMs })
    const ask = async (project: string, at: number) => {
      clock.nowMs += 61_000
      const hosts = [{ host: `mx.owner${at}.test`, preference: 1, addresses: [`127.1.${at}.1`] }]
      return (await probe(targetOf(`u1@owner${at}.test`), { hosts }, { project })).outcome
    }
    await ask('prj_honest', 200)
    for (let at = 0; at < 20; at++) await ask('prj_mallory', at)
    isSilent = true
    received.length = 0
    for (let at = 0; at < 4; at++) expect(await ask('prj_mallory', at)).toBe('timeout')
    expect(received).toContain('127.1.200.1')
  })
})

describe('servers that say that they block us', () => {
  const google = 'gmail-smtp-in.l.google.com'
  const blocking = () => ({ banner: '554 5.7.1 your IP is blocked using spamhaus' })
  const start = (net: number) => {
    const farm = startMxFarm(3, { net, manner: (index) => (index === 0 ? blocking() : {}) })
    const at = (name: string, index: number, preference = 1) => ({
      host: name,
      preference,
      addresses: [index < 0 ? `127.${net}.9.9` : (farm.hosts[index]?.address ?? '')],
    })
    return { at, prober: proberOf(farm, { limits: impatient }) }
  }

  test.each([
    ['before those of a provider', 0],
    ['behind those of a provider', 1],
  ])('and are named %s block nobody there', async (_where, order) => {
    const { at, prober } = start(81 + order)
    const provider = providerOf(google)
    for (let index = 0; index < 3; index++) {
      const own = `mx.mallory${index}.test`
      // The first is not there, so that the other one is queried.
      const hosts = order === 0 ? [at(own, 0), at(google, 1, 2)] : [at(google, -1), at(own, 0, 2)]
      const evil = { hosts, ...(provider === undefined ? {} : { provider }) }
      expect((await prober.probe(targetOf(`u1@m${index}.test`), evil, { project: 'prj_m' })).outcome).toBe('blocked')
    }
    const good = { hosts: [at(google, 1)], ...(provider === undefined ? {} : { provider }) }
    for (const project of ['prj_m', 'prj_a'])
      expect((await prober.probe(targetOf('nobody@good.test'), good, { project })).outcome).toBe('not_found')
  })

  test('are left alone by the project that met them, and by all once another one met them at another domain', async () => {
    const farm = startMxFarm(1, { net: 83, manner: blocking })
    const { probe } = proberOf(farm)
    const ask = async (domain: string, project: string) =>
      (
        await probe(
          targetOf(`u1@${domain}`),
          mxOf(farm, [0], () => 'mx.operator.test'),
          { project },
        )
      ).outcome
    expect(await ask('one.test', 'prj_a')).toBe('blocked')
    // The domain is known to block, and the project asks nobody else there.
    expect([await ask('one.test', 'prj_b'), await ask('two.test', 'prj_a')]).toEqual(['egress_paused', 'egress_paused'])
    expect(await ask('two.test', 'prj_b')).toBe('blocked')
    expect(await ask('three.test', 'prj_c')).toBe('egress_paused')
    expect(farm.hosts[0]?.connections).toBe(2)
  })
})

describe('a proxy that answers that it failed', () => {
  test('is not left alone for the hosts of one owner, and the address goes another way', async () => {
    const farm = startMxFarm(1, { net: 84 })
    const failing = await startSocksProxy({ reply: 1 })
    const good = await startSocksProxy()
    const proxyAt = (port: number) => ({ host: '127.0.0.1', port })
    const requesting = proberOf(farm, { proxies: [proxyAt(failing.port), proxyAt(good.port)] })
    const ask = async (domain: string, project: string) =>
      (await requesting.probe(targetOf(`off1@${domain}`), mxOf(farm, [0]), { project })).outcome
    for (let at = 0; at < 12; at++) expect(await ask(`mx${at}.mallory.test`, 'prj_m')).toBe('disabled')
    expect(failing.randomChanges.length).toBeGreaterThan(1)
    expect(requesting.logged.filter((line) => line.includes('goes around'))).toEqual([])
    const alone = proberOf(farm, { proxies: [proxyAt(failing.port)] })
    const probe = await alone.probe(targetOf('off1@a.test'), mxOf(farm, [0]))
    expect([probe.outcome, (probe.retryAfterMs ?? Infinity) <= 30_000]).toEqual(['egress_paused', true])
  })
})
