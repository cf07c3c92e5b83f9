/** The access table names every operation of the source, and no other. */
import { expect, test } from 'bun:test'
import { operationAccess, resources } from '../../src/kernel/access/index.ts'
import { readTree } from './source-tree.ts'

const declared = [...(await readTree('src'))].flatMap(([path, source]) =>
  path.startsWith('surfaces/') || path.startsWith('app/')
    ? Array.from(source.matchAll(/\bid: '([a-z]\w*\.\w+)'/gi), ([, id = '']) => id)
    : [],
)

test('every operation has a line in src/kernel/access/operations.ts', () => {
  expect(declared.length).toBeGreaterThan(100)
  expect(declared.filter((id) => !Object.hasOwn(operationAccess, id))).toEqual([])
})

test('every line of the access table belongs to an operation', () => {
  const known = new Set(declared)
  expect(Object.keys(operationAccess).filter((id) => !known.has(id))).toEqual([])
})

test('every resource of the access table is used', () => {
  const used = new Set<string>(Object.values(operationAccess).map(({ resource }) => resource))
  expect(Object.keys(resources).filter((name) => !used.has(name))).toEqual([])
})
