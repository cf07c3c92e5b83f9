/** Edits as operations: the autosave of an editor, and of anybody who changes a part without sending the whole. */
import { blockTypes } from '../../../engines/blocks/index.ts'
import {
  type EmailDocument,
  type Operation,
  applyOperations,
  operationsBetween,
  rebaseOperations,
  shareUnchanged,
} from '../../../engines/document/index.ts'
import { type Issue, fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import {
  type SaveNote,
  type TemplateRecord,
  authorize,
  changeTemplate,
  cleanDocument,
  cleaners,
  editsSince,
  findDocument,
} from '../template/index.ts'
import type { AppliedOperations, ApplyOperations } from './contract.ts'

/**
 * Applies operations made on `base_revision` to the template as it is. What others saved since merges where it is
 * independent; REVISION_CONFLICT with what they did where it is not, or when it is too long ago to be known.
 * DOCUMENT_INVALID for operations that do not fit, with the path of each fault.
 */
export async function applyEdit(
  db: Db,
  caller: Caller,
  id: string,
  input: ApplyOperations,
): Promise<AppliedOperations> {
  const row = await authorize(db, caller, id, { needs: 'edit_text' })
  const current = (await findDocument(db, caller.projectId, id)) ?? fail('TEMPLATE_NOT_FOUND')
  const { operations, since } = await fit(db, row, current, input)
  const applied = applyOperations(current, operations, blockTypes, cleaners)
  if ('issues' in applied) refuse(applied.issues)
  // Read once more as a whole: an operation sees only the part that it changes.
  const clean = cleanDocument(applied.document, (path) => `/operations${path}`)
  const document = shareUnchanged(current, clean)
  const saved = await changeTemplate(db, caller, row, {
    content: { document, source: 'document' },
    note: noteOf(input),
    operations,
    before: current,
  })
  return {
    revision: saved.revision,
    operations: operationsBetween(current, document),
    inverse: operationsBetween(document, current),
    operations_since: since,
  }
}

/** The operations as they fit the current document, and what others did since they were made. */
async function fit(
  db: Db,
  row: TemplateRecord,
  current: EmailDocument,
  { base_revision: revision, operations }: ApplyOperations,
): Promise<{ operations: Operation[]; since: Operation[] }> {
  if (revision === row.revision) return { operations, since: [] }
  if (revision > row.revision) {
    const message = `The template is at revision ${row.revision}.`
    fail('VALIDATION_FAILED', { issues: [{ path: '/base_revision', message }] })
  }
  const edits = await editsSince(db, row, { revision, current })
  if (edits === undefined) fail('REVISION_CONFLICT', { extra: { revision: row.revision } })
  const { base, operations: since } = edits
  const rebased = rebaseOperations({ base, since, operations }, blockTypes, cleaners)
  if ('issues' in rebased) refuse(rebased.issues)
  if ('conflicts' in rebased) {
    const conflicts = rebased.conflicts.map(({ id, ...rest }) => ({
      ...rest,
      ...(id === undefined ? {} : { node_id: id }),
    }))
    fail('REVISION_CONFLICT', { extra: { revision: row.revision, operations_since: since, conflicts } })
  }
  return { operations: rebased.operations, since }
}

function noteOf({ label }: ApplyOperations): SaveNote {
  return label === undefined ? { folds: true } : { kind: 'manual', message: label }
}

function refuse(issues: readonly Issue[]): never {
  fail('DOCUMENT_INVALID', { issues: issues.map(({ path, message }) => ({ path: `/operations${path}`, message })) })
}
