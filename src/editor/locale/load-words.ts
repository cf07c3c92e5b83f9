import { type Messages, type Translator, createTranslator, nearestLocale } from '../../ui/locale/index.ts'
import { type TextKey, en } from './en.ts'

/** The editor's texts in one language. */
export type EditorWords = Translator<TextKey>

/** Languages besides English, each in a chunk of its own. */
const others: Readonly<Record<string, () => Promise<Messages>>> = {}

/** The texts in the supported language nearest to a wish such as `pt-BR`. */
export async function loadWords(wanted: string): Promise<EditorWords> {
  const locale = nearestLocale(wanted, ['en', ...Object.keys(others)])
  const messages = await others[locale]?.()
  return createTranslator(locale, messages ?? {}, en)
}
