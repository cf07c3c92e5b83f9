import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type EmailDocument,
  applyOperation,
  findNonTextChanges,
  compareDocuments,
  lockBreaches,
  walkNodes,
} from '../../../src/email/document/index.ts'
import { type RandomChange, documents, operationOf, randomChanges } from './arbitrary.ts'
import { blocks } from './sample.ts'

function edited(start: EmailDocument, list: readonly RandomChange[]): EmailDocument {
  let current = start
  for (const options of list) {
    const applied = applyOperation(current, operationOf(options, current), blocks)
    if ('document' in applied) current = applied.document
  }
  return current
}

/** The document with a lock on every node. */
function frozen(start: EmailDocument): EmailDocument {
  let current = start
  for (const { node } of walkNodes(start)) {
    const lock = { move: true, remove: true, style: true, content: true }
    const applied = applyOperation(current, { op: 'set', id: node.id, props: { lock } }, blocks)
    if ('document' in applied) current = applied.document
  }
  return current
}

/** True if there is something at a JSON Pointer. */
function resolves(document: EmailDocument, path: string): boolean {
  let value: unknown = document
  for (const name of path.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false
    value = (value as Record<string, unknown>)[name]
  }
  return true
}

test('with everything locked, only names, settings and new rows can change', () => {
  let held = 0
  fc.assert(
    fc.property(documents, randomChanges, (start, list) => {
      const from = frozen(start)
      const to = edited(from, list)
      const breaches = lockBreaches(from, to, blocks)
      for (const { path } of breaches) expect(path.startsWith('/rows/') || path.startsWith('/translations/')).toBe(true)
      held += breaches.length
      if (breaches.length > 0) return
      const { added, changed, moved, removed } = compareDocuments(from, to)
      expect([...moved, ...removed]).toEqual([])
      for (const { parent, within } of added) expect(within ?? parent === 'root').toBeTruthy()
      for (const { properties } of changed) expect(properties.map(({ path }) => path)).toEqual(['/name'])
    }),
    { numRuns: 150, seed: 20261121 },
  )
  expect(held).toBeGreaterThan(150)
})

test('without locks nothing is rejected, and every change beyond a text edit has a path in one of the documents', () => {
  fc.assert(
    fc.property(documents, randomChanges, (from, list) => {
      const to = edited(from, list)
      expect(lockBreaches(from, to, blocks)).toEqual([])
      const beyond = findNonTextChanges(from, to, blocks)
      for (const { path } of beyond) {
        expect(resolves(to, path.slice(0, path.lastIndexOf('/'))) || resolves(from, path)).toBe(true)
      }
    }),
    { numRuns: 150, seed: 20261121 },
  )
})
