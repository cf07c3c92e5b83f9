/** Images while threads are busy: how many are in memory, and what an overload is reported as. */
import { beforeAll, expect, test } from 'bun:test'
import { OverloadError } from '../../../src/platform/scheduling/index.ts'
import { type TestService, startService } from '../../support/service.ts'
import { poolOf } from '../../support/workers.ts'
import { sendAsset, sendFile } from '../assets/send-file.ts'

const facts = {
  format: 'svg',
  width: 60,
  height: 30,
  orientation: 1,
  frames: 1,
  hasAlpha: true,
  color: 'rgb',
  depth: 8,
}
const svg = (n: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30"><!-- ${n} --></svg>`

let service: TestService
let inspecting = 0
let peak = 0

beforeAll(async () => {
  const workers = poolOf(async <O>(task: string): Promise<O> => {
    if (task !== 'inspectImage') throw new OverloadError('service', 7)
    peak = Math.max(peak, ++inspecting)
    await new Promise((resolve) => setImmediate(resolve))
    inspecting--
    return { facts } as O
  })
  service = await startService({ dialect: 'sqlite', workers })
})

test('of twenty uploads at most four images are in memory to be looked at', async () => {
  const uploads = Array.from({ length: 20 }, (_, n) => sendFile(service, { bytes: svg(n), fileName: `${n}.svg` }))
  const statuses = (await Promise.all(uploads)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([201]))
  expect(peak).toBeLessThanOrEqual(4)
})

test('an SVG that no thread has time for is no invalid transformation', async () => {
  const { url } = await sendAsset(service, { bytes: svg(20), fileName: 'busy.svg' })
  const answer = await service.handle(new Request(`http://localhost${new URL(url).pathname}?w=60&format=png`))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7'])
})
