/** Edits as operations: autosave of editors, and API clients that change a part without sending the whole document. */
import { blockTypes } from '../../../email/blocks/index.ts'
import {
  type EmailDocument,
  type Operation,
  type Refused,
  applyOperations,
  operationsBetween,
  shareUnchanged,
} from '../../../email/document/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import {
  type SaveNote,
  type SavedEdit,
  type SentEdit,
  type TemplateRecord,
  authorize,
  changeTemplate,
  cleanDocument,
  cleaners,
  editsSince,
  findDocument,
  loadDocument,
  refuseDocument,
  withStored,
} from '../template/index.ts'
import type { AppliedOperations, ApplyOperations } from './contract.ts'
import { type EditIdentity, rebaseEdit, sentEdits } from './rebase-edit.ts'

/** A retry with the same `edit_id` returns the response of the first request. */
export async function editTemplate(
  db: Db,
  caller: Caller,
  id: string,
  { edit_id: editId, ...input }: ApplyOperations,
): Promise<AppliedOperations> {
  const identity = editId === undefined ? undefined : { editId }
  const { sent: _, savedAt: __, ...applied } = await applyEdit(db, caller, id, input, identity)
  return applied
}

/**
 * Applies operations made on `base_revision` to the current document. Independent concurrent saves are merged;
 * REVISION_CONFLICT with the concurrent operations if they overlap, or if `base_revision` is older than the recorded edits.
 * DOCUMENT_INVALID for operations that do not fit, with a path for each error. With an identity, a request that is already
 * saved returns its original response, and operations of earlier requests that are already saved are skipped.
 */
export async function applyEdit(
  db: Db,
  caller: Caller,
  id: string,
  input: ApplyOperations,
  identity?: EditIdentity,
): Promise<AppliedEdit> {
  const row = await authorize(db, caller, id, { needs: 'edit_text', merges: true })
  const current = (await findDocument(db, caller.projectId, id)) ?? fail('TEMPLATE_NOT_FOUND')
  const rebased = await rebase(db, row, { current, input, identity })
  if ('saved' in rebased) return rebased.saved
  const { operations, since } = rebased
  const applied = withStored(current, () => applyOperations(current, operations, blockTypes, cleaners))
  if ('issues' in applied) refuse(applied)
  // Validates the whole document again: an operation validates only the part that it changes.
  const clean = withStored(current, () => cleanDocument(applied.document, (path) => `/operations${path}`))
  const document = shareUnchanged(current, clean)
  const sent = identity === undefined ? [] : sentEdits(identity, input.operations)
  const saved = await changeTemplate(db, caller, row, {
    content: { document, source: 'document' },
    note: noteOf(input),
    operations,
    before: current,
    ...(sent.length === 0 ? {} : { sent }),
  })
  return {
    revision: saved.revision,
    operations: operationsBetween(current, document),
    inverse: operationsBetween(document, current),
    operations_since: since,
    operations_covered: input.operations.length,
    sent,
    savedAt: saved.updatedAt,
  }
}

/**
 * The document as of a revision, while the edits since then are recorded; revision 0 is the document before the first save.
 * VERSION_NOT_FOUND for revisions that are no longer recorded; otherwise fails like `loadDocument`.
 */
export async function documentAt(db: Db, caller: Caller, id: string, revision: number): Promise<EmailDocument> {
  const { template, document: current } = await loadDocument(db, caller, id)
  if (revision === template.revision) return current
  const history = revision > template.revision ? undefined : await editsSince(db, template, { revision, current })
  return history?.base ?? fail('VERSION_NOT_FOUND')
}

export interface AppliedEdit extends AppliedOperations {
  /** The requests in this revision: this one and others saved with it; empty if the client sent no ids. */
  sent: readonly SentEdit[]
  /** Unix time in ms. */
  savedAt: number
}

/** The requests in the first save of a template; empty if they are not recorded. Fails like `loadDocument`. */
export async function firstEdits(db: Db, caller: Caller, id: string): Promise<readonly SentEdit[]> {
  const { template, document: current } = await loadDocument(db, caller, id)
  const history = await editsSince(db, template, { revision: 0, current })
  return history?.edits[0]?.sent ?? []
}

type Fitting =
  /** Operations rebased onto the current document, and the operations saved since their base. */
  | { operations: readonly Operation[]; since: Operation[] }
  /** The original response, for a request that is already saved. */
  | { saved: AppliedEdit }

async function rebase(
  db: Db,
  row: TemplateRecord,
  { current, input, identity }: { current: EmailDocument; input: ApplyOperations; identity: EditIdentity | undefined },
): Promise<Fitting> {
  const { base_revision: revision, operations } = input
  if (revision === row.revision) return { operations, since: [] }
  if (revision > row.revision) {
    const message = `The template is at revision ${row.revision}.`
    fail('VALIDATION_FAILED', { issues: [{ path: '/base_revision', message }] })
  }
  const history = await editsSince(db, row, { revision, current })
  if (history === undefined) fail('REVISION_CONFLICT', { extra: { revision: row.revision } })
  const { base, edits } = history
  const rebased = withStored([base, ...edits], () => rebaseEdit({ base, edits, operations, identity }))
  if ('repeated' in rebased) return { saved: responseOf(edits, rebased.repeated, { row, count: operations.length }) }
  const since = edits.flatMap((edit) => edit.operations)
  if ('issues' in rebased) refuse(rebased)
  if ('conflicts' in rebased) {
    const conflicts = rebased.conflicts.map(({ id, ...rest }) => ({
      ...rest,
      ...(id === undefined ? {} : { node_id: id }),
    }))
    fail('REVISION_CONFLICT', { extra: { revision: row.revision, operations_since: since, conflicts } })
  }
  return { operations: rebased.operations, since }
}

/** `count` is the number of operations in the request. */
function responseOf(
  edits: readonly SavedEdit[],
  at: number,
  { row, count }: { row: TemplateRecord; count: number },
): AppliedEdit {
  const { revision = 0, operations = [], inverse = [], sent = [], savedAt = row.updatedAt } = edits[at] ?? {}
  return {
    revision,
    operations: [...operations],
    inverse: [...inverse],
    operations_since: edits.slice(0, at).flatMap((edit) => edit.operations),
    operations_covered: coveredBy(sent) ?? count,
    sent,
    savedAt,
  }
}

/** Total number of operations as sent; undefined for saves recorded by an earlier version of svc. */
function coveredBy(sent: readonly SentEdit[]): number | undefined {
  return sent.reduce<number | undefined>(
    (sum, { operations }) => (sum === undefined || operations === undefined ? undefined : sum + operations),
    0,
  )
}

function noteOf({ label }: ApplyOperations): SaveNote {
  return label === undefined ? { folds: true } : { kind: 'manual', message: label }
}

function refuse(refused: Refused): never {
  refuseDocument(refused, (path) => `/operations${path}`)
}
