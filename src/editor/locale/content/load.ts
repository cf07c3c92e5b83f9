import { type Languages, loadNearest, type ContentTexts } from '../nearest-texts.ts'

/** Languages besides English. */
export const otherLanguages: Languages<{ texts: ContentTexts }> = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  pt: () => import('./pt.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  ar: () => import('./ar.ts'),
}

/** What new blocks say in an email of this language; as the block types have it, in English, where the language is another. */
export async function loadContentTexts(lang: string): Promise<ContentTexts> {
  return (await loadNearest(lang, otherLanguages, { texts: {} })).loaded.texts
}
