import type { BlockSchemas } from '../block-schema.ts'
import type { EmailDocument, Locale } from '../model.ts'
import { translationStatus } from './status.ts'

/** Text without a translation in a locale. */
export interface Untranslated {
  /** A node's id, or `meta`. */
  id: string
  prop: string
}

/**
 * Lists texts without a translation, in reading order; undefined if the locale is the document's own, or there are no
 * translations at all. For an unknown locale all texts are listed.
 */
export function untranslated(
  document: EmailDocument,
  locale: Locale,
  blocks: BlockSchemas,
): Untranslated[] | undefined {
  return translationStatus(document, locale, blocks)?.flatMap(({ id, prop, state }) =>
    state === 'missing' ? [{ id, prop }] : [],
  )
}
