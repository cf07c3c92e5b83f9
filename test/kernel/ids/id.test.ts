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
    // Ids of one process never go back, so this one may be of a later moment than now.
    expect(firstId('event', nowMs + 60_000) > id).toBe(true)
    expect(firstId('event', nowMs - 1) < firstId('event', nowMs)).toBe(true)
  })
  test('of a moment before time began is that of its beginning', () => {
    expect(firstId('event', -5)).toBe(firstId('event', 0))
  })
})
