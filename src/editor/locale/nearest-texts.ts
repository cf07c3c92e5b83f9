import { nearestLocale } from '../../ui/locale/index.ts'

/** Languages other than English, each in its own chunk. Bundlers require literal paths, so each language is listed. */
export type Languages<Texts> = Readonly<Record<string, () => Promise<Texts>>>

/** Texts in the supported language closest to a tag such as `pt-BR`, and that language. */
export async function loadNearest<Texts>(
  wanted: string,
  others: Languages<Texts>,
  english: Texts,
): Promise<{ locale: string; loaded: Texts }> {
  const locale = nearestLocale(wanted, ['en', ...Object.keys(others)])
  return { locale, loaded: (await others[locale]?.()) ?? english }
}

/** Default texts of new blocks by their English text. */
export type ContentTexts = Readonly<Record<string, string>>
