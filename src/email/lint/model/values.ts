import type { TSchema } from '@sinclair/typebox'
import {
  type FieldTag,
  type MergeTag,
  isNativeTag,
  isPath,
  isTagged,
  parseTagged,
  readInstant,
} from '../../data/index.ts'
import { type EmailDocument, type Link, type Meaning, type RichText, meaningOf } from '../../document/index.ts'
import type { BlockTypes } from '../../render/index.ts'
import type { NodeContext } from './node-contexts.ts'

export interface Address {
  nodeContext: NodeContext | undefined
  /** Property, or the path below it, such as `items.0.href`. */
  prop: string
  href: string
  /** `link` is the target of a link, `source` the URL of an image or font. */
  use: 'link' | 'source'
  /** The role of a link to the ESP. */
  role: Link['role'] | undefined
  /** The property is optional. */
  isOptional: boolean
}

/** A merge tag, or another use of a path. */
export interface TagUse {
  nodeContext: NodeContext | undefined
  prop: string
  tag: FieldTag
  /** `text` and `address` are output in text and in URLs; `logic` is a condition, loop or countdown. */
  kind: 'text' | 'address' | 'logic'
  /** Its path outside all loops, cached. */
  resolved?: Resolved
}

/** A path in the data: loop variables resolved, list items as `*`. */
export interface Resolved {
  path: string
  /** The loop variable in the document and the list it was resolved to; empty outside loops. */
  variable: string
  list: string
}

/** Visible text, with its merge tags as written. */
export interface PlainText {
  nodeContext: NodeContext | undefined
  prop: string
  text: string
}

/** All property values that rules inspect, in document order. */
export interface DocumentValues {
  addresses: Address[]
  tags: TagUse[]
  texts: PlainText[]
  /** Tags of other template languages, as written. */
  natives: PlainText[]
}

const sources = new Set(['src', 'darkSrc', 'stillSrc', 'poster', 'image', 'url', 'darkUrl'])

/** Collects URLs, merge tags and texts by the meanings in the schemas of the block types. */
export function valuesOf(
  document: EmailDocument,
  nodeContexts: readonly NodeContext[],
  blocks: BlockTypes,
): DocumentValues {
  const values: DocumentValues = { addresses: [], tags: [], texts: [], natives: [] }
  const { meta } = document
  for (const key of ['subject', 'preheader', 'title'] as const) {
    const text = meta[key]
    if (text !== undefined) readText(values, undefined, `meta.${key}`, text)
  }
  const backgroundSrc = document.body.backgroundImage?.src
  if (backgroundSrc !== undefined) readAddress(values, undefined, 'body.backgroundImage.src', backgroundSrc)
  for (const nodeContext of nodeContexts) {
    const { node } = nodeContext
    readLogic(values, nodeContext)
    const schema = blocks.get(node.type)?.schema
    if (schema !== undefined) readProperties(values, { nodeContext, prop: '' }, schema, node)
    for (const key of ['style', 'band', 'box'] as const) {
      const src = (node as { [key: string]: { backgroundImage?: { src?: string } } | undefined })[key]?.backgroundImage
        ?.src
      if (typeof src === 'string') readAddress(values, nodeContext, `${key}.backgroundImage.src`, src)
    }
  }
  return values
}

interface At {
  nodeContext: NodeContext
  prop: string
}

function readProperties(values: DocumentValues, at: At, schema: TSchema, value: unknown): void {
  if (value === undefined) return
  const meaning = meaningOf(schema)
  if (meaning !== undefined) return readMeaning(values, at, meaning, value)
  if (Array.isArray(value)) {
    const items = schema['items'] as TSchema | undefined
    if (items === undefined) return
    for (const [index, item] of value.entries())
      readProperties(values, { ...at, prop: `${at.prop}.${index}` }, items, item)
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const { inner, isOptional, isUrl, key } of reporting(schema)) {
    const member = (value as Record<string, unknown>)[key]
    if (member === undefined) continue
    const prop = at.prop === '' ? key : `${at.prop}.${key}`
    if (isUrl && typeof member === 'string') readAddress(values, at.nodeContext, prop, member, isOptional)
    else readProperties(values, { ...at, prop }, inner, member)
  }
}

/** A property with a value that rules inspect, or with one at a deeper level. */
interface Report {
  key: string
  inner: TSchema
  isUrl: boolean
  isOptional: boolean
}

const cached = new WeakMap<TSchema, readonly Report[]>()

// Most properties are numbers and choices, and the others are the same for every block of a type.
function reporting(schema: TSchema): readonly Report[] {
  const known = cached.get(schema)
  if (known !== undefined) return known
  const properties = (schema['properties'] ?? {}) as Record<string, TSchema>
  const required = (schema['required'] ?? []) as string[]
  const found = Object.entries(properties)
    .filter(([, inner]) => isReporting(inner))
    .map(([key, inner]) => ({ key, inner, isUrl: meaningOf(inner) === 'url', isOptional: !required.includes(key) }))
  cached.set(schema, found)
  return found
}

function isReporting(schema: TSchema): boolean {
  const items = schema['items'] as TSchema | undefined
  return meaningOf(schema) !== undefined || (items !== undefined && isReporting(items)) || reporting(schema).length > 0
}

function readMeaning(values: DocumentValues, { nodeContext, prop }: At, meaning: Meaning, value: unknown): void {
  if (meaning === 'rich-text' && Array.isArray(value)) readRich(values, nodeContext, prop, value as RichText)
  else if (typeof value !== 'string') return
  else if (meaning === 'tagged-text') readText(values, nodeContext, prop, value)
  else if (meaning === 'html') readTags(values, nodeContext, prop, value, 'text')
  else if (meaning === 'instant-or-path' && readInstant(value) === undefined && isPath(value)) {
    values.tags.push({ nodeContext, prop, tag: { path: value }, kind: 'logic' })
  }
}

function readText(values: DocumentValues, nodeContext: NodeContext | undefined, prop: string, text: string): void {
  values.texts.push({ nodeContext, prop, text })
  readTags(values, nodeContext, prop, text, 'text')
}

function readTags(
  values: DocumentValues,
  nodeContext: NodeContext | undefined,
  prop: string,
  text: string,
  kind: TagUse['kind'],
): void {
  if (!isTagged(text)) return
  for (const part of parseTagged(text).parts)
    if (typeof part !== 'string') addTag(values, { nodeContext, prop, kind }, part)
}

function addTag(values: DocumentValues, at: Omit<TagUse, 'tag'>, tag: MergeTag): void {
  if (isNativeTag(tag)) values.natives.push({ nodeContext: at.nodeContext, prop: at.prop, text: tag.native })
  else values.tags.push({ ...at, tag })
}

function readAddress(
  values: DocumentValues,
  nodeContext: NodeContext | undefined,
  prop: string,
  href: string,
  isOptional = true,
): void {
  const use = sources.has(prop.slice(prop.lastIndexOf('.') + 1)) ? 'source' : 'link'
  values.addresses.push({ nodeContext, prop, href, use, role: undefined, isOptional })
  readTags(values, nodeContext, prop, href, 'address')
}

function readRich(values: DocumentValues, nodeContext: NodeContext, prop: string, rich: RichText): void {
  let last: Link | undefined
  let text = ''
  for (const run of runsOf(rich)) {
    if ('break' in run) {
      text += '\n'
      continue
    }
    if ('text' in run) text += run.text
    else addTag(values, { nodeContext, prop, kind: 'text' }, run.tag)
    const { link } = run
    if (link === undefined || (link.href === last?.href && link.role === last?.role)) {
      last = link
      continue
    }
    last = link
    values.addresses.push({ nodeContext, prop, href: link.href ?? '', use: 'link', role: link.role, isOptional: true })
    if (link.href !== undefined) readTags(values, nodeContext, prop, link.href, 'address')
  }
  values.texts.push({ nodeContext, prop, text })
}

type Run = Extract<RichText[number], { type: 'paragraph' }>['runs'][number]

function* runsOf(rich: RichText): Generator<Run> {
  for (const part of rich) {
    if (part.type === 'paragraph') yield* part.runs
    else yield* itemRuns(part)
    yield { break: true }
  }
}

function* itemRuns(list: Extract<RichText[number], { type: 'list' }>): Generator<Run> {
  for (const item of list.items) {
    yield* item.runs
    yield { break: true }
    if (item.list !== undefined) yield* itemRuns(item.list)
  }
}

function readLogic(values: DocumentValues, nodeContext: NodeContext): void {
  const { each, type, when } = nodeContext.node
  const add = (prop: string, path: string) => values.tags.push({ nodeContext, prop, tag: { path }, kind: 'logic' })
  if (when !== undefined) for (const path of pathsOf(when)) add('when', path)
  if (each !== undefined) add('each', each.in)
  const { path } = nodeContext.node as { path?: unknown }
  if (type === 'dynamicList' && typeof path === 'string') add('path', path)
}

export function pathsOf(condition: NonNullable<NodeContext['node']['when']>): string[] {
  switch (condition.op) {
    case 'and':
    case 'or':
      return condition.of.flatMap(pathsOf)
    case 'not':
      return pathsOf(condition.of)
    case 'native':
      return []
    default:
      return [condition.path]
  }
}
