import { type TSchema, Kind } from '@sinclair/typebox'
import type { BlockSchemas } from '../block-schema.ts'
import type { Block, EmailDocument } from '../model.ts'
import { type Meaning, meaningOf } from '../properties.ts'
import { walkNodes } from '../walk.ts'

/** A property with words for recipients. */
export interface TranslatableText {
  /** A node's id, or `meta`. */
  id: string
  prop: string
  value: unknown
}

const metaProps = ['subject', 'preheader'] as const

/** Properties that contain words, in reading order: subject and preheader, then those of the blocks. */
export function translatableTexts(
  { meta, rows }: Pick<EmailDocument, 'meta' | 'rows'>,
  blocks: BlockSchemas,
): TranslatableText[] {
  const texts: TranslatableText[] = []
  const add = (id: string, prop: string, value: unknown) => {
    if (hasWords(value)) texts.push({ id, prop, value })
  }
  for (const prop of metaProps) add('meta', prop, meta[prop])
  for (const { node } of walkNodes({ rows } as EmailDocument)) {
    for (const prop of wordProps(blocks, node.type)) add(node.id, prop, (node as Block)[prop])
  }
  return texts
}

/** One text inside the value of a property: all of it, or that of an item. */
export interface TextPart {
  /** Members from the value to the text; empty if the value is the text. */
  path: readonly (string | number)[]
  kind: 'rich' | 'line' | 'html' | 'link'
  value: unknown
}

/** The texts in the value of a property, and in lists the links beside them. */
export function textParts({ id, prop, value }: TranslatableText, type: string, blocks: BlockSchemas): TextPart[] {
  if (id === 'meta') return [{ path: [], kind: 'line', value }]
  const schema = blocks.get(type)?.schema.properties[prop]
  return schema === undefined ? [] : partsIn(schema as TSchema, value, [])
}

const kinds: Partial<Record<Meaning, TextPart['kind']>> = {
  'rich-text': 'rich',
  'tagged-text': 'line',
  html: 'html',
  url: 'link',
}

function partsIn(schema: TSchema, value: unknown, path: readonly (string | number)[]): TextPart[] {
  const meaning = meaningOf(schema)
  const kind = meaning === undefined ? undefined : kinds[meaning]
  if (kind !== undefined) {
    const isMeant = kind === 'rich' ? Array.isArray(value) : typeof value === 'string'
    const isShown = kind === 'link' ? path.at(-1) === 'href' && value !== '' : hasWords(value)
    return isMeant && isShown ? [{ path, kind, value }] : []
  }
  if (schema[Kind] === 'Union') {
    for (const variant of schema['anyOf'] as TSchema[]) {
      const parts = partsIn(variant, value, path)
      if (parts.length > 0) return parts
    }
  } else if (Array.isArray(value)) {
    const items = schema[Kind] === 'Array' ? (schema['items'] as TSchema) : undefined
    return items === undefined ? [] : value.flatMap((item, at) => partsIn(items, item, [...path, at]))
  } else if (schema[Kind] === 'Object' && typeof value === 'object' && value !== null) {
    const properties = schema['properties'] as Record<string, TSchema>
    return Object.entries(value).flatMap(([name, member]) => {
      const own = properties[name]
      return own === undefined ? [] : partsIn(own, member, [...path, name])
    })
  }
  return []
}

/** A copy of a value with one of its texts replaced. */
export function withPart(value: unknown, path: TextPart['path'], part: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return part
  if (Array.isArray(value)) return value.map((item, at) => (at === key ? withPart(item, rest, part) : item))
  const members = Object(value) as Record<string, unknown>
  return { ...members, [key]: withPart(members[key], rest, part) }
}

/** The text at a path; undefined if the value has none. */
export function partAt(value: unknown, path: TextPart['path']): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<string | number, unknown> | undefined | null)?.[key], value)
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
