import { type Translator, createTranslator } from '../../../ui/locale/index.ts'
import { type Languages, loadNearest } from '../nearest-texts.ts'
import { type PanelKey, texts as en, type PanelTexts } from './en.ts'

/** The texts of the panels and the labels of block types in one language. */
export interface PanelWords extends Translator<PanelKey> {
  label(english: string): string
}

export const otherLanguages: Languages<PanelTexts> = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  pt: () => import('./pt.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  ar: () => import('./ar.ts'),
}

export async function loadPanelWords(wanted: string): Promise<PanelWords> {
  const { locale, loaded } = await loadNearest(wanted, otherLanguages, { texts: en, labels: {} })
  return { ...createTranslator(locale, loaded.texts, en), label: (english) => loaded.labels[english] ?? english }
}
