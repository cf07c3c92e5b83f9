import { type Languages, loadNearest, type ContentTexts } from '../nearest-texts.ts'

export const otherLanguages: Languages<{ texts: ContentTexts }> = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  pt: () => import('./pt.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  ar: () => import('./ar.ts'),
}

/**
 * Default texts in the language of an email; empty for unsupported languages, which use the English texts of the
 * block types.
 */
export async function loadContentTexts(lang: string): Promise<ContentTexts> {
  return (await loadNearest(lang, otherLanguages, { texts: {} })).loaded.texts
}
