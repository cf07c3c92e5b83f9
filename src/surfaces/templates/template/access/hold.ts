/** Limits a change to the author's level and to content that the document does not lock. Applies to every save. */
import { type Access, covers } from '../../../../kernel/access/index.ts'
import { blockTypes } from '../../../../email/blocks/index.ts'
import {
  type EmailDocument,
  type Operation,
  findNonTextChanges,
  lockBreaches,
} from '../../../../email/document/index.ts'
import { fail } from '../../../../kernel/errors/index.ts'

/** Columns that a text edit may change besides the document. */
const columnsOfText = ['subject', 'preheader', 'sizeBytes']

/** Fails with PERMISSION_DENIED if a change goes beyond texts and its author may only edit texts. */
export function holdLevel(
  access: Access,
  columns: readonly string[],
  edit: { before: EmailDocument | undefined; document: EmailDocument } | undefined,
): void {
  if (covers(access, 'edit')) return
  const beyond = columns.filter((column) => !columnsOfText.includes(column))
  const issues = beyond.map((column) => ({
    path: `/${column}`,
    message: 'Changing this member requires the level edit.',
  }))
  if (edit?.before !== undefined) issues.push(...findNonTextChanges(edit.before, edit.document, blockTypes))
  if (issues.length > 0) fail('PERMISSION_DENIED', { detail: 'You may only change texts.', issues })
}

/** Fails with CONTENT_LOCKED if a change affects locked content. With the level manage, the change may remove the lock. */
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
