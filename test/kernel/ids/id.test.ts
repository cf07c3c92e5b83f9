import { describe, expect, test } from 'bun:test'
import { createId, firstId, isId } from '../../../src/kernel/ids/index.ts'

describe('the first id of a moment', () => {
  test('has the shape of an id', () => {
    for (const atMs of [0, 1, Date.now(), 2 ** 49]) expect(isId('event', firstId('event', atMs))).toBe(true)
  })
  test('is no greater than any id made then, and greater than those made before', () => {
    const nowMs = Date.now()
    const id = createId('event', nowMs)
    expect(firstId('event', nowMs) <= id).toBe(true)
    // Ids of one process do not go back by less than hours, so this one may be of a later moment than now.
    expect(firstId('event', nowMs + 60_000) > id).toBe(true)
    expect(firstId('event', nowMs - 1) < firstId('event', nowMs)).toBe(true)
  })
  test('of a moment before time began is that of its beginning', () => {
    expect(firstId('event', -5)).toBe(firstId('event', 0))
  })
})

test('ids after a correction of the clock are of the time that is right', () => {
  const nowMs = Date.now()
  const ahead = createId('event', nowMs + 400 * 86_400_000)
  const corrected = createId('event', nowMs)
  expect(corrected < ahead).toBe(true)
  expect(corrected >= firstId('event', nowMs) && corrected < firstId('event', nowMs + 1)).toBe(true)
})

describe('ids of one moment', () => {
  const valueOf = (id: string) => {
    const digits = Array.from(id.slice(-16), (digit) => BigInt('0123456789abcdefghjkmnpqrstvwxyz'.indexOf(digit)))
    return digits.reduce((sum, digit) => sum * 32n + digit, 0n)
  }
  const nowMs = Date.now()
  const ids = [createId('asset', nowMs), ...Array.from({ length: 5000 }, (_, n) => createId('job', nowMs - (n % 9)))]
  const bodies = ids.map((id) => id.slice(4))

  test('increase, also while the clock stands or goes back', () => {
    expect(bodies).toEqual(bodies.toSorted())
    expect(new Set(bodies).size).toBe(ids.length)
  })
  test('are so far apart, and so unevenly, that one does not tell the next', () => {
    const steps = ids.slice(1).map((id, at) => valueOf(id) - valueOf(ids[at] ?? ''))
    // Of 5,000 random steps of 60 bits none repeats another, and about five are below a thousandth of the range.
    const forward = steps.filter((step) => step > 0n)
    expect(forward.length).toBeGreaterThan(4990)
    expect(new Set(forward).size).toBe(forward.length)
    expect(forward.filter((step) => step < 2n ** 50n).length).toBeLessThan(50)
    for (let bit = 0n; bit < 59n; bit++) {
      const ones = forward.filter((step) => (step >> bit) & 1n).length
      expect(Math.abs(ones - forward.length / 2)).toBeLessThan(forward.length * 0.06)
    }
  })
})
