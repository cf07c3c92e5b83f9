import { describe, expect, test } from 'bun:test'
import { createPartitions } from '../../../src/surfaces/webhooks/sending/partitions.ts'

const start = 1_795_000_000_000
const hook = { id: 'whk_a', revision: 1 }
const usual = { pausedUntil: null, concurrency: null }

function startPartitions() {
  let isNarrow = false
  const partitions = createPartitions({ isNarrow: () => isNarrow })
  return {
    partitions,
    narrow: (value: boolean) => void (isNarrow = value),
    fail: (count: number, at = start) => {
      for (let i = 0; i < count; i++) partitions.record(hook, { at, isFailure: true })
    },
  }
}

describe('a lane', () => {
  test('is told its state at first, and then only what changes', () => {
    const { partitions, narrow, fail } = startPartitions()
    expect(partitions.changedState(hook.id, start)).toBeUndefined()
    partitions.record(hook, { at: start, isFailure: false })
    expect(partitions.changedState(hook.id, start)).toEqual(usual)
    expect(partitions.changedState(hook.id, start)).toBeUndefined()
    narrow(true)
    expect(partitions.changedState(hook.id, start)).toEqual({ pausedUntil: null, concurrency: 1 })
    fail(10)
    expect(partitions.changedState(hook.id, start)).toEqual({ pausedUntil: start + 30_000, concurrency: 1 })
    narrow(false)
    expect(partitions.changedState(hook.id, start + 30_000)).toBeUndefined()
    partitions.record(hook, { at: start + 30_000, isFailure: false })
    expect(partitions.changedState(hook.id, start + 30_000)).toEqual(usual)
  })
  test('is told again what it was told in a transaction that failed', () => {
    const { partitions, fail } = startPartitions()
    fail(10)
    const news = partitions.changedState(hook.id, start)
    expect(partitions.changedState(hook.id, start)).toBeUndefined()
    partitions.invalidate(hook.id)
    expect(partitions.changedState(hook.id, start)).toEqual(news)
  })
  test('waits while its breaker is open, and begins anew when somebody changes the subscription', () => {
    const { partitions, fail } = startPartitions()
    fail(10)
    expect(partitions.waitMs(hook, start + 1000)).toBe(29_000)
    expect(partitions.waitMs(hook, start + 30_000)).toBe(0)
    fail(1, start + 30_000)
    expect(partitions.waitMs(hook, start + 30_000)).toBe(60_000)
    const changed = { ...hook, revision: 2 }
    expect(partitions.waitMs(changed, start + 30_000)).toBe(0)
    expect(partitions.changedState(hook.id, start + 30_000)).toEqual(usual)
  })
  test('is held while slow receivers have all they may have', () => {
    const { partitions } = startPartitions()
    partitions.record(hook, { at: start, isFailure: false })
    partitions.pauseUntil(hook.id, start + 5000)
    expect(partitions.changedState(hook.id, start)).toEqual({ pausedUntil: start + 5000, concurrency: null })
    expect(partitions.changedState(hook.id, start + 5000)).toEqual(usual)
  })
  test('takes nothing more after its receiver said so', () => {
    const { partitions } = startPartitions()
    partitions.close(hook)
    expect(partitions.waitMs(hook, start)).toBeUndefined()
  })
})
