import { blockTypes } from '../../email/blocks/index.ts'
import {
  type EmailDocument,
  type Operation,
  applyOperations,
  findNonTextChanges,
  lockBreaches,
  removalOfTranslations,
} from '../../email/document/index.ts'
import { type Apply, type Applying, outlineOf } from '../state/index.ts'

/**
 * Code for changing an email: renderer, operations, commands. Loaded directly after the first rendering, which the
 * service provides, is shown.
 */
export { followEmailLanguage } from '../actions/index.ts'
export { createRenderPage } from '../canvas/index.ts'
export { commands } from '../commands/index.ts'

/** Applies operations as the service does: strict validation, locks of the document, access level of the user. */
export const apply: Apply = (document, requested, { mayUnlock, textOnly }) => {
  const applied = applyWithTranslations(document, requested)
  if ('issues' in applied) return applied
  const beyond = textOnly ? findNonTextChanges(document, applied.document, blockTypes) : []
  if (beyond.length > 0) return { issues: beyond, isBeyondLevel: true }
  if (!hasLocks(document)) return applied
  const { operations } = applied
  const [breach] = lockBreaches(document, applied.document, blockTypes, { operations, mayUnlock })
  if (breach === undefined) return applied
  return { issues: [{ path: breach.path, message: breach.message }], isLocked: true }
}

/** Removes the translations of removed nodes in the same step. */
function applyWithTranslations(document: EmailDocument, operations: readonly Operation[]): Applying {
  const applied = applyOperations(document, operations, blockTypes)
  if ('issues' in applied) return applied
  const removal = removalOfTranslations(document, applied.document)
  if (removal === undefined) return { ...applied, operations }
  const all = [removal, ...operations]
  const again = applyOperations(document, all, blockTypes)
  return 'issues' in again ? { ...applied, operations } : { ...again, operations: all }
}

// Comparing two trees takes longer than the rest of a change, so documents without locks skip it.
function hasLocks(document: EmailDocument): boolean {
  for (const { node } of outlineOf(document).entries.values()) if (node.lock !== undefined) return true
  return false
}
