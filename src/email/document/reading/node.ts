import type { TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import type { BlockSchemas } from '../block-schema.ts'
import { rootId } from '../model.ts'
import { type Meaning, meaningOf } from '../properties.ts'
import { assumed } from '../schema/assumed.ts'
import {
  type Special,
  blockSchema,
  columnSchema,
  fallbackSchema,
  commonProperties,
  groupSchema,
  moduleUseSchema,
  sectionSchema,
  specialOf,
  stacking,
} from '../schema/node.ts'
import { interactiveTypes } from '../walk.ts'
import { type Extension, compile, readItems } from './compile.ts'
import { readOwnBlock } from './own-block.ts'
import { readCondition } from './condition.ts'
import { type Reader, type Reading, isRecord, quoted } from './reading.ts'
import { readRich } from './rich.ts'
import { readSlots } from './slots.ts'
import { readInstantOrPath, readPath, readTaggedText, readUrl, thenText } from './text.ts'

/** Readers of every kind of node, for one set of block types. */
export interface NodeReaders {
  row: Reader
  section: Reader
  column: Reader
  block: Reader
  /** Undefined if that node type has no such property. */
  property(type: string, name: string): Reader | undefined
}

const compiled = new WeakMap<BlockSchemas, NodeReaders>()

/** Readers for these block types; compiled once and cached. */
export function nodeReaders(blocks: BlockSchemas): NodeReaders {
  let readers = compiled.get(blocks)
  if (readers === undefined) compiled.set(blocks, (readers = buildReaders(blocks)))
  return readers
}

const reserved = new Set([rootId, 'meta'])
const kinds = { section: sectionSchema, group: groupSchema, module: moduleUseSchema, column: columnSchema }
const homes: Record<string, string> = {
  section: 'a section must be a row of the document or of a group',
  group: 'a group must be a row of the document',
  module: 'a module must be a row of the document',
  column: 'a column must be in the columns of a section',
}

function buildReaders(blocks: BlockSchemas): NodeReaders {
  const extend = extension({
    id: (_, shape) => thenText(shape(), readId),
    condition: () => readCondition,
    path: (_, shape) => thenText(shape(), readPath),
    blocks: (schema) => childList(schema, (value, reading) => block(value, reading)),
    others: (schema) => otherList(childList(schema, (value, reading) => block(value, reading))),
    fallback: (schema, shape) => readFallback(schema, shape(), (value, reading) => block(value, reading)),
    columns: (schema) => childList(schema, (value, reading) => column(value, reading)),
    sections: (schema) => childList(schema, (value, reading) => section(value, reading)),
    slots: (_, shape) =>
      readSlots(shape(), { block: (value, reading) => block(value, reading), property: (...of) => property(...of) }),
  })
  const own = Object.fromEntries(
    Object.entries(kinds).map(([type, schema]) => [type, compile(withoutId(schema), extend)]),
  ) as Record<keyof typeof kinds, Reader>
  const byType = new Map([...blocks.values()].map((one) => [one.type, compile(composed(one.type, one.schema), extend)]))
  const unknown = compile(withoutId(blockSchema), extend)

  const section = node((value, reading) => own.section(complete(value, assumed.Section), reading))
  const column = node((value, reading) => own.column(complete(value, assumed.Column), reading))
  const group = node((value, reading) => own.group(complete(value, assumed.Group), reading))
  const module = node((value, reading) => own.module(complete(value, assumed.ModuleUse), reading))
  const rows: Record<string, Reader> = { section, group, module }
  const block = node((value, reading) => {
    const type = value['type']
    if (typeof type !== 'string' || type === '') {
      return reading.problem(`is required: the type of the block, one of ${[...byType.keys()].join(', ')}`, 'type')
    }
    if (Object.hasOwn(homes, type)) return reading.problem(`expected a block: ${homes[type]}`)
    if (type === 'columns') return readNested(byType.get(type) ?? unknown, value, reading)
    if (type === 'html' && value['own'] !== undefined) return readOwnBlock(byType.get(type) ?? unknown, value, reading)
    if (interactiveTypes.has(type)) return readInteractive(byType.get(type) ?? unknown, value, reading)
    return (byType.get(type) ?? unknown)(value, reading)
  })
  const row: Reader = (value, reading) => {
    const type = isRecord(value) ? rowType(value) : undefined
    const read = type !== undefined && Object.hasOwn(rows, type) ? rows[type] : undefined
    if (read !== undefined) return read(value, reading)
    return reading.problem(
      isRecord(value) && typeof value['type'] === 'string'
        ? `expected a section, group or module, not ${quoted(value['type'])}: blocks belong in the columns of a section`
        : 'expected a section, group or module',
    )
  }
  const property = propertyReaders(blocks, extend)
  return { row, section, column, block, property }
}

// Combines the common properties with those of the type.
function composed(type: string, schema: TSchema): TSchema {
  const { id, ...common } = commonProperties
  const own = schema.properties as Record<string, TSchema>
  const columns =
    type === 'columns' ? { columns: sectionSchema.properties.columns, stack: Type.Optional(stacking) } : {}
  const fallback = interactiveTypes.has(type) ? { fallback: Type.Optional(fallbackSchema) } : {}
  const blocks = type === 'dynamicList' ? { blocks: columnSchema.properties.blocks } : {}
  return Type.Object(
    { type: Type.Literal(type), id: Type.Optional(id), ...own, ...common, ...columns, ...fallback, ...blocks },
    { additionalProperties: false },
  )
}

// Ids are optional in input; reading assigns missing ones at the end.
function withoutId(schema: TSchema): TSchema {
  const properties = schema.properties as Record<string, TSchema>
  return Type.Object(
    { ...properties, id: Type.Optional(commonProperties.id) },
    { additionalProperties: schema.additionalProperties as boolean },
  )
}

/** Adapts the reader of a schema to its meaning and special kind. */
export function extension(specials: Partial<Record<Special, Extension>>): Extension {
  return (schema, shape) => {
    const special = specialOf(schema)
    if (special !== undefined) return specials[special]?.(schema, shape) ?? shape()
    const meaning = meaningOf(schema)
    return meaning === undefined ? shape() : byMeaning[meaning](shape)
  }
}

const byMeaning: Record<Meaning, (shape: () => Reader) => Reader> = {
  'rich-text': () => readRich,
  'tagged-text': (shape) => thenText(shape(), readTaggedText),
  url: (shape) => thenText(shape(), readUrl),
  html: (shape) => thenText(shape(), (html, { options }) => options.cleanHtml?.(html) ?? html),
  'instant-or-path': (shape) => thenText(shape(), readInstantOrPath),
  color: (shape) => shape(),
}

function node(read: (value: Record<string, unknown>, reading: Reading) => unknown): Reader {
  return (value, reading) => {
    if (!isRecord(value)) return reading.problem(`expected an object with a type, not ${quoted(value)}`)
    if (++reading.nodes > limits.documentNodes) {
      if (reading.nodes === limits.documentNodes + 1)
        reading.tooLarge(`The document has more than ${limits.documentNodes} nodes`)
      return value
    }
    if (value['id'] === undefined) reading.unnamed++
    if (value['each'] === undefined) return read(value, reading)
    if (reading.loops >= limits.loopDepth) reading.problem(`loops nest at most ${limits.loopDepth} deep`, 'each')
    reading.loops++
    const result = read(value, reading)
    reading.loops--
    return result
  }
}

// Checks only the length of the list; the items are nodes with readers of their own.
function childList(schema: TSchema, child: Reader): Reader {
  const shape = compile({ ...schema, items: Type.Unknown() } as TSchema, (_, plain) => plain())
  return (value, reading) => {
    if (reading.shallow) return value
    const list = shape(value, reading)
    return Array.isArray(list) ? readItems(list, child, reading) : list
  }
}

// Part of the loop, which is a property: read even if children are skipped.
function otherList(read: Reader): Reader {
  return (value, reading) => {
    const { shallow } = reading
    reading.shallow = false
    const result = read(value, reading)
    reading.shallow = shallow
    return result
  }
}

// `auto`, or a list that belongs to the block as alternative blocks belong to a loop.
function readFallback(schema: TSchema, shape: Reader, block: Reader): Reader {
  const [, list] = schema.anyOf as TSchema[]
  const read = list === undefined ? shape : otherList(childList(list, block))
  return (value, reading) => (Array.isArray(value) ? read(value, reading) : shape(value, reading))
}

function readInteractive(read: Reader, value: unknown, reading: Reading): unknown {
  if (reading.interactive) return reading.problem('an interactive block cannot be inside another')
  reading.interactive = true
  const result = read(value, reading)
  reading.interactive = false
  return result
}

function readNested(read: Reader, value: unknown, reading: Reading): unknown {
  if (reading.nested) return reading.problem('columns nest one level deep: a columns block cannot be inside another')
  reading.nested = true
  const result = read(value, reading)
  reading.nested = false
  return result
}

function readId(id: string, reading: Reading): string {
  if (reserved.has(id)) reading.problem(`the id ${id} is reserved; choose another`)
  else if (reading.ids.has(id)) reading.problem(`the id ${id} is used twice; ids must be unique`)
  reading.ids.add(id)
  return id
}

function complete(value: Record<string, unknown>, members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  let whole = value
  for (const key in members) if (value[key] === undefined) whole = { ...whole, [key]: members[key] }
  return whole
}

function rowType(value: Record<string, unknown>): string | undefined {
  if (typeof value['type'] === 'string') return value['type']
  if (Array.isArray(value['columns'])) return 'section'
  if (Array.isArray(value['rows'])) return 'group'
  return value['ref'] === undefined ? undefined : 'module'
}

const structural = new Set(['id', 'type', 'columns', 'blocks', 'rows', 'fallback'])

// Compiled on first use: only translations and the like read single properties.
function propertyReaders(blocks: BlockSchemas, extend: Extension) {
  const known = new Map<string, Reader | undefined>()
  return (type: string, name: string): Reader | undefined => {
    if (structural.has(name)) return undefined
    const key = `${type}.${name}`
    if (!known.has(key)) known.set(key, propertyReader(propertiesOf(type, blocks), name, extend))
    return known.get(key)
  }
}

function propertyReader(
  properties: Record<string, TSchema> | undefined,
  name: string,
  extend: Extension,
): Reader | undefined {
  const all = properties ?? (commonProperties as Record<string, TSchema>)
  const schema = Object.hasOwn(all, name) ? all[name] : undefined
  if (schema === undefined && properties === undefined) return (value) => value
  return schema === undefined ? undefined : compile(schema, extend)
}

// For a block of unknown type only the common properties are validated; the others stay unchanged.
function propertiesOf(type: string, blocks: BlockSchemas): Record<string, TSchema> | undefined {
  if (Object.hasOwn(kinds, type)) return kinds[type as keyof typeof kinds].properties
  const block = blocks.get(type)
  return block === undefined ? undefined : (composed(type, block.schema).properties as Record<string, TSchema>)
}
