import { expect, test } from 'bun:test'
import { type EmailDocument, compareDocuments, lockBreaches } from '../../../src/email/document/index.ts'
import { blocks, valid, withBlocks } from './sample.ts'

const start = [0, 1, 2, 3, 4]

function permutations(list: readonly number[]): number[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((first) => permutations(list.filter((one) => one !== first)).map((rest) => [first, ...rest]))
}

/** The longest lists of values that keep their order, found by trying all. */
function maxKeptLength(order: readonly number[]): number[][] {
  const all = Array.from({ length: 2 ** order.length }, (_, mask) => order.filter((_one, at) => (mask >> at) & 1))
  const kept = all.filter((list) => list.every((one, at) => at === 0 || one > (list[at - 1] ?? 0)))
  const maxLength = Math.max(...kept.map((list) => list.length))
  return kept.filter((list) => list.length === maxLength)
}

function inOrder(order: readonly number[], locked?: number): EmailDocument {
  const block = (at: number) => ({
    id: `b${at}`,
    type: 'spacer',
    height: 1,
    ...(at === locked ? { lock: { move: true } } : {}),
  })
  return valid(withBlocks(...order.map(block)))
}

test('the smallest possible set of nodes counts as moved, in every order of five', () => {
  for (const order of permutations(start)) {
    const maxLength = maxKeptLength(order)
    const moved = compareDocuments(inOrder(start), inOrder(order)).moved.map(({ id }) => Number(id.slice(1)))
    expect(maxLength).toContainEqual(order.filter((one) => !moved.includes(one)))
  }
})

test('a locked node violates its lock unless no smallest set of moves contains it, in every order of five', () => {
  for (const order of permutations(start)) {
    const maxLength = maxKeptLength(order)
    for (const locked of start) {
      const breaches = lockBreaches(inOrder(start, locked), inOrder(order, locked), blocks)
      expect(breaches.length > 0).toBe(!maxLength.every((kept) => kept.includes(locked)))
    }
  }
})
