import { describe, expect, test } from 'bun:test'
import { createLanes } from '../../../src/surfaces/webhooks/sending/lanes.ts'

const start = 1_795_000_000_000
const hook = { id: 'whk_a', revision: 1 }
const usual = { pausedUntil: null, concurrency: null }

function startLanes() {
  let isNarrow = false
  const lanes = createLanes({ isNarrow: () => isNarrow })
  return {
    lanes,
    narrow: (value: boolean) => void (isNarrow = value),
    fail: (count: number, at = start) => {
      for (let i = 0; i < count; i++) lanes.record(hook, { at, isFailure: true })
    },
  }
}

describe('a lane', () => {
  test('is told its state at first, and then only what changes', () => {
    const { lanes, narrow, fail } = startLanes()
    expect(lanes.newsOf(hook.id, start)).toBeUndefined()
    lanes.record(hook, { at: start, isFailure: false })
    expect(lanes.newsOf(hook.id, start)).toEqual(usual)
    expect(lanes.newsOf(hook.id, start)).toBeUndefined()
    narrow(true)
    expect(lanes.newsOf(hook.id, start)).toEqual({ pausedUntil: null, concurrency: 1 })
    fail(10)
    expect(lanes.newsOf(hook.id, start)).toEqual({ pausedUntil: start + 30_000, concurrency: 1 })
    narrow(false)
    expect(lanes.newsOf(hook.id, start + 30_000)).toBeUndefined()
    lanes.record(hook, { at: start + 30_000, isFailure: false })
    expect(lanes.newsOf(hook.id, start + 30_000)).toEqual(usual)
  })
  test('is told again what it was told in a transaction that failed', () => {
    const { lanes, fail } = startLanes()
    fail(10)
    const news = lanes.newsOf(hook.id, start)
    expect(lanes.newsOf(hook.id, start)).toBeUndefined()
    lanes.forget(hook.id)
    expect(lanes.newsOf(hook.id, start)).toEqual(news)
  })
  test('waits while its breaker is open, and begins anew when somebody changes the subscription', () => {
    const { lanes, fail } = startLanes()
    fail(10)
    expect(lanes.waitMs(hook, start + 1000)).toBe(29_000)
    expect(lanes.waitMs(hook, start + 30_000)).toBe(0)
    fail(1, start + 30_000)
    expect(lanes.waitMs(hook, start + 30_000)).toBe(60_000)
    const changed = { ...hook, revision: 2 }
    expect(lanes.waitMs(changed, start + 30_000)).toBe(0)
    expect(lanes.newsOf(hook.id, start + 30_000)).toEqual(usual)
  })
  test('is held while slow receivers have all they may have', () => {
    const { lanes } = startLanes()
    lanes.record(hook, { at: start, isFailure: false })
    lanes.hold(hook.id, start + 5000)
    expect(lanes.newsOf(hook.id, start)).toEqual({ pausedUntil: start + 5000, concurrency: null })
    expect(lanes.newsOf(hook.id, start + 5000)).toEqual(usual)
  })
  test('takes nothing more after its receiver said so', () => {
    const { lanes } = startLanes()
    lanes.close(hook)
    expect(lanes.waitMs(hook, start)).toBeUndefined()
  })
})
