import { type Translator, createTranslator } from '../../../ui/locale/index.ts'
import { type Languages, loadNearest } from '../nearest-texts.ts'
import { type TypingKey, texts as en, type TypingTexts } from './en.ts'

export type TextWords = Translator<TypingKey>

export const otherLanguages: Languages<{ texts: TypingTexts }> = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  pt: () => import('./pt.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  ar: () => import('./ar.ts'),
}

export async function loadTextWords(wanted: string): Promise<TextWords> {
  const { locale, loaded } = await loadNearest(wanted, otherLanguages, { texts: en })
  return createTranslator(locale, loaded.texts, en)
}
