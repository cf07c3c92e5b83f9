import { describe, expect, test } from 'bun:test'
import { clientNetwork } from '../../../src/platform/net/index.ts'
import { createMemoryLimiter } from '../../../src/platform/http/access/rate-limit.ts'
import { type Counted, createSharedLimiter } from '../../../src/platform/http/access/replica-limit.ts'
import type { Store } from '../../../src/platform/storage/index.ts'
import { addCounts } from '../../../src/platform/http/store.ts'
import { ask, scenarios } from '../../support/scenario.ts'
import { eachDialect, openTestStore } from '../../support/store.ts'
import { createProject, createToy } from './test-surface.ts'

describe('a window in memory', () => {
  test('lets as many calls through as the rate says, then none until it ends', () => {
    const limiter = createMemoryLimiter({ requests: 2, seconds: 10 })
    const seen = [0, 1, 2, 9_999, 10_000].map((at) => limiter.take('a', 5_000 + at))
    expect(seen.map((quota) => [quota.remaining, quota.exceeded])).toEqual([
      [1, false],
      [0, false],
      [0, true],
      [0, true],
      [1, false],
    ])
    expect(seen.map((quota) => quota.resetAt)).toEqual([15, 15, 15, 15, 25])
  })

  test('is each bucket’s own', () => {
    const limiter = createMemoryLimiter({ requests: 1, seconds: 10 })
    expect(limiter.take('a', 0).exceeded).toBe(false)
    expect(limiter.take('b', 0).exceeded).toBe(false)
    expect(limiter.take('a', 0).exceeded).toBe(true)
  })

  test('counts a call as often as its cost says', () => {
    const limiter = createMemoryLimiter({ requests: 5, seconds: 10 })
    expect([2, 2, 2].map((cost) => limiter.take('a', 0, { cost }).exceeded)).toEqual([false, false, true])
  })

  test('has as many buckets as it may: one more drops the one that began first', () => {
    const limiter = createMemoryLimiter({ requests: 1, seconds: 1000 }, { maxBuckets: 3 })
    for (const bucket of ['a', 'b', 'c']) limiter.take(bucket, 0)
    expect(limiter.take('a', 1).exceeded).toBe(true)
    limiter.take('d', 2)
    expect([limiter.take('b', 3).exceeded, limiter.take('a', 3).exceeded]).toEqual([true, false])
  })
})

describe('a client is counted', () => {
  const same: [fact: string, one: string, other: string, isSame: boolean][] = [
    ['by its IPv4 address', '192.0.2.1', '192.0.2.2', false],
    ['by the /64 of its IPv6 address', '2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:fffe', true],
    ['apart from the next /64', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['by its IPv4 address also where the connection is one of IPv6', '::ffff:192.0.2.1', '192.0.2.1', true],
    ['however the address is written', '2001:DB8:0:0:0:0:0:1', '2001:db8::1', true],
    ['without the zone of the address', 'fe80::1%eth0', 'fe80::2', true],
    ['by what stands there, if that is no address', 'unknown', 'other', false],
  ]
  test.each(same)('%s', (_, one, other, isSame) => {
    expect(clientNetwork(one) === clientNetwork(other)).toBe(isSame)
  })
})

eachDialect((_, open) => {
  const addTo = (store: Store) => (counts: readonly Counted[]) => store.tx((db) => addCounts(db, counts))

  test('replicas add up to one slow rate exactly, whichever is asked at the same time', async () => {
    const store = await open()
    const replicas = [0, 1].map(() => createSharedLimiter({ requests: 10, seconds: 86_400 }, addTo(store)))
    const now = Date.now()
    const taken = await Promise.all(Array.from({ length: 14 }, (_, n) => replicas[n % 2]?.take('prj', now)))
    const passed = taken.filter((quota) => quota?.exceeded === false)
    expect(passed.map((quota) => quota?.remaining).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('of a fast rate a replica that was idle knows what the other counted', async () => {
    const store = await open()
    const rate = { requests: 100_000, seconds: 86_400 }
    const reported = Promise.withResolvers<void>()
    const add = async (counts: readonly Counted[]) => {
      const totals = await addTo(store)(counts)
      if (totals.some((total) => total > 5000)) reported.resolve()
      return totals
    }
    // However busy the machine is, a call waits for the other's count rather than go on without it.
    const [a, b] = [0, 1].map(() => createSharedLimiter(rate, add, { timeoutMs: 60_000 }))
    const now = Date.now()
    // More than a twentieth of the rate, which is reported at once.
    for (let n = 0; n < 5002; n++) await a?.take('prj', now)
    await reported.promise
    const left = await b?.take('prj', now)
    expect(left).toMatchObject({ limit: 100_000, exceeded: false })
    expect(left?.remaining).toBeLessThan(95_000)
  })

  test('a storage that does not answer leaves each replica its own count', async () => {
    const silent = createSharedLimiter({ requests: 2, seconds: 86_400 }, () => new Promise(() => {}), { timeoutMs: 1 })
    const now = Date.now()
    const exceeded = []
    for (let n = 0; n < 3; n++) exceeded.push((await silent.take('prj', now)).exceeded)
    expect(exceeded).toEqual([false, false, true])
  })
})

const store = await openTestStore('sqlite')
const project = await createProject(store)
const toy = { ...createToy(store, { apiRateLimit: { requests: 3, seconds: 60 } }), keys: { a: project.key } }

describe('over HTTP', () => {
  scenarios(toy, [
    {
      name: 'every guarded answer says what is left',
      call: 'GET /v1/things/x',
      status: 200,
      answers: {
        'ratelimit-limit': '3',
        'ratelimit-remaining': '2',
        'ratelimit-reset': /^\d{10}$/,
        'ratelimit-policy': '"default";q=3;w=60',
      },
    },
    {
      name: 'wrong input counts too',
      call: 'GET /v1/things?x=1',
      status: 422,
      answers: { 'ratelimit-remaining': '1' },
    },
    {
      name: 'a call without a key does not count',
      call: 'GET /v1/things/x',
      key: null,
      status: 401,
      answers: { 'ratelimit-limit': null },
    },
    { name: 'the last call passes', call: 'GET /v1/things/x', status: 200, answers: { 'ratelimit-remaining': '0' } },
    {
      name: 'the next is 429 and told how long to wait',
      call: 'GET /v1/things/x',
      status: 429,
      body: { code: 'RATE_LIMIT_EXCEEDED' },
      answers: { 'retry-after': /^[1-9]\d?$/, 'ratelimit-remaining': '0' },
    },
  ])

  test('wrong keys from one address end in 429 while right ones pass', async () => {
    const other = createToy(store, { failureRateLimit: { requests: 2, seconds: 60 } })
    const source = { requestIP: () => ({ address: '192.0.2.1' }) }
    const service = { handle: (request: Request) => other.handler.handle(request, source), keys: { a: project.key } }
    const seen = []
    for (const key of [null, `svc_${'1'.repeat(48)}`, 'nonsense', 'a']) {
      const { headers, status } = await ask(service, { call: 'GET /v1/things/x', key })
      seen.push([status, headers.get('ratelimit-remaining'), headers.get('ratelimit-policy')])
    }
    const own = '"failures";q=2;w=60'
    expect(seen).toEqual([
      [401, '1', own],
      [401, '0', own],
      [429, '0', own],
      [200, '599', '"default";q=600;w=60'],
    ])
  })

  test('wrong keys from one IPv6 network are counted together', async () => {
    const other = createToy(store, { failureRateLimit: { requests: 2, seconds: 60 } })
    let last = 0
    const source = { requestIP: () => ({ address: `2001:db8::${++last}` }) }
    const service = { handle: (request: Request) => other.handler.handle(request, source) }
    const statuses = []
    for (let i = 0; i < 3; i++)
      statuses.push((await ask(service, { call: 'GET /v1/things/x', key: 'nonsense' })).status)
    expect(statuses).toEqual([401, 401, 429])
  })

  test('behind a proxy that is trusted each caller has his own wrong keys', async () => {
    const other = createToy(store, {
      failureRateLimit: { requests: 1, seconds: 60 },
      trustedProxies: ['10.0.0.0/8'],
    })
    const source = { requestIP: () => ({ address: '10.0.0.1' }) }
    const service = { handle: (request: Request) => other.handler.handle(request, source) }
    const statuses = []
    for (const caller of ['192.0.2.1', '192.0.2.2', '192.0.2.1']) {
      const headers = { 'x-forwarded-for': caller }
      statuses.push((await ask(service, { call: 'GET /v1/things/x', key: 'nonsense', headers })).status)
    }
    expect(statuses).toEqual([401, 401, 429])
  })
})
