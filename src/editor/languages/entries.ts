import { blockTypes } from '../../email/blocks/index.ts'
import {
  type EmailDocument,
  type Locale,
  type TextPart,
  type TranslationStatus,
  partAt,
  textParts,
  translationStatus,
  withPart,
} from '../../email/document/index.ts'
import type { Editor } from '../state/index.ts'
import { languagesOf } from './showing.ts'

/** A property with its translation, and the texts in it. */
export interface Entry extends TranslationStatus {
  key: string
  parts: TextPart[]
  /** A link: the same in most languages, so it is neither counted nor missing. */
  isOptional: boolean
}

export interface Counts {
  count: number
  missing: number
  outdated: number
}

/** The texts of an email in reading order, and after those of a block the link of the block. */
export function entriesIn(editor: Editor, locale: Locale): Entry[] {
  const document = editor.document.value
  const { entries } = editor.outline.value
  const typeOf = (id: string) => entries.get(id)?.node.type ?? ''
  const texts = (translationStatus(document, locale, blockTypes) ?? []).map((status): Entry => ({
    ...status,
    key: `${status.id}.${status.prop}`,
    parts: textParts(status, typeOf(status.id), blockTypes),
    isOptional: false,
  }))
  return texts.flatMap((entry, at) => {
    if (texts[at + 1]?.id === entry.id) return [entry]
    const link = linkOf(document, locale, { id: entry.id, node: entries.get(entry.id)?.node })
    return link === undefined ? [entry] : [entry, link]
  })
}

function linkOf(
  { translations }: EmailDocument,
  locale: Locale,
  { id, node }: { id: string; node: unknown },
): Entry | undefined {
  const { href } = Object(node) as { href?: unknown }
  if (typeof href !== 'string' || href === '') return undefined
  const key = `${id}.href`
  return {
    id,
    prop: 'href',
    key,
    value: href,
    translation: translations?.locales[locale]?.[key],
    state: 'translated',
    parts: [{ path: [], kind: 'link', value: href }],
    isOptional: true,
  }
}

export function countsOf(entries: readonly Pick<Entry, 'state' | 'isOptional'>[]): Counts {
  const counted = entries.filter(({ isOptional }) => !isOptional)
  const inState = (wanted: Entry['state']) => counted.filter(({ state }) => state === wanted).length
  return { count: counted.length, missing: inState('missing'), outdated: inState('outdated') }
}

/** What is missing and out of date in each language that lacks something. */
export function lackingLanguages(document: EmailDocument): (Counts & { language: Locale })[] {
  return languagesOf(document).flatMap((language) => {
    const texts = translationStatus(document, language, blockTypes) ?? []
    const counts = countsOf(texts.map(({ state }) => ({ state, isOptional: false })))
    return counts.missing + counts.outdated === 0 ? [] : [{ language, ...counts }]
  })
}

/** The translation of one text of an entry; undefined if there is none. */
export function translatedPart({ translation }: Entry, { path }: TextPart): unknown {
  return translation === undefined ? undefined : partAt(translation, path)
}

/**
 * The value of an entry with one text replaced. Without a translation, or if the source has other items now, the other texts
 * are those of the source, and where they have one their translation.
 */
export function withTranslatedPart(entry: Entry, { path }: TextPart, text: unknown): unknown {
  if (path.length === 0) return text
  const { translation, value, parts } = entry
  const base = parts.reduce((whole, part) => {
    const known = translation === undefined ? undefined : partAt(translation, part.path)
    return known === undefined ? whole : withPart(whole, part.path, known)
  }, value)
  return withPart(base, path, text ?? partAt(value, path))
}
