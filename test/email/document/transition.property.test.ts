import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type EmailDocument,
  applyOperation,
  applyOperations,
  compareDocuments,
  operationsBetween,
  readDocument,
} from '../../../src/email/document/index.ts'
import { type RandomChange, documents, operationOf, randomChanges } from './arbitrary.ts'
import { blocks } from './sample.ts'

/** A document after some edits, as a save would keep it. */
function edited(start: EmailDocument, list: readonly RandomChange[]): EmailDocument {
  let current = start
  for (const options of list) {
    const applied = applyOperation(current, operationOf(options, current), blocks)
    if ('document' in applied) current = applied.document
  }
  const read = readDocument(current, blocks)
  return 'document' in read ? read.document : start
}

function expectMode(from: EmailDocument, to: EmailDocument): number {
  const operations = operationsBetween(from, to)
  const there = applyOperations(from, operations, blocks)
  if ('issues' in there) throw new Error(JSON.stringify({ issues: there.issues, operations }))
  expect(there.document).toEqual(to)
  const back = applyOperations(to, there.inverse, blocks)
  if ('issues' in back) throw new Error(JSON.stringify({ issues: back.issues, inverse: there.inverse }))
  expect(back.document).toEqual(from)
  return operations.length
}

describe('the operations between two documents', () => {
  test('transform one into the other and back, after any edits', () => {
    let total = 0
    fc.assert(
      fc.property(documents, randomChanges, (from, list) => {
        total += expectMode(from, edited(from, list))
      }),
      { numRuns: 400, seed: 20261121 },
    )
    expect(total).toBeGreaterThan(400)
  })

  test('transform one into the other and back, even if only ids are common', () => {
    fc.assert(
      fc.property(documents, documents, (from, to) => {
        expectMode(from, to)
      }),
      { numRuns: 500, seed: 20261121 },
    )
  })

  test('are empty exactly when a comparison finds no change', () => {
    fc.assert(
      fc.property(documents, randomChanges, (from, list) => {
        const to = edited(from, list)
        const { added, changed, moved, removed, settings } = compareDocuments(from, to)
        const changes = [added, changed, moved, removed, settings].flat().length
        expect(operationsBetween(from, to).length > 0).toBe(changes > 0)
        expect(operationsBetween(from, structuredClone(from))).toEqual([])
      }),
      { numRuns: 200, seed: 20261121 },
    )
  })
})
