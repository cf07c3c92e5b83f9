/** Keeps a change within what its author may do, and within what the document itself locks; anyone who makes it, and how. */
import { blockTypes } from '../../../../email/blocks/index.ts'
import { type EmailDocument, type Operation, beyondTextEdit, lockBreaches } from '../../../../email/document/index.ts'
import { fail } from '../../../../kernel/errors/index.ts'
import { type Access, covers } from './level.ts'

/** What an edit of texts may change besides the document itself. */
const columnsOfText = ['subject', 'preheader', 'sizeBytes']

/** Fails with PERMISSION_DENIED when a change goes beyond texts and its author may edit only these. */
export function holdLevel(
  access: Access,
  columns: readonly string[],
  edit: { before: EmailDocument | undefined; document: EmailDocument } | undefined,
): void {
  if (covers(access, 'edit')) return
  const beyond = columns.filter((column) => !columnsOfText.includes(column))
  const issues = beyond.map((column) => ({ path: `/${column}`, message: 'To change this needs the level edit.' }))
  if (edit?.before !== undefined) issues.push(...beyondTextEdit(edit.before, edit.document, blockTypes))
  if (issues.length > 0) fail('PERMISSION_DENIED', { detail: 'You may change texts only.', issues })
}

/** Fails with CONTENT_LOCKED when a change touches what the document locks; who manages the template may unlock it. */
export function holdLocks(
  access: Access,
  change: { before: EmailDocument; document: EmailDocument; operations?: readonly Operation[] | undefined },
): void {
  const { before, document, operations } = change
  const breaches = lockBreaches(before, document, blockTypes, {
    mayUnlock: covers(access, 'manage'),
    ...(operations === undefined ? {} : { operations }),
  })
  if (breaches.length === 0) return
  fail('CONTENT_LOCKED', { issues: breaches.map(({ path, message }) => ({ path, message })) })
}
