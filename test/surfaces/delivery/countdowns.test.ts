import { beforeAll, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import type { ServiceError } from '../../../src/kernel/errors/index.ts'
import { limits } from '../../../src/kernel/limits.ts'
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

test('who asks for the same within a second gets the same picture, and too many others are turned away', async () => {
  const asked: (() => void)[] = []
  const workers = poolOf(<O>() => new Promise<O>((resolve) => asked.push(() => resolve(new Uint8Array(3) as O))))
  let nowMs = 1_000_000
  const draw = createCountdowns(workers, () => nowMs)
  const same = Array.from({ length: 50 }, () => draw({ until: '2099-01-01' }))
  await Promise.resolve()
  expect(asked).toHaveLength(1)
  nowMs += 1000
  const others = Array.from({ length: limits.imageQueue }, (_, size) => draw({ until: '2099-01-01', size }))
  const last = await others.at(-1)?.catch((error: unknown) => error)
  expect((last as ServiceError).apiCode).toBe('IMAGES_BUSY')
  for (const finish of asked) finish()
  expect((await Promise.all(same)).every(({ bytes }) => bytes.length === 3)).toBe(true)
  await Promise.all(others.slice(0, -1))
})
