import { blockTypes } from '../../email/blocks/index.ts'
import {
  type EmailDocument,
  type Locale,
  type Node,
  type TextPart,
  type TranslationStatus,
  partAt,
  textParts,
  translationStatus,
  walkNodes,
  withPart,
} from '../../email/document/index.ts'
import type { Editor } from '../state/index.ts'

/** A property with its translation, and the texts in it. */
export interface Entry extends TranslationStatus {
  key: string
  /** Undefined for subject and preheader. */
  node: Node | undefined
  parts: TextPart[]
  /** A link: the same in most languages, so it is neither counted nor missing. */
  isOptional: boolean
}

/** The texts of an email in reading order, and after those of a block the link of the block. */
export function entriesIn(editor: Editor, locale: Locale): Entry[] {
  const document = editor.document.value
  // Also nodes that the outline lacks, such as those shown for an empty list.
  const nodes = new Map([...walkNodes(document)].map(({ node }) => [node.id, node]))
  const texts = (translationStatus(document, locale, blockTypes) ?? []).map((status): Entry => ({
    ...status,
    node: nodes.get(status.id),
    key: `${status.id}.${status.prop}`,
    parts: textParts(status, nodes.get(status.id)?.type ?? '', blockTypes),
    isOptional: false,
  }))
  return texts.flatMap((entry, at) => {
    if (texts[at + 1]?.id === entry.id) return [entry]
    const link = linkOf(document, locale, entry)
    return link === undefined ? [entry] : [entry, link]
  })
}

function linkOf({ translations }: EmailDocument, locale: Locale, { id, node }: Entry): Entry | undefined {
  const { href } = Object(node) as { href?: unknown }
  if (typeof href !== 'string' || href === '') return undefined
  const key = `${id}.href`
  return {
    id,
    node,
    prop: 'href',
    key,
    value: href,
    translation: translations?.locales[locale]?.[key],
    state: 'translated',
    parts: [{ path: [], kind: 'link', value: href }],
    isOptional: true,
  }
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
  return withPart(base, path, text)
}
