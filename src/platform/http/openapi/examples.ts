import { Kind, OptionalKind, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Json } from './model.ts'

/** A valid example of the schema, composed of the examples of its parts; undefined if none can be composed. */
export function exampleOf(schema: TSchema): Json | undefined {
  const example = build(schema, 0)
  return example !== undefined && Value.Check(schema, example) ? example : undefined
}

const maxDepth = 12
const body = '01jd3k5v2q8m4x7r9t6w0y1z2a'

function build(schema: TSchema, depth: number): Json | undefined {
  if (depth > maxDepth) return undefined
  const given =
    (schema.examples as Json[] | undefined)?.[0] ?? (schema['example'] as Json | undefined) ?? schema.default
  if (given !== undefined) return given as Json
  if ('const' in schema) return schema['const'] as Json
  const parts = schema['allOf'] as TSchema[] | undefined
  if (parts) return joined(parts, depth)
  const variants = schema['anyOf'] as TSchema[] | undefined
  if (variants) return firstOf(variants, depth)
  switch (schema[Kind]) {
    case 'Object':
      return buildObject(schema, depth)
    case 'Array':
      return buildArray(schema, depth)
    case 'Record':
    case 'Unknown':
    case 'Any':
      return {}
    case 'String':
      return buildText(schema)
    case 'Integer':
    case 'Number':
      return (schema['minimum'] as number | undefined) ?? 1
    case 'Boolean':
      return false
    case 'Null':
      return null
    default:
      return undefined
  }
}

function firstOf(variants: TSchema[], depth: number): Json | undefined {
  // Null is a better example than invented text.
  if (variants.some((variant) => variant[Kind] === 'Null') && variants.every(isPlainText)) return null
  for (const variant of variants) {
    const example = build(variant, depth + 1)
    if (example !== undefined) return example
  }
  return undefined
}

function joined(parts: TSchema[], depth: number): Json | undefined {
  const whole: Record<string, Json> = {}
  for (const part of parts) {
    const example = build(part, depth + 1)
    if (typeof example !== 'object' || example === null || Array.isArray(example)) return undefined
    Object.assign(whole, example)
  }
  return whole
}

function buildObject(schema: TSchema, depth: number): Json | undefined {
  const members: Record<string, Json> = {}
  for (const [name, member] of Object.entries(schema['properties'] as Record<string, TSchema>)) {
    const isOptional = OptionalKind in member
    if (isOptional && !hasExample(member)) continue
    const example = build(member, depth + 1)
    if (example !== undefined) members[name] = example
    else if (!isOptional) return undefined
  }
  return members
}

function buildArray(schema: TSchema, depth: number): Json | undefined {
  const item = build(schema['items'] as TSchema, depth + 1)
  return item === undefined ? [] : [item]
}

function buildText({ pattern, format, minLength }: TSchema): string {
  const id = /^\^([a-z]{3}_)\[/.exec(String(pattern))?.[1]
  if (id !== undefined) return id + body
  if (format === 'date-time') return '2026-11-21T10:00:00.000Z'
  if (format === 'uri') return 'https://example.org/'
  return 'text'.padEnd((minLength as number | undefined) ?? 0, '.')
}

function isPlainText(schema: TSchema): boolean {
  return (
    schema[Kind] === 'Null' || (schema[Kind] === 'String' && !hasExample(schema) && schema['pattern'] === undefined)
  )
}

function hasExample(schema: TSchema): boolean {
  return schema.examples !== undefined || schema.default !== undefined || schema['example'] !== undefined
}
