/** The operations of the latest saves: what a later editor is notified when somebody else was first. */
import { blockTypes } from '../../../../email/blocks/index.ts'
import {
  type EmailDocument,
  type Operation,
  applyOperations,
  operationsBetween,
} from '../../../../email/document/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { type EditRow, forgetEdits, insertEdit, selectEdits, selectEditsNaming } from './store.ts'

const forgetEvery = 20

/** A request that a save covers, under the id that its client gave it. */
export interface SentEdit {
  editId: string
  /** How many operations it had; undefined where an earlier version recorded it. */
  operations?: number
  /** The `contentKey` of what it sent; undefined where that is not known. */
  hash?: string
}

/** A save to record. */
export interface NewEdit {
  /** The revision that it made. */
  revision: number
  before: EmailDocument | undefined
  document: EmailDocument
  /** The requests that this save covers. */
  sent?: readonly SentEdit[] | undefined
  /** Unix time in ms. */
  savedAt: number
}

/**
 * Caches how a save changed the document, as operations found by comparing: they are canonical and clean, whatever
 * the editor sent, and safe to hand to another one.
 */
export async function recordEdit(
  db: Db,
  templateId: string,
  { revision, before, document, sent, savedAt }: NewEdit,
): Promise<void> {
  const steps = (before && stepsBetween(before, document)) ?? { operations: null, inverse: null }
  await insertEdit(db, { templateId, revision, ...steps, ...columnsOf(sent), savedAt })
  // Now and then is enough: what is older than the limit is not told in any case.
  if (revision > limits.editsKept && revision % forgetEvery === 0) {
    await forgetEdits(db, templateId, revision - limits.editsKept)
  }
}

/** One recorded save. */
export interface SavedEdit {
  /** The revision that it made. */
  revision: number
  operations: readonly Operation[]
  inverse: readonly Operation[]
  /** The requests that it covers; empty where the client gave no ids. */
  sent: readonly SentEdit[]
  /** Unix time in ms; undefined where an earlier version recorded it. */
  savedAt?: number | undefined
}

/** What was done to a document since a revision, oldest first, and what it was then. */
export interface EditsSince {
  base: EmailDocument
  edits: SavedEdit[]
}

/** The edits after a revision up to now, of revision 0 those after what the email began with; undefined when they are not cached that far back. */
export async function editsSince(
  db: Db,
  { id, revision }: { id: string; revision: number },
  since: { revision: number; current: EmailDocument },
): Promise<EditsSince | undefined> {
  if (since.revision < revision - limits.editsKept) return undefined
  const edits: SavedEdit[] = []
  for (const row of await selectEdits(db, id, since.revision)) {
    if (row.operations === null || row.inverse === null) return undefined
    const [operations, inverse] = [row.operations as Operation[], row.inverse as Operation[]]
    edits.push({ revision: row.revision, operations, inverse, ...sentIn(row) })
  }
  // What an email began with is only known where its first save was made by operations.
  if (since.revision === 0 && edits[0]?.revision !== 1) return undefined
  let base = since.current
  for (const { inverse } of edits.toReversed()) {
    const undone = applyOperations(base, inverse, blockTypes)
    if ('issues' in undone) return undefined
    base = undone.document
  }
  return { base, edits }
}

/** The recorded save that covers the request with an id, while it is cached. */
export async function findEdit(
  db: Db,
  templateId: string,
  editId: string,
): Promise<Pick<SavedEdit, 'revision' | 'sent' | 'savedAt'> | undefined> {
  for (const row of await selectEditsNaming(db, templateId, editId)) {
    const found = { revision: row.revision, ...sentIn(row) }
    if (found.sent.some((sent) => sent.editId === editId)) return found
  }
  return undefined
}

function columnsOf(sent: readonly SentEdit[] | undefined): Pick<EditRow, 'editIds' | 'editRequests'> {
  if (sent === undefined || sent.length === 0) return { editIds: null, editRequests: null }
  return {
    editIds: sent.map(({ editId }) => editId),
    editRequests: sent.map(({ operations = 0, hash }) => ({ operations, ...(hash === undefined ? {} : { hash }) })),
  }
}

function sentIn({ editIds, editRequests, savedAt }: EditRow): Pick<SavedEdit, 'sent' | 'savedAt'> {
  const sent = (editIds ?? []).map((editId, at) => ({ editId, ...editRequests?.[at] }))
  return { sent, savedAt: savedAt ?? undefined }
}

function stepsBetween(before: EmailDocument, document: EmailDocument) {
  return { operations: operationsBetween(before, document), inverse: operationsBetween(document, before) }
}
