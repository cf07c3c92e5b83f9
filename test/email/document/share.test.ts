import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { shareUnchanged } from '../../../src/email/document/index.ts'

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
// JSON has no negative zero.
const values = fc.jsonValue().map(copy)

test('equal parts are the same object, and changed parts are new', () => {
  const before = {
    meta: { title: 'A' },
    rows: [
      { id: 'a', text: [1] },
      { id: 'b', text: [2] },
    ],
  }
  const after = copy(before)
  expect(shareUnchanged(before, after)).toBe(before)
  after.rows[1] = { id: 'b', text: [3] }
  const shared = shareUnchanged(before, after)
  expect(shared).toEqual(after)
  expect(shared.meta).toBe(before.meta)
  expect(shared.rows[0]).toBe(before.rows[0] as never)
  expect(shared.rows[1]).not.toBe(before.rows[1] as never)
})

test('items with ids are found at any position', () => {
  const before = { rows: [{ id: 'a' }, { id: 'b', text: 'x' }] }
  const shared = shareUnchanged(before, { rows: [{ id: 'new' }, ...copy(before.rows).toReversed()] } as never)
  expect(shared.rows[1]).toBe(before.rows[1] as never)
  expect(shared.rows[2]).toBe(before.rows[0] as never)
})

test('members in another order are a change', () => {
  expect(JSON.stringify(shareUnchanged({ a: 1, b: 2 }, { b: 2, a: 1 }))).toBe('{"b":2,"a":1}')
})

test('the result is the later value to the byte, and neither value is changed', () => {
  fc.assert(
    fc.property(values, values, (before, after) => {
      const [left, right] = [JSON.stringify(before), JSON.stringify(after)]
      expect(JSON.stringify(shareUnchanged(before, after))).toBe(right)
      expect(shareUnchanged(before, JSON.parse(left))).toBe(before as never)
      expect([JSON.stringify(before), JSON.stringify(after)]).toEqual([left, right])
    }),
    { examples: [[{}, JSON.parse('{"__proto__":0}')]] },
  )
})
