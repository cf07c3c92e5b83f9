import { type Translator, type Words, createTranslator, englishWords, nearestLocale } from '../../ui/locale/index.ts'
import { type ConsoleTexts, type TextKey, en } from './en.ts'

/** Texts of the console and of the controls of the kit in one language. */
export interface ConsoleWords extends Translator<TextKey> {
  kit: Words
  /** The purpose of a template; the value itself for one that a later version of the API adds. */
  typeName(type: string): string
}

/** The languages of the console by their own names. */
export const languageNames: Readonly<Record<string, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ar: 'العربية',
}

interface Loaded {
  texts: ConsoleTexts
  kit: Words
}

// Bundlers require literal paths, so each language is listed.
const others: Readonly<Record<string, () => Promise<Loaded>>> = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  ar: () => import('./ar.ts'),
}

export async function loadWords(wanted: string): Promise<ConsoleWords> {
  const locale = nearestLocale(wanted, Object.keys(languageNames))
  const { kit, texts } = (await others[locale]?.()) ?? { texts: en, kit: englishWords }
  const translator = createTranslator(locale, texts, en)
  const keys = new Map<string, TextKey>(Object.keys(en).map((key) => [key, key as TextKey]))
  const typeName = (type: string) => {
    const key = keys.get(`type.${type}`)
    return key === undefined ? type : translator.t(key)
  }
  return { ...translator, kit, typeName }
}
