import { blockTypes } from '../engines/blocks/index.ts'
import { type EmailDocument, applyOperations, lockBreaches } from '../engines/document/index.ts'
import { type Apply, outlineOf } from './state/index.ts'

/** Applies operations as the service will: read strictly, and held to the locks of the document. */
export const apply: Apply = (document, operations, mayUnlock) => {
  const applied = applyOperations(document, operations, blockTypes)
  if ('issues' in applied || !hasLocks(document)) return applied
  const [breach] = lockBreaches(document, applied.document, blockTypes, { operations, mayUnlock })
  return breach === undefined ? applied : { issues: [{ path: breach.path, message: breach.message }] }
}

// Comparing two trees takes longer than all the rest of a change.
function hasLocks(document: EmailDocument): boolean {
  for (const { node } of outlineOf(document).spots.values()) if (node.lock !== undefined) return true
  return false
}
