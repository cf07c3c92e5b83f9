/** Lock order is a rule: the audit chain is appended by one last step of transactions, and nobody else locks or appends. */
import { expect, test } from 'bun:test'
import { readTree } from './source-tree.ts'

const tree = await readTree('src')

function filesWith(pattern: RegExp): string[] {
  return [...tree].flatMap(([path, source]) => (pattern.test(source) ? [path] : [])).toSorted()
}

test('rows of the audit log are inserted in one place, by the last step', () => {
  expect(filesWith(/\binsert(?:<[^>]*>)?\([^)]*auditLog|insert into audit_log|preparedInsert\([^)]*auditLog/i)).toEqual(
    ['platform/audit/store.ts'],
  )
  expect(filesWith(/\binsertAudits?\b/)).toEqual(['platform/audit/audit.ts', 'platform/audit/store.ts'])
  expect(tree.get('platform/audit/audit.ts')?.match(/(?<!function )\bappend(?:All)?\(/g)).toEqual(['append('])
  expect(filesWith(/addLast\(appendAll\b/)).toEqual(['platform/audit/audit.ts'])
})

test('the lock of the chain is taken in one place besides that of the anchors', () => {
  expect(filesWith(/\b(?:lockChain|lockedHead)\b/)).toEqual([
    'platform/audit/anchors.ts',
    'platform/audit/audit.ts',
    'platform/audit/store.ts',
  ])
  expect(tree.get('platform/audit/anchors.ts')?.match(/lockChain\(db, [^)]*\)/g)).toEqual(["lockChain(db, 'anchors')"])
})
