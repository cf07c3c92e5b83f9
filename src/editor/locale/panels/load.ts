import { type Translator, createTranslator } from '../../../ui/locale/index.ts'
import { type Languages, loadNearest } from '../nearest-texts.ts'
import { type PanelKey, texts as en, type PanelTexts } from './en.ts'

/** The panels' texts in one language, and the labels that block types declare in English. */
export interface PanelWords extends Translator<PanelKey> {
  /** A label that a block type declares, in this language. */
  label(english: string): string
}

/** Languages besides English. */
export const otherLanguages: Languages<PanelTexts> = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  pt: () => import('./pt.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  ar: () => import('./ar.ts'),
}

/** The panels' texts in the supported language nearest to a requested one such as `pt-BR`. */
export async function loadPanelWords(wanted: string): Promise<PanelWords> {
  const { locale, loaded } = await loadNearest(wanted, otherLanguages, { texts: en, labels: {} })
  return { ...createTranslator(locale, loaded.texts, en), label: (english) => loaded.labels[english] ?? english }
}
