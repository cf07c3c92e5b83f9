import { nearestLocale } from '../../ui/locale/index.ts'

/** Languages besides English, each in a chunk of its own; bundlers read where it is, so every path stands there as it is. */
export type Languages<Texts> = Readonly<Record<string, () => Promise<Texts>>>

/** The texts in the supported language nearest to a requested one such as `pt-BR`, and which language that is. */
export async function loadNearest<Texts>(
  wanted: string,
  others: Languages<Texts>,
  english: Texts,
): Promise<{ locale: string; loaded: Texts }> {
  const locale = nearestLocale(wanted, ['en', ...Object.keys(others)])
  return { locale, loaded: (await others[locale]?.()) ?? english }
}

/** The words that new blocks begin with, by what block types have in English. */
export type ContentTexts = Readonly<Record<string, string>>
