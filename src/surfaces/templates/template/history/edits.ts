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

/**
 * Remembers how a save changed the document, as operations found by comparing: they are canonical and clean, whatever
 * the editor sent, and safe to hand to another one.
 */
export async function recordEdit(
  db: Db,
  templateId: string,
  { revision, before, document }: { revision: number; before: EmailDocument | undefined; document: EmailDocument },
): Promise<void> {
  const steps = (before && stepsBetween(before, document)) ?? { operations: null, inverse: null }
  await insertEdit(db, { templateId, revision, ...steps })
  // Now and then is enough: what is older than the limit is not told in any case.
  if (revision > limits.editsRemembered && revision % forgetEvery === 0) {
    await forgetEdits(db, templateId, revision - limits.editsRemembered)
  }
}

/** What was done to a document since a revision, and what it was then. */
export interface EditsSince {
  base: EmailDocument
  operations: Operation[]
}

/** The edits after a revision up to now; undefined when they are not remembered that far back. */
export async function editsSince(
  db: Db,
  { id, revision }: { id: string; revision: number },
  since: { revision: number; current: EmailDocument },
): Promise<EditsSince | undefined> {
  if (since.revision < revision - limits.editsRemembered) return undefined
  const edits = await selectEdits(db, id, since.revision)
  const operations: Operation[] = []
  for (const edit of edits) {
    if (edit.operations === null) return undefined
    operations.push(...(edit.operations as Operation[]))
  }
  let base = since.current
  for (const { inverse } of edits.toReversed()) {
    const undone = applyOperations(base, inverse as Operation[], blockTypes)
    if ('issues' in undone) return undefined
    base = undone.document
  }
  return { base, operations }
}

function stepsBetween(before: EmailDocument, document: EmailDocument) {
  return { operations: operationsBetween(before, document), inverse: operationsBetween(document, before) }
}
