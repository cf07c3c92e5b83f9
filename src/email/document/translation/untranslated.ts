import { type TSchema, Kind } from '@sinclair/typebox'
import type { BlockSchemas } from '../block-schema.ts'
import type { Block, EmailDocument, Locale } from '../model.ts'
import { meaningOf } from '../properties.ts'
import { walkNodes } from '../walk.ts'
import { localeChain } from './translate.ts'

/** Text without a translation in a locale. */
export interface Untranslated {
  /** A node's id, or `meta`. */
  id: string
  prop: string
}

const metaProps = ['subject', 'preheader'] as const

/**
 * Lists texts without a translation, in reading order; undefined if the locale is the document's own, or there are no
 * translations at all. For an unknown locale all texts are listed.
 */
export function untranslated(
  { meta, translations, ...document }: EmailDocument,
  locale: Locale,
  blocks: BlockSchemas,
): Untranslated[] | undefined {
  if (translations === undefined || isOwn(locale, translations.default)) return undefined
  const known = localeChain(translations, locale).map((one) => translations.locales[one] ?? {})
  const isTranslated = (key: string) => known.some((values) => Object.hasOwn(values, key))
  const missing: Untranslated[] = []
  const add = (id: string, prop: string, value: unknown) => {
    if (!isTranslated(`${id}.${prop}`) && hasWords(value)) missing.push({ id, prop })
  }
  for (const prop of metaProps) add('meta', prop, meta[prop])
  for (const { node } of walkNodes({ meta, ...document })) {
    for (const prop of wordProps(blocks, node.type)) add(node.id, prop, (node as Block)[prop])
  }
  return missing
}

function isOwn(locale: Locale, own: Locale): boolean {
  const [one, other] = [locale.toLowerCase(), own.toLowerCase()]
  return one === other || one.startsWith(`${other}-`)
}

const propsOfType = new WeakMap<BlockSchemas, Map<string, readonly string[]>>()

// Properties of a type that contain text, also inside lists and objects.
function wordProps(blocks: BlockSchemas, type: string): readonly string[] {
  let known = propsOfType.get(blocks)
  if (known === undefined) propsOfType.set(blocks, (known = new Map()))
  let props = known.get(type)
  if (props === undefined) {
    const own = blocks.get(type)?.schema.properties ?? {}
    props = Object.keys(own).filter((name) => own[name] !== undefined && holdsWords(own[name]))
    known.set(type, props)
  }
  return props
}

function holdsWords(schema: TSchema): boolean {
  const meaning = meaningOf(schema)
  if (meaning !== undefined) return meaning === 'rich-text' || meaning === 'tagged-text' || meaning === 'html'
  switch (schema[Kind]) {
    case 'Array':
      return holdsWords(schema['items'] as TSchema)
    case 'Object':
      return Object.values(schema['properties'] as Record<string, TSchema>).some(holdsWords)
    case 'Union':
      return (schema['anyOf'] as TSchema[]).some(holdsWords)
    default:
      return false
  }
}

const machinery = new Set([
  'id',
  'type',
  'href',
  'src',
  'path',
  'color',
  'network',
  'role',
  'poster',
  'image',
  'action',
  'filters',
])

// True if there are letters outside of merge tags and URLs.
function hasWords(value: unknown): boolean {
  if (typeof value === 'string') return /\p{L}/u.test(value.replace(/\{[{%][^{}]*[%}]\}/g, '').replace(/<[^<>]*>/g, ''))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, member]) => !machinery.has(key) && hasWords(member))
}
