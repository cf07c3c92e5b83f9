import { nearestLocale } from '../../ui/locale/index.ts'
import type { EmailDocument, Operation } from '../../email/document/index.ts'
import type { ApiDocument, EditorConfig } from '../bridge/index.ts'
import { otherLanguages } from '../locale/index.ts'

/** What an email begins with here, and what the first save has to say of that before anything else. */
export interface Beginning {
  document: EmailDocument
  ahead: Operation[]
}

/**
 * An email that was never saved and holds nothing yet is in the language of whoever begins it: the service, which does not know
 * that, made it in English. Every other email stays as it is.
 */
export function beginningOf({ document, revision }: ApiDocument, { locale }: Pick<EditorConfig, 'locale'>): Beginning {
  const isSpoken = isTag(locale) && nearestLocale(locale, ['en', ...Object.keys(otherLanguages)]) !== 'en'
  if (revision > 0 || document.rows.length > 0 || !isSpoken) return { document, ahead: [] }
  const meta = { ...document.meta, lang: locale }
  return { document: { ...document, meta }, ahead: [{ op: 'settings', props: { meta: { lang: locale } } }] }
}

function isTag(locale: string): boolean {
  return /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(locale)
}
