import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Operation, applyOperation, applyOperations, readDocument } from '../../../src/email/document/index.ts'
import { runs } from '../../support/runs.ts'
import { operationOf, rowLists, randomChanges } from './random-operations.ts'
import { blocks, valid } from './sample.ts'

const documents = rowLists.map((rows) => valid({ rows }))

describe('the five operations', () => {
  test('undoing thousands of random operations restores the start, and redoing them the end', () => {
    let applied = 0
    fc.assert(
      fc.property(documents, randomChanges, (start, list) => {
        let current = start
        const done: Operation[] = []
        const undo: Operation[] = []
        for (const options of list) {
          const operation = operationOf(options, current)
          const frozen = JSON.stringify(current)
          const result = applyOperation(current, operation, blocks)
          expect(JSON.stringify(current)).toBe(frozen)
          if ('issues' in result) {
            expect(result.issues.length).toBeGreaterThan(0)
            continue
          }
          applied++
          const back = applyOperation(result.document, result.inverse, blocks)
          expect('document' in back && back.document).toEqual(current)
          // Redoing takes the inverse of the inverse, because ids that were given stay given.
          done.push('inverse' in back ? back.inverse : operation)
          undo.unshift(result.inverse)
          current = result.document
          expect(readDocument(current, blocks)).toEqual({ document: current })
        }
        const undone = applyOperations(current, undo, blocks)
        expect('document' in undone && undone.document).toEqual(start)
        const redone = applyOperations(start, done, blocks)
        expect('document' in redone && redone.document).toEqual(current)
      }),
      { numRuns: runs(1500), seed: 20261121 },
    )
    expect(applied).toBeGreaterThan(2000)
  })
})
