import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Comparison,
  type EmailDocument,
  type Operation,
  applyOperation,
  applyOperations,
  compareDocuments,
  operationsBetween,
  readDocument,
  rebaseOperations,
} from '../../../src/email/document/index.ts'
import { type RandomChange, documents, operationOf, randomChanges } from './arbitrary.ts'
import { blocks } from './sample.ts'

/** The wishes that came true, as they were requested. */
function comeTrue(
  start: EmailDocument,
  list: readonly RandomChange[],
): { operations: Operation[]; document: EmailDocument } {
  let document = start
  const operations: Operation[] = []
  for (const options of list) {
    const operation = operationOf(options, document)
    const applied = applyOperation(document, operation, blocks)
    if ('issues' in applied) continue
    operations.push(operation)
    document = applied.document
  }
  return { operations, document }
}

/** That what happens to the document of the others is what their author wanted, and nothing else. */
function expectOnly(done: Comparison, wanted: Comparison): void {
  const idsOf = (list: readonly { id: string }[]) => new Set(list.map(({ id }) => id))
  const [changed, removed] = [idsOf([...wanted.changed, ...wanted.added]), idsOf(wanted.removed)]
  for (const { id } of done.changed) expect(changed).toContain(id)
  for (const { id } of done.removed) expect(removed).toContain(id)
  expect(done.added.length).toBeLessThanOrEqual(wanted.added.length)
  if (wanted.settings.length === 0) expect(done.settings).toEqual([])
}

describe('operations of two authors', () => {
  test('merge into a valid document or are reported as conflicts, and never fail', () => {
    let [merged, refused] = [0, 0]
    fc.assert(
      fc.property(documents, randomChanges, randomChanges, (base, theirs, mine) => {
        const others = comeTrue(base, theirs)
        const own = comeTrue(base, mine)
        const result = rebaseOperations({ base, since: others.operations, operations: own.operations }, blocks)
        if ('issues' in result) throw new Error(JSON.stringify(result.issues))
        if ('conflicts' in result) {
          refused++
          expect(result.conflicts.length).toBeGreaterThan(0)
          return
        }
        merged++
        const applied = applyOperations(others.document, result.operations, blocks)
        if ('issues' in applied) throw new Error(JSON.stringify(applied.issues))
        expect(applied.document).toEqual(result.document)
        expectOnly(compareDocuments(others.document, result.document), compareDocuments(base, own.document))
        const read = readDocument({ ...applied.document, translations: undefined }, blocks)
        expect(read).toHaveProperty('document')
      }),
      { numRuns: 400, seed: 20261121 },
    )
    expect(merged).toBeGreaterThan(100)
    expect(refused).toBeGreaterThan(20)
  })

  test('stay unchanged when nothing else changed', () => {
    fc.assert(
      fc.property(documents, randomChanges, (base, mine) => {
        const own = comeTrue(base, mine)
        const result = rebaseOperations({ base, since: [], operations: own.operations }, blocks)
        expect('document' in result && operationsBetween(own.document, result.document)).toEqual([])
      }),
      { numRuns: 100, seed: 20261121 },
    )
  })

  test('change nothing when they are sent a second time', () => {
    fc.assert(
      fc.property(documents, documents, (base, other) => {
        const operations = operationsBetween(base, other)
        const result = rebaseOperations({ base, since: operations, operations }, blocks)
        expect(result).toMatchObject({ operations: [] })
      }),
      { numRuns: 100, seed: 20261121 },
    )
  })

  test('on different rows give the same result in either order', () => {
    fc.assert(
      fc.property(documents, randomChanges, randomChanges, (base, one, two) => {
        const ids = base.rows.map(({ id }) => id)
        const within = (list: readonly RandomChange[], rest: number) =>
          comeTrue(
            base,
            list.filter(({ kind }) => kind === 'set'),
          ).operations.filter((operation) => 'id' in operation && ids.indexOf(operation.id) % 2 === rest)
        const [left, right] = [within(one, 0), within(two, 1)]
        const onTop = (since: Operation[], operations: Operation[]) => {
          const result = rebaseOperations({ base, since, operations }, blocks)
          if (!('document' in result)) throw new Error(JSON.stringify(result))
          return result.document
        }
        expect(onTop(left, right)).toEqual(onTop(right, left))
      }),
      { numRuns: 100, seed: 20261121 },
    )
  })
})
