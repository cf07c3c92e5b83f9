import { expect, test } from 'bun:test'
import { nearest } from '../../src/kernel/spelling/index.ts'

const known = ['type', 'text', 'padding', 'PORT', 'DATA_DIR', 'LOG']

test.each([
  ['a letter too many', 'paddding', 'padding'],
  ['a letter missing', 'DATADIR', 'DATA_DIR'],
  ['a letter wrong', 'tezt', 'text'],
  ['two letters exchanged', 'PROT', 'PORT'],
  ['another case', 'port', 'PORT'],
])('%s is a slip of the hand', (_, typed, meant) => {
  expect(nearest(typed, known)).toBe(meant)
})

test.each(['nope', 'FOO', 'zebra', '', 'x'.repeat(100_000)])('another word is none: %p', (typed) => {
  expect(nearest(typed, known)).toBeUndefined()
})
