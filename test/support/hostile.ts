/** Values that break careless servers, and requests made of them from an OpenAPI operation. */
import type { Random } from './random.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: Json[]
  const?: Json
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  examples?: Json[]
  example?: Json
  default?: Json
  minimum?: number
}

const nested = (depth: number): Json => {
  let value: Json = {}
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value }
  return value
}

/** Strings, numbers and shapes that no field should fall over. */
export const hostileValues: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -0,
  9007199254740993,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\u202e\u200f',
  '👩‍👩‍👧‍👦',
  'a'.repeat(100_000),
  '../../etc/passwd',
  "'; drop table templates; --",
  '%',
  '_',
  '"',
  '\\',
  '{{',
  '{{ a | }}',
  '{% for x in y %}',
  '{{ constructor.constructor }}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '__proto__',
  'tpl_00000000000000000000000000',
  'true',
  '2026-02-30T25:61:00Z',
  [],
  [null],
  [[[]]],
  {},
  { __proto__x: 1 },
  { constructor: { prototype: {} } },
  { toString: 1, length: -1 },
  nested(40),
  Array.from({ length: 5001 }, (_, i) => i),
]

/** Bodies that are not JSON, or JSON that no parser should trust. */
export const hostileBodies: readonly string[] = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '12',
  '{"a":1}{"b":2}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '[['.repeat(20_000),
  '{"a":'.repeat(20_000),
  '{"name":"\\ud800"}',
  '{"name":"\\u0000"}',
  '\ufeff{}',
  '{"a":1e999}',
  `{"a":"${'x'.repeat(200_000)}"}`,
]

/** A value that fits the schema well enough to reach the rules behind it. */
export function valueFor(schema: Schema, resolve: (ref: string) => Schema, random: Random, depth = 0): Json {
  if (schema.$ref) return valueFor(resolve(schema.$ref), resolve, random, depth)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const example = schema.example ?? schema.examples?.[0] ?? schema.default
  if (example !== undefined && random.next() < 0.6) return example
  const choice = schema.anyOf ?? schema.oneOf
  if (choice) return valueFor(random.pick(choice), resolve, random, depth)
  if (schema.allOf?.[0]) return valueFor(schema.allOf[0], resolve, random, depth)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object': {
      const value: Record<string, Json> = {}
      for (const [name, member] of Object.entries(schema.properties ?? {})) {
        const wanted = schema.required?.includes(name) || (depth < 4 && random.next() < 0.5)
        if (wanted && depth < 8) value[name] = valueFor(member, resolve, random, depth + 1)
      }
      return value
    }
    case 'array':
      return Array.from({ length: random.integer(3) }, () => valueFor(schema.items ?? {}, resolve, random, depth + 1))
    case 'integer':
      return (schema.minimum ?? 0) + random.integer(5)
    case 'number':
      return random.next() * 100
    case 'boolean':
      return random.next() < 0.5
    case 'null':
      return null
    default:
      return `text ${random.integer(1000)}`
  }
}

/** The value with one place in it, chosen at random, replaced, removed or added to. */
export function spoil(value: Json, random: Random): Json {
  if (value === null || typeof value !== 'object' || random.next() < 0.04) return random.pick(hostileValues)
  if (Array.isArray(value)) {
    if (value.length === 0) return [random.pick(hostileValues)]
    const at = random.integer(value.length)
    return value.map((item, index) => (index === at ? spoil(item, random) : item))
  }
  const names = Object.keys(value)
  const kind = random.next()
  if (kind < 0.05) return { ...value, [`unknown_${random.integer(10)}`]: random.pick(hostileValues) }
  if (names.length === 0) return random.pick(hostileValues)
  const name = random.pick(names)
  if (kind < 0.12) return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
  return { ...value, [name]: spoil(value[name] ?? null, random) }
}
