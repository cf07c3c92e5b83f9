import { beforeAll, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { type ServiceError, fail } from '../../../src/kernel/errors/index.ts'
import { limits } from '../../../src/kernel/limits.ts'
import type { WorkerPool } from '../../../src/platform/jobs/index.ts'
import type { WorkContext } from '../../../src/platform/scheduling/index.ts'
import { createCountdowns } from '../../../src/surfaces/delivery/index.ts'
import { scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { poolOf } from '../../support/workers.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ dialect: 'sqlite' })
})

const until = 'until=2099-01-31T18%3A00%3A00Z'

describe('a countdown on the CDN host', () => {
  scenarios(
    () => service,
    [
      {
        name: 'is a picture that nobody keeps while it runs',
        call: `GET /cdn/countdown.gif?${until}&color=ffffff&background=334455&size=20&labels=Days,Hours&expired=Over`,
        key: null,
        status: 200,
        answers: {
          'content-type': 'image/gif',
          'cache-control': 'no-cache, max-age=0',
          'x-content-type-options': 'nosniff',
          'content-security-policy': /sandbox/,
        },
      },
      {
        name: 'and may be kept a while once it is over',
        call: 'GET /cdn/countdown.gif?until=2020-01-01',
        key: null,
        status: 200,
        answers: { 'cache-control': 'public, max-age=300' },
      },
      {
        name: 'needs a moment',
        call: 'GET /cdn/countdown.gif?until=%7B%7B%20date%20%7D%7D',
        key: null,
        status: 422,
        body: { issues: [{ path: '/until' }] },
        answers: { 'cache-control': 'no-store' },
      },
      {
        name: 'at all',
        call: 'GET /cdn/countdown.gif',
        key: null,
        status: 422,
        body: { issues: [{ path: '/until' }] },
      },
      { name: 'has four boxes at most', call: `GET /cdn/countdown.gif?${until}&labels=a,b,c,d,e`, status: 422 },
      { name: 'with short words', call: `GET /cdn/countdown.gif?${until}&labels=${'a'.repeat(41)}`, status: 422 },
      { name: 'is not huge', call: `GET /cdn/countdown.gif?${until}&size=97`, status: 422 },
      { name: 'takes colours alone', call: `GET /cdn/countdown.gif?${until}&color=%22/%3E`, status: 422 },
      { name: 'and not the same twice', call: `GET /cdn/countdown.gif?${until}&size=20&size=30`, status: 422 },
      { name: 'minds nothing that mailing systems add', call: `GET /cdn/countdown.gif?${until}&utm_id=1`, status: 200 },
    ],
  )

  test('is as wide as it is asked for', async () => {
    const answer = await service.handle(new Request(`http://localhost/cdn/countdown.gif?${until}&size=28`))
    const { width, pages } = await sharp(await answer.bytes(), { animated: true }).metadata()
    expect([width, pages]).toEqual([28 * 24, 60])
  })
})

/** Workers that render when the test says so. */
function heldWorkers() {
  const held: { input: { nowMs: number }; finish: () => void; signal: AbortSignal | undefined }[] = []
  const workers: WorkerPool = {
    ...poolOf(() => Promise.reject(new Error('not used'))),
    forCaller: (context) => ({
      context,
      runInWorker: () => Promise.reject(new Error('not used')),
      runEmitting: () => Promise.reject(new Error('not used')),
      runWithin: <O>(_ms: number, _task: string, input: unknown) =>
        new Promise<O>((resolve) =>
          held.push({
            input: input as { nowMs: number },
            finish: () => resolve(new Uint8Array(3) as O),
            signal: context.signal,
          }),
        ),
    }),
  }
  return { held, workers }
}

const anonymous: WorkContext = { partition: { kind: 'anonymous' } }
const end = Date.parse('2099-01-01T00:00:00Z')

describe('a countdown', () => {
  test('is rendered once for everyone who asks while its minutes are the same', async () => {
    const { held, workers } = heldWorkers()
    let nowMs = end - 3 * 60_000 - 59_000
    let taken = 0
    const render = createCountdowns(workers, () => nowMs)
    const client = { context: anonymous, takeRender: () => void taken++ }
    const ask = () => render({ until: '2099-01-01' }, client)
    const same = Array.from({ length: 50 }, ask)
    await Promise.resolve()
    expect([held.length, taken]).toEqual([1, 1])
    held[0]?.finish()
    await Promise.all(same)
    nowMs = end - 3 * 60_000
    await ask()
    expect([held.length, taken]).toEqual([1, 1])
    nowMs += 1000
    const next = ask()
    await Promise.resolve()
    expect([held.length, taken]).toEqual([2, 2])
    held[1]?.finish()
    await next
    expect(held.map(({ input }) => (end - input.nowMs) / 1000)).toEqual([239, 179])
  })

  test('with seconds is rendered more often in its last minute, and once when it has ended', async () => {
    const { held, workers } = heldWorkers()
    let nowMs = 0
    const render = createCountdowns(workers, () => nowMs)
    for (const left of [130, 75, 61, 60, 55, 42, 41, 3, 1, 0, -5, -100]) {
      nowMs = end - left * 1000
      const answer = render({ until: '2099-01-01' }, { context: anonymous })
      await Promise.resolve()
      for (const { finish } of held) finish()
      await answer
    }
    expect(held.map(({ input }) => (end - input.nowMs) / 1000)).toEqual([179, 119, 69, 59, 49, 9, 0])
  })

  test('whose client has had too many rendered is refused, unless it is cached', async () => {
    const { held, workers } = heldWorkers()
    const render = createCountdowns(workers, () => 0)
    const cached = render({ until: '2099-01-01' }, { context: anonymous })
    held[0]?.finish()
    await cached
    const client = { context: anonymous, takeRender: () => fail('RATE_LIMIT_EXCEEDED') }
    expect((await render({ until: '2099-01-01' }, client)).bytes).toHaveLength(3)
    const refused = await render({ until: '2099-01-02' }, client).catch((error: unknown) => error)
    expect((refused as ServiceError).apiCode).toBe('RATE_LIMIT_EXCEEDED')
    expect(held).toHaveLength(1)
  })

  test('is not rendered any more when everyone who waited for it is gone', async () => {
    const { held, workers } = heldWorkers()
    const render = createCountdowns(workers, () => 0)
    const [one, other] = [new AbortController(), new AbortController()]
    const all = Promise.allSettled([
      render({ until: '2099-01-01' }, { context: { ...anonymous, signal: one.signal } }),
      render({ until: '2099-01-01' }, { context: { ...anonymous, signal: other.signal } }),
    ])
    one.abort()
    await Promise.resolve()
    expect(held[0]?.signal?.aborted).toBe(false)
    other.abort()
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(held[0]?.signal?.aborted).toBe(true)
  })
})

describe('an anonymous client', () => {
  let limited: TestService
  beforeAll(async () => {
    limited = await startService({
      dialect: 'sqlite',
      environment: { SVC_CDN_RATE_LIMIT: `${limits.cdnRenders}/3600` },
    })
  })
  // One that has ended is the same at any time.
  const from =
    (address: string) =>
    (query: string, headers: Record<string, string> = {}) =>
      limited.handle(
        new Request(`http://localhost/cdn/countdown.gif?until=2020-01-01&size=16&labels=D&${query}`, { headers }),
        { requestIP: () => ({ address }) },
      )
  const allowed = limits.cdnRenders / limits.cdnCountdownCost
  const colors = Array.from({ length: allowed }, (_, i) => `background=${String(i).padStart(6, '0')}`)

  test('has so many countdowns rendered, then 429; what is cached it still gets, and others are not concerned', async () => {
    const [client, network, other] = [from('2001:db8::1'), from('2001:db8::2'), from('2001:db8:0:1::1')]
    for (const color of colors) expect((await client(color)).status).toBe(200)
    const refused = await network('background=ffffff')
    expect([refused.status, (await refused.json()) as object]).toMatchObject([429, { code: 'RATE_LIMIT_EXCEEDED' }])
    expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 3603)
    expect(refused.headers.get('cache-control')).toBe('no-store')
    const cached = await network(colors[0] ?? '')
    expect(cached.status).toBe(200)
    const etag = cached.headers.get('etag') ?? ''
    expect((await network(colors[0] ?? '', { 'if-none-match': etag })).status).toBe(304)
    expect((await other('background=ffffff')).status).toBe(200)
  })
})
