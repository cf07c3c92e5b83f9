import { Kind, type TSchema } from '@sinclair/typebox'
import type { BlockSchema, BlockSchemas, Field } from '../block-schema.ts'
import { type Meaning, meaningOf } from '../properties.ts'
import { isRecord } from '../reading/reading.ts'
import { isRichText } from '../text.ts'
import { isEqual } from './equal.ts'
import { type ValueChange, segmentsOf } from './values.ts'

/** Category of a property change. `items` is the number of items in a list, `setting` the rest. */
export type Aspect =
  | 'text'
  | 'link'
  | 'image'
  | 'date'
  | 'html'
  | 'items'
  | 'look'
  | 'visibility'
  | 'condition'
  | 'loop'
  | 'lock'
  | 'name'
  | 'module'
  | 'setting'

const common: Readonly<Record<string, Aspect>> = {
  style: 'look',
  mobile: 'look',
  dark: 'look',
  classes: 'look',
  hide: 'visibility',
  parts: 'visibility',
  when: 'condition',
  each: 'loop',
  fallback: 'setting',
  lock: 'lock',
  name: 'name',
  anchor: 'name',
}
const structural: Readonly<Record<string, Readonly<Record<string, Aspect>>>> = {
  section: { band: 'look', box: 'look', stack: 'look' },
  group: { band: 'look' },
  column: { width: 'look', align: 'look' },
  columns: { stack: 'look' },
  module: { ref: 'module', slots: 'module' },
}
const meanings: Readonly<Record<Meaning, Aspect>> = {
  'rich-text': 'text',
  'tagged-text': 'text',
  url: 'link',
  color: 'look',
  html: 'html',
  'instant-or-path': 'date',
}

/**
 * Categories of one property change, by the meanings in the schema of the block type; values without a meaning are
 * classified by their inspector field. For unknown types only rich text is recognized.
 */
export function aspectsOf(type: string, change: ValueChange, blocks: BlockSchemas): ReadonlySet<Aspect> {
  const names = segmentsOf(change.path)
  const [property = ''] = names
  const given = common[property] ?? structural[type]?.[property]
  if (given !== undefined) return new Set([given])
  const block = blocks.get(type)
  const found = new Set<Aspect>()
  visit(change.before, change.after, { names, schema: schemaAt(block?.schema, names), block, found })
  return found
}

interface Visit {
  /** Path from the node to the value, list items by their index. */
  names: readonly string[]
  schema: TSchema | undefined
  block: BlockSchema | undefined
  found: Set<Aspect>
}

function visit(before: unknown, after: unknown, at: Visit): void {
  if (isEqual(before, after)) return
  const aspect = aspectOfValue(at, before ?? after)
  if (aspect !== undefined) at.found.add(aspect)
  else if (Array.isArray(before) || Array.isArray(after)) visitItems(asList(before), asList(after), at)
  else if (isRecord(before) || isRecord(after)) visitMembers(asRecord(before), asRecord(after), at)
  else at.found.add('setting')
}

function visitItems(before: readonly unknown[], after: readonly unknown[], at: Visit): void {
  if (before.length !== after.length) at.found.add('items')
  for (let index = 0; index < Math.min(before.length, after.length); index++) {
    visit(before[index], after[index], below(at, String(index)))
  }
}

function visitMembers(before: Record<string, unknown>, after: Record<string, unknown>, at: Visit): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    visit(before[key], after[key], below(at, key))
  }
}

function below(at: Visit, name: string): Visit {
  return { ...at, names: [...at.names, name], schema: schemaAt(at.schema, [name]) }
}

function aspectOfValue({ block, names, schema }: Visit, value: unknown): Aspect | undefined {
  const meaning = schema === undefined ? undefined : meaningOf(schema)
  const field = fieldAt(block?.fields ?? [], names)
  if (meaning === 'url') return field?.kind === 'image' ? 'image' : 'link'
  if (meaning !== undefined) return meanings[meaning]
  if (isRichText(value)) return 'text'
  if (typeof value === 'object') return undefined
  if (field?.group === 'style' || field?.group === 'layout') return 'look'
  return field !== undefined && wordy.has(field.kind) ? 'text' : undefined
}

const wordy = new Set<Field['kind']>(['text', 'textarea', 'code'])

/** The field that edits the value at that path; a field of a list's items is in the group of the list. */
function fieldAt(fields: readonly Field[], names: readonly string[]): Field | undefined {
  for (const field of fields) {
    const prop = field.prop.split('.')
    if (!prop.every((name, at) => names[at] === name)) continue
    if (prop.length === names.length) return field
    const inner = fieldAt(field.item ?? [], names.slice(prop.length + 1))
    if (inner !== undefined) return field.group === undefined ? inner : { group: field.group, ...inner }
    if (field.item === undefined) return field
  }
  return undefined
}

function schemaAt(schema: TSchema | undefined, names: readonly string[]): TSchema | undefined {
  let at = schema
  for (const name of names) at = at === undefined || meaningOf(at) !== undefined ? at : memberOf(at, name)
  return at
}

function memberOf(schema: TSchema, name: string): TSchema | undefined {
  switch (schema[Kind]) {
    case 'Object':
      return (schema.properties as Record<string, TSchema>)[name]
    case 'Array':
      return schema.items as TSchema
    case 'Record':
      return Object.values(schema.patternProperties as Record<string, TSchema>)[0]
    case 'Union':
      return (schema.anyOf as TSchema[]).map((one) => memberOf(one, name)).find((one) => one !== undefined)
    default:
      return undefined
  }
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}
