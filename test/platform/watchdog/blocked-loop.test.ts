/** When an event loop counts as blocked, by the ticks of the thread that watches it. */
import { expect, test } from 'bun:test'
import { BlockedLoop } from '../../../src/platform/watchdog/index.ts'

const options = { limitMs: 10_000, tickMs: 250, drainMs: 10_000 }

/** Milliseconds until the loop counts as blocked; undefined where it never does in these ticks. */
function blockedAfter(ticks: Iterable<{ elapsedMs?: number; turns?: boolean; isStopping?: boolean }>) {
  const loop = new BlockedLoop(options)
  let [passedMs, beats] = [0, 1]
  loop.tick({ elapsedMs: 250, beats, isStopping: false })
  for (const { elapsedMs = 250, turns = false, isStopping = false } of ticks) {
    passedMs += elapsedMs
    if (turns) beats++
    if (loop.tick({ elapsedMs, beats, isStopping })) return passedMs
  }
  return undefined
}

const times = <T>(count: number, tick: T): T[] => Array.from({ length: count }, () => tick)

test('a loop that does not turn is blocked once the limit is reached, and not a second before', () => {
  const afterMs = blockedAfter(times(100, {})) ?? 0
  expect(afterMs).toBeGreaterThan(9000)
  expect(afterMs).toBeLessThanOrEqual(10_000)
})

test('a loop that turns once in nine seconds is not blocked', () => {
  const nineSeconds = [...times(36, {}), { turns: true }]
  expect(blockedAfter(times(20, nineSeconds).flat())).toBeUndefined()
})

test('a machine that slept for an hour has not blocked its loop', () => {
  const slept = [{ elapsedMs: 3_600_000 }, {}, { turns: true }]
  expect(blockedAfter(times(20, slept).flat())).toBeUndefined()
})

test('on a machine so busy that the watching thread runs late, late ticks count as two at most', () => {
  const afterMs = blockedAfter(times(100, { elapsedMs: 5000 })) ?? 0
  expect(afterMs).toBeGreaterThanOrEqual(19 * 5000)
})

test('a process that should have ended ten seconds ago is ended after a second of a blocked loop', () => {
  const draining = times(40, { turns: true, isStopping: true })
  const afterMs = blockedAfter([...draining, ...times(10, { isStopping: true })]) ?? 0
  expect(afterMs - 10_000).toBeGreaterThan(0)
  expect(afterMs - 10_000).toBeLessThanOrEqual(1000)
})

test('a process that was told to end drains in peace while its loop turns', () => {
  expect(blockedAfter(times(200, { turns: true, isStopping: true }))).toBeUndefined()
})
