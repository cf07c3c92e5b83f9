import { describe, expect, test } from 'bun:test'
import { providerOf } from '../../../../src/deliverability/providers/index.ts'
import type { ProbeOutcome } from '../../../../src/deliverability/smtp/index.ts'
import type { ProberDeps } from '../../../../src/surfaces/verification/probing/index.ts'
import { cleanUp } from '../../../support/clean-up.ts'
import { type MxManner, startMxFarm } from '../../../support/mx-farm.ts'
import { startSocksProxy } from '../../../support/socks-proxy.ts'
import { netOf } from '../../../platform/net/receivers.ts'
import { impatient, mxOf, proberOf, targetOf, wellKnownDns } from './prober-of.ts'

const farm = startMxFarm(2)
const prober = proberOf(farm)

describe('a mailbox', () => {
  const cases: [address: string, outcome: ProbeOutcome, catchAll: boolean | null][] = [
    ['u1@a.test', 'accepted', false],
    ['nobody@a.test', 'not_found', null],
    ['full1@a.test', 'full_inbox', null],
    ['off1@a.test', 'disabled', null],
    ['grey1@a.test', 'greylisted', null],
    ['u1@all.test', 'accepted', true],
    // Of its shape, a word and digits, the server accepts only mailboxes.
    ['u1@words.test', 'accepted', false],
    ['anna@words.test', 'accepted', true],
    ['ü@a.test', 'not_found', null],
  ]
  test.each(cases)('%s is %s', async (address, outcome, catchAll) => {
    const probe = await prober.probe(targetOf(address), mxOf(farm, [0]))
    expect([probe.outcome, probe.catchAll, probe.canConnect, probe.host]).toEqual([
      outcome,
      catchAll,
      true,
      'mx.host0.test',
    ])
  })
  test('comes with what the server said, without an address, and with every step', async () => {
    const probe = await prober.probe(targetOf('nobody@c.test'), mxOf(farm, [0]))
    expect(probe).toMatchObject({ code: 550, enhancedCode: '5.1.1', message: '5.1.1 User unknown' })
    expect(probe.evidence.map(({ check, status }) => `${check} ${status}`)).toEqual([
      'connect pass',
      'banner pass',
      'ehlo pass',
      'rcpt fail',
    ])
    expect(JSON.stringify([probe, prober.logged])).not.toContain('nobody')
  })
  test('that is put off is to be asked for later each time', async () => {
    const later = async (triesBefore: number) =>
      (await prober.probe(targetOf('grey2@a.test'), mxOf(farm, [0]), { triesBefore })).retryAfterMs
    expect([await later(0), await later(1), await later(2), await later(3), await later(4)]).toEqual([
      330_000,
      900_000,
      2_700_000,
      10_800_000,
      undefined,
    ])
  })
  test('is asked for once more than its domain only until the domain is known', async () => {
    const own = startMxFarm(1, { net: 31 })
    const { probe } = proberOf(own)
    for (const address of ['u1@all.test', 'u2@all.test', 'nobody@all.test'])
      expect((await probe(targetOf(address), mxOf(own, [0]))).catchAll).toBe(true)
    expect(own.hosts[0]?.asked).toHaveLength(4)
  })
})

test('a name at random that is called disabled is refused as well: the domain does not take everybody', async () => {
  const answers = { 'RCPT TO:<u1@': '250 ok', RCPT: '550 5.2.1 Mailbox disabled' }
  const own = startMxFarm(1, { net: 48, manner: () => ({ answers }) })
  const probe = await proberOf(own).probe(targetOf('u1@a.test'), mxOf(own, [0]))
  expect([probe.outcome, probe.catchAll]).toEqual(['accepted', false])
})

test('a name at random is asked for once more where the session ended in between', async () => {
  const answers = { 'RCPT TO:<u9@': '250 ok', RCPT: 'close' }
  const own = startMxFarm(2, { net: 46, manner: (index) => (index === 0 ? { maxRecipients: 1 } : { answers }) })
  const ask = async (address: string, index: number) =>
    (await proberOf(own).probe(targetOf(address), mxOf(own, [index]))).catchAll
  expect([await ask('u1@a.test', 0), await ask('u1@all.test', 0), await ask('u9@b.test', 1)]).toEqual([
    false,
    true,
    null,
  ])
  expect(own.hosts.map(({ connections }) => connections)).toEqual([5, 2])
})

describe('servers', () => {
  const cases: [name: string, manner: Partial<MxManner>, outcome: ProbeOutcome][] = [
    ['say nothing', { banner: 'silence' }, 'timeout'],
    ['hang up', { banner: 'close' }, 'dropped'],
    ['speak another protocol', { banner: 'SSH-2.0-OpenSSH_9.6' }, 'dropped'],
    ['send a bomb of lines', { banner: '220-x\r\n'.repeat(500) }, 'dropped'],
    ['send a line without an end', { banner: `220 ${'x'.repeat(200_000)}` }, 'dropped'],
    ['drop at EHLO', { answers: { EHLO: 'close' } }, 'dropped'],
    ['fall silent at RCPT', { answers: { RCPT: 'silence' } }, 'timeout'],
    ['answer RCPT with a bomb', { answers: { RCPT: '250-y\r\n'.repeat(500) } }, 'dropped'],
    ['want TLS and have none', { answers: { MAIL: '530 5.7.0 Must issue a STARTTLS command first' } }, 'tls_failed'],
    [
      'want TLS and do not mean it',
      { extensions: ['STARTTLS'], answers: { MAIL: '530 5.7.0 TLS first', STARTTLS: '220 go\r\n250 injected' } },
      'tls_failed',
    ],
    [
      'want TLS and know no handshake',
      { extensions: ['STARTTLS'], answers: { MAIL: '530 5.7.0 TLS first', STARTTLS: '220 go' } },
      'tls_failed',
    ],
    ['have us on a list', { answers: { MAIL: '550 5.7.1 blocked using zen.spamhaus.org' } }, 'blocked'],
    ['do not like our name', { answers: { EHLO: '550 5.7.1 Helo rejected: bad name', HELO: '550 no' } }, 'bad_helo'],
    ['do not like our sender', { answers: { MAIL: '550 5.1.8 Sender address rejected' } }, 'sender_rejected'],
    ['do not know the domain', { answers: { RCPT: '554 5.7.1 Relay access denied' } }, 'relay_denied'],
    ['have a bad day', { answers: { RCPT: '451 4.3.0 Temporary failure' } }, 'deferred'],
    ['have rules', { answers: { RCPT: '550 5.7.1 not for you' } }, 'policy'],
    ['do not promise', { answers: { RCPT: '252 2.1.5 I will try' } }, 'accepted_unverified'],
    ['know no other letters', { extensions: [] }, 'smtputf8_unsupported'],
  ]
  const odd = startMxFarm(cases.length, { net: 32, manner: (index) => cases[index]?.[1] ?? {} })
  const [patient, quick] = [proberOf(odd), proberOf(odd, { limits: impatient })]

  cases.forEach(([name, , outcome], index) =>
    test(`that ${name}: ${outcome}`, async () => {
      const address = outcome === 'smtputf8_unsupported' ? 'ü@a.test' : 'u1@a.test'
      const requesting = outcome === 'timeout' || name.includes('handshake') ? quick : patient
      const probe = await requesting.probe(
        targetOf(address),
        mxOf(odd, [index], () => `mx.odd${index}.test`),
      )
      expect(probe.outcome).toBe(outcome)
    }),
  )
  test('that drip are waited for no longer than the others', async () => {
    const listener = Bun.listen<{ timer?: Timer }>({
      hostname: '127.44.0.1',
      port: 0,
      socket: {
        open(socket) {
          socket.data = { timer: setInterval(() => socket.write('2'), 20) }
        },
        data: () => undefined,
        close: (socket) => clearInterval(socket.data.timer),
      },
    })
    cleanUp(() => listener.stop(true))
    const mx = { hosts: [{ host: 'mx.drip.test', preference: 1, addresses: ['127.44.0.1'] }] }
    const startedAt = performance.now()
    expect((await proberOf(listener, { limits: impatient }).probe(targetOf('u1@a.test'), mx)).outcome).toBe('timeout')
    expect(performance.now() - startedAt).toBeLessThan(60_000)
  })
  test('whose words say nothing are not believed', async () => {
    const mx = mxOf(farm, [1], () => 'mta5.am0.yahoodns.net')
    expect(await prober.probe(targetOf('u1@yahoo.test'), mx)).toMatchObject({
      outcome: 'accepted_unverified',
      catchAll: null,
    })
  })
  test('of a provider that is no catch-all are not asked for anybody', async () => {
    const own = startMxFarm(1, { net: 33 })
    const mx = mxOf(own, [0], () => 'gmail-smtp-in.l.google.com')
    expect(await proberOf(own).probe(targetOf('u1@gmail.test'), mx)).toMatchObject({
      outcome: 'accepted',
      catchAll: null,
    })
    expect(own.hosts[0]?.asked).toHaveLength(1)
  })
})

describe('the next host', () => {
  const some = startMxFarm(7, {
    net: 34,
    manner: (index) =>
      [
        {},
        { banner: '421 4.3.2 too busy' },
        { banner: 'close' },
        { answers: { RCPT: '450 4.3.0 later' } },
        { answers: { RCPT: '554 5.7.1 Relay access denied' } },
        { answers: { RCPT: '250 ok' } },
        { extensions: ['PIPELINING'] },
      ][index] ?? {},
  })
  const requesting = proberOf(some)
  const outcomeAt = async (...indexes: number[]) =>
    (
      await requesting.probe(
        targetOf('u1@a.test'),
        mxOf(some, indexes, (index) => `mx.next${index}.test`),
      )
    ).outcome

  test('is asked where the first is busy, drops us, or serves others', async () => {
    expect([await outcomeAt(1, 0), await outcomeAt(2, 0), await outcomeAt(4, 0)]).toEqual([
      'accepted',
      'accepted',
      'accepted',
    ])
  })
  test('is asked where nobody listens at the first, or all its addresses are private', async () => {
    const dead = { host: 'mx.dead.test', preference: 1, addresses: ['127.34.9.9', '10.0.0.1'] }
    const { hosts } = mxOf(some, [0], () => 'mx.live.test')
    const probe = await requesting.probe(targetOf('u1@a.test'), { hosts: [dead, ...hosts] })
    expect([probe.outcome, probe.host]).toEqual(['accepted', 'mx.live.test'])
  })
  test('that takes no names in UTF-8 does not speak for one that could not be reached', async () => {
    const dead = { host: 'mx.dead3.test', preference: 1, addresses: ['127.34.9.9'] }
    const { hosts } = mxOf(some, [6], () => 'mx.ascii.test')
    const ask = async (...servers: typeof hosts) =>
      (await requesting.probe(targetOf('grüße@c.test'), { hosts: servers })).outcome
    expect([await ask(...hosts), await ask(dead, ...hosts)]).toEqual(['smtputf8_unsupported', 'refused'])
  })
  test('is not asked once a host has spoken about the mailbox', async () => {
    expect(await outcomeAt(3, 0)).toBe('deferred')
  })
  test('that takes everybody does not make the domain one that does', async () => {
    const { hosts } = mxOf(some, [2, 5], (index) => `mx.backup${index}.test`)
    const probe = await requesting.probe(targetOf('u1@b.test'), { hosts })
    expect([probe.outcome, probe.catchAll]).toEqual(['accepted', true])
    expect(
      (
        await requesting.probe(
          targetOf('u1@b.test'),
          mxOf(some, [0], () => 'mx.backup2.test'),
        )
      ).catchAll,
    ).toBe(false)
  })
  test('is asked first for a while where the first was not there', async () => {
    let tries = 0
    const { connect } = netOf()
    const counting: typeof connect = async (request) => {
      if (request.address === '127.34.9.9') tries++
      return connect(request)
    }
    const { probe } = proberOf(some, { connect: counting })
    const dead = { host: 'mx.never.test', preference: 1, addresses: ['127.34.9.9'] }
    const mx = { hosts: [dead, { ...mxOf(some, [0], () => 'mx.there.test').hosts[0], preference: 9 } as typeof dead] }
    for (const local of ['u1', 'nobody', 'off1'])
      expect((await probe(targetOf(`${local}@n.test`), mx)).canConnect).toBe(true)
    expect(tries).toBe(1)
  })
  test('among equals is the same for a domain each time, and not the same for all', async () => {
    const equals = startMxFarm(3, { net: 45 })
    const { probe } = proberOf(equals, { limits: { probes: Infinity } })
    const at = async (domain: string, order: number[]) => {
      const { hosts } = mxOf(equals, order, (index) => `mx${index}.equal.test`)
      return (await probe(targetOf(`off1@${domain}`), { hosts: hosts.map((host) => ({ ...host, preference: 5 })) }))
        .host
    }
    const domains = Array.from({ length: 40 }, (_, index) => `e${index}.test`)
    const first: (string | undefined)[] = []
    for (const domain of domains) {
      first.push(await at(domain, [0, 1, 2]))
      expect(await at(domain, [2, 0, 1])).toBe(first.at(-1))
    }
    expect(new Set(first).size).toBe(3)
  })
  test('makes no difference where all say the same', async () => {
    expect([await outcomeAt(4, 4), await outcomeAt(1, 1)]).toEqual(['relay_denied', 'deferred'])
  })
})

describe('a session', () => {
  test('is kept for the addresses of all domains of its host, within what servers put up with', async () => {
    const own = startMxFarm(1, { net: 35, manner: () => ({ latencyMs: 2 }) })
    const { probe } = proberOf(own, { limits: { probes: Infinity } })
    const mx = mxOf(own, [0])
    const addresses = Array.from({ length: 60 }, (_, index) => `u${index}@all${index % 6}.test`)
    const probes = await Promise.all(addresses.map((address) => probe(targetOf(address), mx)))
    const [host] = own.hosts
    expect(new Set(probes.map(({ outcome }) => outcome))).toEqual(new Set(['accepted']))
    expect(host?.maxOpen).toBeLessThanOrEqual(2)
    expect(host?.connections).toBeLessThanOrEqual(10)
    const verbs = new Set(host?.commands.map((command) => command.slice(0, 4)))
    expect([...verbs].sort()).toEqual(['EHLO', 'MAIL', 'QUIT', 'RCPT', 'RSET'])
  })
  test('that its server ends is begun anew, and nothing is lost', async () => {
    const own = startMxFarm(1, { net: 36, manner: () => ({ maxRecipients: 3 }) })
    const { probe } = proberOf(own, { limits: { probes: Infinity, catchAllMs: 1e9 } })
    const mx = mxOf(own, [0])
    await probe(targetOf('u0@all.test'), mx)
    const probes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => probe(targetOf(`u${index}@all.test`), mx)),
    )
    expect(probes.map(({ outcome }) => outcome)).toEqual(probes.map(() => 'accepted'))
  })
})

describe('limits', () => {
  test('of sessions and addresses hold for a provider, whatever waits', async () => {
    const own = startMxFarm(2, { net: 37, manner: () => ({ latencyMs: 1 }) })
    const { probe } = proberOf(own, { limits: { probes: 10, windowMs: 250, groupSessions: 3 } })
    // Two hosts of one owner are one group.
    const names = (index: number) => `mx${index}.owner.test`
    const startedAt = performance.now()
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        probe(targetOf(`off${index}@d${index}.test`), mxOf(own, [index % 2], names)),
      ),
    )
    const tookMs = performance.now() - startedAt
    const asked = own.hosts.flatMap((host) => host.asked).sort((one, other) => one - other)
    const crowded = asked.filter((time, index) => (asked[index + 10] ?? Infinity) - time < 250)
    expect([asked.length, crowded.length]).toEqual([40, 0])
    expect(own.hosts.reduce((sum, { maxOpen }) => Math.max(sum, maxOpen), 0)).toBeLessThanOrEqual(3)
    expect(tookMs).toBeGreaterThan(3 * 250 - 40)
    expect(tookMs).toBeLessThan(60_000)
  })
  test('let whoever is waited for go first', async () => {
    const own = startMxFarm(1, { net: 38, manner: () => ({ latencyMs: 2 }) })
    const { probe } = proberOf(own, { limits: { groupSessions: 1 } })
    const order: string[] = []
    const ask = async (address: string, isUrgent: boolean) => {
      await probe(targetOf(address), mxOf(own, [0]), { isUrgent })
      order.push(address)
    }
    const background = Array.from({ length: 8 }, (_, index) => ask(`off${index}@d${index}.test`, false))
    await Promise.all([...background, ask('off9@now.test', true)])
    expect(order.indexOf('off9@now.test')).toBeLessThanOrEqual(1)
  })
  test('on sessions in all hold over many providers', async () => {
    const own = startMxFarm(20, { net: 39, manner: () => ({ latencyMs: 2 }) })
    const { probe } = proberOf(own, { limits: { sessions: 5 } })
    let maxOpen = 0
    const watch = async (index: number) => {
      const mx = mxOf(own, [index % 20], (each) =>
        `mx.p${each}.test`.replace('.p', `.p${each}p`).replace('mx', `mx.own${each}`),
      )
      await probe(targetOf(`off1@d${index}.test`), mx)
      maxOpen = Math.max(
        maxOpen,
        own.hosts.reduce((sum, host) => sum + host.open, 0),
      )
    }
    await Promise.all(Array.from({ length: 60 }, (_, index) => watch(index)))
    expect(maxOpen).toBeLessThanOrEqual(10)
    expect(own.hosts.every(({ asked }) => asked.length === 3)).toBe(true)
  })
})

describe('who blocks us', () => {
  test('before a recipient was named is left alone, and whoever waits is put off', async () => {
    const own = startMxFarm(1, {
      net: 40,
      manner: () => ({ answers: { MAIL: '550 5.7.1 your IP is blocked using spamhaus' } }),
    })
    const requesting = proberOf(own)
    const mx = mxOf(own, [0])
    const first = await requesting.probe(targetOf('u1@a.test'), mx)
    const second = await requesting.probe(targetOf('u1@b.test'), mx)
    expect([first.outcome, second.outcome, own.hosts[0]?.connections]).toEqual(['blocked', 'egress_paused', 1])
    expect(second.retryAfterMs).toBeGreaterThan(29 * 60_000)
    expect(requesting.logged.filter((line) => line.includes('blocks it'))).toHaveLength(1)
  })
  test('at a recipient is one domain, until a second does the same', async () => {
    const own = startMxFarm(1, {
      net: 41,
      manner: () => ({ answers: { 'RCPT TO:<b': '550 5.7.1 you are on our blacklist' } }),
    })
    const { probe } = proberOf(own)
    const ask = async (address: string) => (await probe(targetOf(address), mxOf(own, [0]))).outcome
    expect([await ask('b1@one.test'), await ask('u1@one.test'), await ask('u1@two.test')]).toEqual([
      'blocked',
      'egress_paused',
      'accepted',
    ])
    expect([await ask('b1@three.test'), await ask('u1@four.test')]).toEqual(['blocked', 'egress_paused'])
  })
})

describe('port 25', () => {
  const silent = (index: number, address = `127.0.98.${index}`) => ({
    hosts: [{ host: `mx.silent${index}.test`, preference: 1, addresses: [address] }],
  })
  const timeout = { failure: 'timeout', detail: 'the connection timed out' } as const
  const refused = { failure: 'refused', detail: 'refused' } as const
  const isWellKnown = ({ address }: { address: string }) => address.startsWith('127.0.99.')
  const blocked = 'egress_port25_blocked'
  /** A prober whose connections end as the function says, at a time that the test sets. */
  async function startRequests(connect: ProberDeps['connect'], hasWellKnown = true) {
    const clock = { nowMs: 0 }
    const dns = hasWellKnown ? { dns: await wellKnownDns() } : {}
    const requesting = proberOf({ port: 25 }, { connect, now: () => clock.nowMs, ...dns })
    const ask = async (mx: Parameters<typeof requesting.probe>[1], domain = 'a.test', project = 'prj_a') =>
      (await requesting.probe(targetOf(`u1@${domain}`), mx, { project })).outcome
    return { requesting, ask, clock }
  }

  test('that is blocked is found out with the first host, by well-known ones that are silent too', async () => {
    const connected: string[] = []
    const { ask, requesting } = await startRequests(async ({ address }) => {
      connected.push(address)
      return timeout
    })
    expect(await ask(silent(0))).toBe(blocked)
    expect(connected.toSorted()).toEqual(['127.0.98.0', '127.0.99.1', '127.0.99.2', '127.0.99.3'])
    for (let index = 1; index < 5; index++) expect(await ask(silent(index))).toBe(blocked)
    expect(connected).toHaveLength(4)
    const { retryAfterMs } = await requesting.probe(targetOf('u1@a.test'), silent(9))
    expect(retryAfterMs).toBeLessThanOrEqual(20_000)
    expect(requesting.logged.filter((line) => line.includes('port 25 blocked'))).toHaveLength(1)
  })
  test('is checked before it is used again, and by nobody’s email address', async () => {
    let isOpen = false
    const connected: string[] = []
    const { ask, requesting, clock } = await startRequests(async ({ address }) => {
      connected.push(address)
      return isOpen ? refused : timeout
    })
    expect(await ask(silent(0))).toBe(blocked)
    for (let check = 1; check <= 3; check++) {
      clock.nowMs += 20_001
      expect(await Promise.all([ask(silent(1)), ask(silent(2))])).toEqual([blocked, blocked])
      expect(connected.splice(0).filter((address) => address.startsWith('127.0.98.'))).toEqual(
        check === 1 ? ['127.0.98.0'] : [],
      )
    }
    isOpen = true
    expect(await ask(silent(1))).toBe(blocked)
    clock.nowMs += 20_001
    expect(await ask(silent(1))).toBe('refused')
    expect(requesting.logged.filter((line) => line.includes('open again'))).toHaveLength(1)
  })
  test('is open as long as one well-known host answers, however many others are silent', async () => {
    const checks: string[] = []
    const { ask, clock } = await startRequests(async (request) => {
      if (isWellKnown(request)) checks.push(request.address)
      return request.address === '127.0.99.3' ? refused : timeout
    })
    for (let index = 0; index < 40; index++) expect(await ask(silent(index))).toBe('timeout')
    // And it is not checked again and again.
    expect(checks).toHaveLength(3)
    clock.nowMs += 20_001
    for (let index = 40; index < 80; index++) expect(await ask(silent(index))).toBe('timeout')
    expect(checks).toHaveLength(6)
  })
  test('is not checked for one or two silent operators where somebody was heard lately', async () => {
    let [checks, isOpen] = [0, true]
    const { ask } = await startRequests(async (request) => {
      if (isWellKnown(request)) checks++
      return isOpen ? refused : timeout
    })
    expect(await ask(silent(1))).toBe('refused')
    isOpen = false
    for (const index of [2, 3]) expect(await ask(silent(index))).toBe('timeout')
    expect(await ask(silent(2))).toBe('timeout')
    expect(checks).toBe(0)
    expect(await ask(silent(4))).toBe(blocked)
    expect(checks).toBe(3)
  })
  test('without well-known hosts is not blocked for the silence of strangers', async () => {
    const { ask } = await startRequests(async () => timeout, false)
    for (let index = 0; index < 40; index++) expect(await ask(silent(index))).toBe('timeout')
  })
  test('without well-known hosts is blocked where two independent operators are silent that answered before, until one answers', async () => {
    let isOpen = true
    const { ask, clock } = await startRequests(async () => (isOpen ? refused : timeout), false)
    expect(await ask(silent(1))).toBe('refused')
    expect(await ask(silent(2, '127.0.97.2'), 'b.test', 'prj_b')).toBe('refused')
    isOpen = false
    expect([await ask(silent(4)), await ask(silent(5)), await ask(silent(6))]).toEqual(['timeout', 'timeout', blocked])
    clock.nowMs += 20_001
    // Tried after the pause, for hosts that answered once may be gone for good.
    expect([await ask(silent(7)), await ask(silent(8))]).toEqual([blocked, blocked])
    clock.nowMs += 20_001
    isOpen = true
    expect(await ask(silent(7))).toBe('refused')
  })
  test('without well-known hosts is open where one answers of those that answered before', async () => {
    let isSilent = false
    const { ask } = await startRequests(async ({ address }) => {
      return isSilent && address !== '127.0.98.2' ? timeout : refused
    }, false)
    for (const index of [1, 2, 3]) expect(await ask(silent(index))).toBe('refused')
    isSilent = true
    for (let index = 4; index < 40; index++) expect(await ask(silent(index))).toBe('timeout')
  })
  test('without well-known hosts is blocked where two known providers are silent, as two projects met them', async () => {
    const { ask, clock } = await startRequests(async () => timeout, false)
    const of = (host: string, address = '127.0.98.1') => {
      const hosts = [{ host, preference: 1, addresses: [address] }]
      const provider = providerOf(host)
      return provider === undefined ? { hosts } : { hosts, provider }
    }
    expect(await ask(of('mx00.gmx.net'))).toBe('timeout')
    clock.nowMs += 20_001
    const other = of('mailsec.protonmail.ch', '127.0.97.1')
    expect(await ask(other)).toBe('timeout')
    clock.nowMs += 20_001
    expect(await ask(other, 'b.test', 'prj_b')).toBe(blocked)
    expect(await ask(silent(1))).toBe(blocked)
  })
})

describe('ways out', () => {
  const proxyAt = (port: number) => ({ host: '127.0.0.1', port })

  test('are proxies where there are some, the same one for a domain each time, and all of them in use', async () => {
    const proxies = await Promise.all([startSocksProxy(), startSocksProxy(), startSocksProxy()])
    const { probe } = proberOf(farm, {
      proxies: proxies.map(({ port }) => proxyAt(port)),
      limits: { probes: Infinity },
    })
    const used: number[] = []
    for (let index = 0; index < 120; index++) {
      const before = proxies.map(({ requestedTargets }) => requestedTargets.length)
      await probe(targetOf(`off1@d${index % 60}.test`), mxOf(farm, [0]))
      used.push(proxies.findIndex(({ requestedTargets }, at) => requestedTargets.length > (before[at] ?? 0)))
    }
    expect(used.slice(60)).toEqual(used.slice(0, 60))
    expect(new Set(used)).toEqual(new Set([0, 1, 2]))
    expect(proxies[0]?.requestedTargets[0]).toBe(`${farm.hosts[0]?.address}:${farm.port}`)
  })
  test('that fail are gone around, and the address is asked for all the same', async () => {
    const good = await startSocksProxy()
    const requesting = proberOf(farm, { proxies: [proxyAt(9), proxyAt(good.port)] })
    for (let index = 0; index < 8; index++)
      expect((await requesting.probe(targetOf(`off1@e${index}.test`), mxOf(farm, [1]))).outcome).toBe('disabled')
    expect(requesting.logged.filter((line) => line.includes('bypassed'))).toHaveLength(1)
  })
  test('that all fail put everybody off for a little while', async () => {
    const probe = await proberOf(farm, { proxies: [proxyAt(9)] }).probe(targetOf('u1@a.test'), mxOf(farm, [0]))
    expect(probe.outcome).toBe('egress_paused')
    expect(probe.retryAfterMs).toBeLessThanOrEqual(30_000)
  })
  test('do not lead into networks that are not public, and nobody is asked for the port', async () => {
    const proxy = await startSocksProxy()
    const { probe } = proberOf(farm, { proxies: [proxyAt(proxy.port)] })
    const mx = { hosts: [{ host: 'mx.private.test', preference: 1, addresses: ['10.1.2.3', '169.254.169.254'] }] }
    expect((await probe(targetOf('u1@a.test'), mx)).outcome).toBe('unreachable')
    expect(proxy.requestedTargets).toEqual([])
  })
})

describe('a probe', () => {
  test('ends when it is called off, waiting or running, and the others go on', async () => {
    const own = startMxFarm(1, { net: 42, manner: () => ({ slowMs: 60_000 }) })
    const { probe } = proberOf(own, {
      limits: { groupSessions: 1, timeouts: { bannerMs: 9e3, commandMs: 9e3, recipientMs: 9e3, sessionMs: 9e4 } },
    })
    const abort = new AbortController()
    const mx = mxOf(own, [0])
    const running = probe(targetOf('slow1@a.test'), mx, { signal: abort.signal })
    const waiting = probe(targetOf('slow2@b.test'), mx, { signal: abort.signal })
    const other = probe(targetOf('off1@c.test'), mx)
    setTimeout(() => abort.abort(), 50)
    expect([(await running).outcome, (await waiting).outcome, (await other).outcome]).toEqual([
      'timeout',
      'timeout',
      'disabled',
    ])
    expect((await probe(targetOf('u1@d.test'), mx, { signal: abort.signal })).outcome).toBe('timeout')
  })
  test('does not begin without a full name of ours', async () => {
    for (const helo of ['localhost', 'host', 'box.local', 'a1b2c3d4', '192.0.2.1', '']) {
      const probe = await proberOf(farm, { helo }).probe(targetOf('u1@a.test'), mxOf(farm, [0]))
      expect([probe.outcome, probe.evidence[0]?.detail.includes('SVC_VERIFY_HELO')]).toEqual(['egress_paused', true])
    }
  })
  test('begins with a look at ourselves, once a day, and the log has what others may reject', async () => {
    let [nowMs, audits] = [0, 0]
    const audit = async () => {
      audits++
      return [
        { subject: 'helo', isGood: true, message: 'Good.' },
        { subject: 'reverse_name', isGood: false, message: '192.0.2.9 has no reverse name.' },
      ] as const
    }
    const requesting = proberOf(farm, { audit, now: () => nowMs })
    const ask = () => requesting.probe(targetOf('off1@a.test'), mxOf(farm, [0]))
    await ask()
    await ask()
    expect(audits).toBe(1)
    nowMs = 25 * 3_600_000
    await ask()
    expect(audits).toBe(2)
    const lines = requesting.logged.filter((line) => line.includes('may reject'))
    expect([lines.length, lines[0]?.includes('192.0.2.9 has no reverse name.')]).toEqual([2, true])
  })
  test('without hosts is unreachable', async () => {
    expect((await prober.probe(targetOf('u1@a.test'), { hosts: [] })).outcome).toBe('unreachable')
  })
  test('is put off at the end', async () => {
    const own = startMxFarm(1, { net: 43, manner: () => ({ latencyMs: 5 }) })
    const closing = proberOf(own, { limits: { probes: 1 } })
    const probes = ['u1@a.test', 'u1@b.test', 'u1@c.test'].map((address) =>
      closing.probe(targetOf(address), mxOf(own, [0])),
    )
    await probes[0]
    await closing.close()
    const outcomes = (await Promise.all(probes)).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['accepted', 'egress_paused', 'egress_paused'])
  })
})
