import { blockTypes } from '../../email/blocks/index.ts'
import { type EmailDocument, applyOperations, beyondTextEdit, lockBreaches } from '../../email/document/index.ts'
import { type Apply, outlineOf } from '../state/index.ts'

/** Applies operations as the service will: read strictly, held to the locks of the document and the level of the person. */
export const apply: Apply = (document, operations, { mayUnlock, textOnly }) => {
  const applied = applyOperations(document, operations, blockTypes)
  if ('issues' in applied) return applied
  const beyond = textOnly ? beyondTextEdit(document, applied.document, blockTypes) : []
  if (beyond.length > 0) return { issues: beyond, isBeyondLevel: true }
  if (!hasLocks(document)) return applied
  const [breach] = lockBreaches(document, applied.document, blockTypes, { operations, mayUnlock })
  return breach === undefined ? applied : { issues: [{ path: breach.path, message: breach.message }] }
}

// Comparing two trees takes longer than all the rest of a change.
function hasLocks(document: EmailDocument): boolean {
  for (const { node } of outlineOf(document).entries.values()) if (node.lock !== undefined) return true
  return false
}
