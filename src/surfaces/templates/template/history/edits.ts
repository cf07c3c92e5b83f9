/** The operations of the latest saves, for editors whose base revision is out of date. */
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

/** A request that a save covers, with the id sent by its client. */
export interface SentEdit {
  editId: string
  /** Number of operations; undefined for saves recorded by an earlier version of svc. */
  operations?: number
  /** `contentKey` of the request's operations; undefined if unknown. */
  hash?: string
}

export interface NewEdit {
  /** The revision that the save created. */
  revision: number
  before: EmailDocument | undefined
  document: EmailDocument
  /** The requests that this save covers. */
  sent?: readonly SentEdit[] | undefined
  /** Unix time in ms. */
  savedAt: number
}

/**
 * Records how a save changed the document, as operations computed by comparison: they are canonical and sanitized, whatever
 * the editor sent, and safe to send to another editor.
 */
export async function recordEdit(
  db: Db,
  templateId: string,
  { revision, before, document, sent, savedAt }: NewEdit,
): Promise<void> {
  const steps = (before && stepsBetween(before, document)) ?? { operations: null, inverse: null }
  await insertEdit(db, { templateId, revision, ...steps, ...columnsOf(sent), savedAt })
  // Deleted only once in a while: readers ignore operations beyond the limit anyway.
  if (revision > limits.editsKept && revision % forgetEvery === 0) {
    await forgetEdits(db, templateId, revision - limits.editsKept)
  }
}

export interface SavedEdit {
  /** The revision that the save created. */
  revision: number
  operations: readonly Operation[]
  inverse: readonly Operation[]
  /** The requests that the save covers; empty if the client sent no ids. */
  sent: readonly SentEdit[]
  /** Unix time in ms; undefined for saves recorded by an earlier version of svc. */
  savedAt?: number | undefined
}

/** The document at a revision and the edits since then, oldest first. */
export interface EditsSince {
  base: EmailDocument
  edits: SavedEdit[]
}

/**
 * The edits after a revision up to the current one; for revision 0 those since the document before the first save. Undefined
 * if they are no longer recorded that far back.
 */
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
  // The document before the first save is only known if that save was made by operations.
  if (since.revision === 0 && edits[0]?.revision !== 1) return undefined
  let base = since.current
  for (const { inverse } of edits.toReversed()) {
    const undone = applyOperations(base, inverse, blockTypes)
    if ('issues' in undone) return undefined
    base = undone.document
  }
  return { base, edits }
}

/** The recorded save that covers the request; undefined if it is no longer recorded. */
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
