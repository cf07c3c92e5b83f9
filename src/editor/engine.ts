import { blockTypes } from '../engines/blocks/index.ts'
import { applyOperations, lockBreaches } from '../engines/document/index.ts'
import type { Apply } from './state/index.ts'

/** Applies operations as the service will: read strictly, and held to the locks of the document. */
export const apply: Apply = (document, operations) => {
  const applied = applyOperations(document, operations, blockTypes)
  if ('issues' in applied) return applied
  const [breach] = lockBreaches(document, applied.document, blockTypes, { operations })
  return breach === undefined ? applied : { issues: [{ path: breach.path, message: breach.message }] }
}
