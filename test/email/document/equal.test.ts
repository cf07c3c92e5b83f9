import { expect, test } from 'bun:test'
import { isEqual } from '../../../src/email/document/index.ts'

test.each([
  [1, 1],
  ['a', 'a'],
  [null, null],
  [
    { a: 1, b: [1, { c: 2 }] },
    { b: [1, { c: 2 }], a: 1 },
  ],
  [[], []],
])('%j equals %j', (a, b) => expect(isEqual(a, b)).toBe(true))

test.each([
  [1, '1'],
  [null, undefined],
  [null, {}],
  [[], {}],
  [{}, []],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], [1, 2]],
  [{ a: 1 }, { a: 1, b: undefined }],
  [{ a: undefined }, { b: undefined }],
  [{ toString: 1 }, {}],
])('%j differs from %j', (a, b) => expect(isEqual(a, b)).toBe(false))
