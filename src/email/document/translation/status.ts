import type { BlockSchemas } from '../block-schema.ts'
import type { EmailDocument, Locale, Translations } from '../model.ts'
import { type TranslatableText, translatableTexts } from './texts.ts'
import { localeChain } from './translate.ts'

/** `outdated`: the source has changed since it was translated. */
export type TranslationState = 'missing' | 'outdated' | 'translated'

export interface TranslationStatus extends TranslatableText {
  state: TranslationState
  /** The translation in effect, of the locale or one that it falls back to. */
  translation: unknown
}

/**
 * Every text of a document with its translation, in reading order; undefined if the locale is the document's own, or there
 * are no translations at all. For an unknown locale all texts are missing.
 */
export function translationStatus(
  document: EmailDocument,
  locale: Locale,
  blocks: BlockSchemas,
): TranslationStatus[] | undefined {
  const { translations } = document
  if (translations === undefined || isOwn(locale, translations.default)) return undefined
  const chain = localeChain(translations, locale)
  return translatableTexts(document, blocks).map((text) => {
    const key = `${text.id}.${text.prop}`
    const nearest = chain.find((one) => Object.hasOwn(translations.locales[one] ?? {}, key))
    if (nearest === undefined) return { ...text, state: 'missing', translation: undefined }
    const translation = translations.locales[nearest]?.[key]
    const source = translations.sources?.[nearest]?.[key]
    return { ...text, translation, state: isOutdated(text.value, source) ? 'outdated' : 'translated' }
  })
}

// Without a hash, as in documents that were translated elsewhere, nothing is known to have changed.
function isOutdated(value: unknown, source: string | undefined): boolean {
  return source !== undefined && source !== hashSource(value)
}

function isOwn(locale: Locale, own: Locale): boolean {
  const [one, other] = [locale.toLowerCase(), own.toLowerCase()]
  return one === other || one.startsWith(`${other}-`)
}

/** A short hash of a value, independent of the order of its members: FNV-1a of its JSON, twice 32 bits in base 36. */
export function hashSource(value: unknown): string {
  const json = JSON.stringify(value, inOrder) ?? ''
  let [one, other] = [0x811c9dc5, 0x01234567]
  for (let at = 0; at < json.length; at++) {
    one = Math.imul(one ^ json.charCodeAt(at), 0x01000193)
    other = Math.imul(other ^ json.charCodeAt(at), 0x85ebca6b)
    other ^= other >>> 15
  }
  return (one >>> 0).toString(36) + (other >>> 0).toString(36)
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Translations with one value set for a locale, made of this source; without a value the translation is removed. */
export function withTranslation(
  translations: Translations,
  { locale, key, value, source }: { locale: Locale; key: string; value: unknown; source: unknown },
): Translations {
  const { [key]: _, ...others } = translations.locales[locale] ?? {}
  const { [key]: __, ...hashes } = translations.sources?.[locale] ?? {}
  const isRemoved = value === undefined
  return {
    ...translations,
    locales: { ...translations.locales, [locale]: isRemoved ? others : { ...others, [key]: value } },
    sources: {
      ...translations.sources,
      [locale]: isRemoved ? hashes : { ...hashes, [key]: hashSource(source) },
    },
  }
}
