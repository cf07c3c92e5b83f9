/** The operations of the latest saves: what a later editor is told when somebody else was first. */
import { blockTypes } from '../../../../engines/blocks/index.ts'
import {
  type EmailDocument,
  type Operation,
  applyOperations,
  operationsBetween,
} from '../../../../engines/document/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { forgetEdits, insertEdit, selectEdits } from './store.ts'

const forgetEvery = 20

/** A save to record. */
export interface NewEdit {
  /** The revision that it made. */
  revision: number
  before: EmailDocument | undefined
  document: EmailDocument
  /** Ids that the client gave the requests which this save covers. */
  editIds?: readonly string[] | undefined
}

/**
 * Remembers how a save changed the document, as operations found by comparing: they are canonical and clean, whatever
 * the editor sent, and safe to hand to another one.
 */
export async function recordEdit(
  db: Db,
  templateId: string,
  { revision, before, document, editIds }: NewEdit,
): Promise<void> {
  const steps = (before && stepsBetween(before, document)) ?? { operations: null, inverse: null }
  await insertEdit(db, { templateId, revision, ...steps, editIds: editIds === undefined ? null : [...editIds] })
  // Now and then is enough: what is older than the limit is not told in any case.
  if (revision > limits.editsRemembered && revision % forgetEvery === 0) {
    await forgetEdits(db, templateId, revision - limits.editsRemembered)
  }
}

/** One recorded save. */
export interface SavedEdit {
  /** The revision that it made. */
  revision: number
  operations: readonly Operation[]
  inverse: readonly Operation[]
  /** Ids of the requests that it covers; empty where the client gave none. */
  editIds: readonly string[]
}

/** What was done to a document since a revision, oldest first, and what it was then. */
export interface EditsSince {
  base: EmailDocument
  edits: SavedEdit[]
}

/** The edits after a revision up to now, of revision 0 those after what the email began with; undefined when they are not remembered that far back. */
export async function editsSince(
  db: Db,
  { id, revision }: { id: string; revision: number },
  since: { revision: number; current: EmailDocument },
): Promise<EditsSince | undefined> {
  if (since.revision < revision - limits.editsRemembered) return undefined
  const edits: SavedEdit[] = []
  for (const row of await selectEdits(db, id, since.revision)) {
    if (row.operations === null || row.inverse === null) return undefined
    const [operations, inverse] = [row.operations as Operation[], row.inverse as Operation[]]
    edits.push({ revision: row.revision, operations, inverse, editIds: row.editIds ?? [] })
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

function stepsBetween(before: EmailDocument, document: EmailDocument) {
  return { operations: operationsBetween(before, document), inverse: operationsBetween(document, before) }
}
