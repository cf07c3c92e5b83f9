import { type Translator, createTranslator, type Words, englishWords } from '../../ui/locale/index.ts'
import { type Languages, loadNearest } from './nearest-texts.ts'
import { type TextKey, en, type EditorTexts } from './en.ts'

/** Texts of the editor and of the controls of the kit in one language. */
export interface EditorWords extends Translator<TextKey> {
  kit: Words
  /** Names of block types by type; empty in English, in which the types have their own labels. */
  names: Readonly<Record<string, string>>
}

export const otherLanguages: Languages<EditorTexts> = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  pt: () => import('./pt.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  ar: () => import('./ar.ts'),
}

export async function loadWords(wanted: string): Promise<EditorWords> {
  const { locale, loaded } = await loadNearest(wanted, otherLanguages, { texts: en, kit: englishWords, names: {} })
  return { ...createTranslator(locale, loaded.texts, en), kit: loaded.kit, names: loaded.names }
}
