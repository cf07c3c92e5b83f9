import { type Translator, createTranslator } from '../../ui/locale/index.ts'
import { type Words, englishWords } from '../../ui/words/index.ts'
import { type Languages, loadNearest } from './nearest-texts.ts'
import { type TextKey, en, type EditorTexts } from './en.ts'

/** The editor's texts in one language, and the words that the kit's controls say. */
export interface EditorWords extends Translator<TextKey> {
  kit: Words
  /** Names of block types by type; empty in English, where they have their own labels. */
  names: Readonly<Record<string, string>>
}

/** Languages besides English. */
export const otherLanguages: Languages<EditorTexts> = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  pt: () => import('./pt.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  ar: () => import('./ar.ts'),
}

/** The texts in the supported language nearest to a requested one such as `pt-BR`. */
export async function loadWords(wanted: string): Promise<EditorWords> {
  const { locale, loaded } = await loadNearest(wanted, otherLanguages, { texts: en, kit: englishWords, names: {} })
  return { ...createTranslator(locale, loaded.texts, en), kit: loaded.kit, names: loaded.names }
}
