import { Kind, OptionalKind, type TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { expectation } from '../schema/expectation.ts'
import { boxKey } from '../schema/style.ts'
import { unknownName } from './unknown-name.ts'
import { type Reader, type Reading, isRecord, quoted } from './reading.ts'

/** Replaces or wraps the reader of a schema with extra semantics; `shape` creates the plain one. */
export type Extension = (schema: TSchema, shape: () => Reader) => Reader

/**
 * Compiles a TypeBox schema to a reader. Closures instead of generated code: they normalize and validate in one pass, report
 * remedies, and run under a Content-Security-Policy that forbids `new Function`. Throws on a schema kind that documents do
 * not use, which is a bug of a block type.
 */
export function compile(schema: TSchema, extend: Extension): Reader {
  return extend(schema, () => shapeReader(schema, extend))
}

function shapeReader(schema: TSchema, extend: Extension): Reader {
  switch (schema[Kind]) {
    case 'String':
      return stringReader(schema)
    case 'Number':
    case 'Integer':
      return numberReader(schema)
    case 'Boolean':
      return (value, reading) => (typeof value === 'boolean' ? value : mismatch(schema, value, reading))
    case 'Null':
      return (value, reading) => (value === null ? value : mismatch(schema, value, reading))
    case 'Literal':
      return literalReader(schema)
    case 'Union':
      return unionReader(schema, extend)
    case 'Array':
      return arrayReader(schema, extend)
    case 'Tuple':
      return schema[boxKey] === true ? boxReader(schema) : tupleReader(schema, extend)
    case 'Object':
      return objectReader(schema, extend)
    case 'Record':
      return recordReader(schema, extend)
    case 'Unknown':
    case 'Any':
    case 'Unsafe':
      return (value) => value
    default:
      throw new TypeError(`Block schemas cannot use TypeBox kind ${String(schema[Kind])}`)
  }
}

function mismatch(schema: TSchema, value: unknown, reading: Reading): undefined {
  return reading.problem(`expected ${expectation(schema)}, not ${quoted(value)}`)
}

function stringReader(schema: TSchema): Reader {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema as { minLength?: number; maxLength?: number }
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern as string)
  return (value, reading) => {
    if (typeof value !== 'string') return mismatch(schema, value, reading)
    if (value.length > maxLength)
      return reading.problem(`is ${value.length} characters long; the limit is ${maxLength}`)
    if (value.length < minLength) return mismatch(schema, value, reading)
    return pattern === undefined || pattern.test(value) ? value : mismatch(schema, value, reading)
  }
}

function numberReader(schema: TSchema): Reader {
  const {
    minimum = Number.NEGATIVE_INFINITY,
    maximum = Number.POSITIVE_INFINITY,
    multipleOf,
  } = schema as {
    minimum?: number
    maximum?: number
    multipleOf?: number
  }
  const whole = schema[Kind] === 'Integer'
  return (value, reading) => {
    const fits =
      typeof value === 'number' &&
      value >= minimum &&
      value <= maximum &&
      (!whole || Number.isInteger(value)) &&
      (multipleOf === undefined || value % multipleOf === 0)
    return fits ? value : mismatch(schema, value, reading)
  }
}

// A flag that can only be set may also be sent as its opposite, which means the same as omitting it.
function literalReader(schema: TSchema): Reader {
  const only: unknown = schema.const
  return (value, reading) => {
    if (value === only) return value
    return typeof only === 'boolean' && value === !only ? undefined : mismatch(schema, value, reading)
  }
}

function unionReader(schema: TSchema, extend: Extension): Reader {
  const options = schema.anyOf as TSchema[]
  if (options.every((option) => option[Kind] === 'Literal')) {
    const values = new Set<unknown>(options.map((option) => option.const as unknown))
    return (value, reading) => (values.has(value) ? value : mismatch(schema, value, reading))
  }
  const branches = options.map((option) => ({ sort: sortOfSchema(option), read: compile(option, extend) }))
  return (value, reading) => {
    const sort = sortOf(value)
    const fitting = branches.filter((branch) => branch.sort === undefined || branch.sort === sort)
    const [first] = fitting
    if (first !== undefined && fitting.length === 1 && sort === 'object') return first.read(value, reading)
    for (const branch of fitting) {
      const before = reading.issues.length
      const result = branch.read(value, reading)
      if (reading.issues.length === before) return result
      reading.issues.length = before
    }
    return mismatch(schema, value, reading)
  }
}

function sortOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

function sortOfSchema(schema: TSchema): string | undefined {
  switch (schema[Kind]) {
    case 'String':
    case 'Number':
    case 'Boolean':
    case 'Null':
    case 'Array':
    case 'Object':
      return schema[Kind].toLowerCase()
    case 'Integer':
      return 'number'
    case 'Tuple':
      return 'array'
    case 'Record':
      return 'object'
    case 'Literal':
      return typeof schema.const
    default:
      return undefined
  }
}

function arrayReader(schema: TSchema, extend: Extension): Reader {
  const {
    minItems = 0,
    maxItems = Number.POSITIVE_INFINITY,
    uniqueItems,
  } = schema as {
    minItems?: number
    maxItems?: number
    uniqueItems?: boolean
  }
  const item = compile(schema.items as TSchema, extend)
  return (value, reading) => {
    if (!Array.isArray(value) || value.length < minItems || value.length > maxItems)
      return mismatch(schema, value, reading)
    if (uniqueItems === true && new Set(value).size < value.length) return reading.problem('contains a duplicate item')
    return readItems(value, item, reading)
  }
}

/** Reads each item of a list; returns the same list if nothing changes. */
export function readItems(list: readonly unknown[], item: Reader, reading: Reading): readonly unknown[] {
  const { path } = reading
  const at = path.push(0) - 1
  let copy: unknown[] | undefined
  for (let index = 0; index < list.length; index++) {
    path[at] = index
    const value = list[index]
    const result = item(value, reading)
    if (result !== value) (copy ??= [...list])[index] = result
  }
  path.pop()
  return copy ?? list
}

function tupleReader(schema: TSchema, extend: Extension): Reader {
  const readers = (schema.items as TSchema[]).map((item) => compile(item, extend))
  return (value, reading) => {
    if (!Array.isArray(value) || value.length !== readers.length) return mismatch(schema, value, reading)
    let index = 0
    return readItems(value, (item, inner) => readers[index++]?.(item, inner), reading)
  }
}

function boxReader(schema: TSchema): Reader {
  const { minimum = 0, maximum = 0 } = (schema.items as TSchema[])[0] as { minimum?: number; maximum?: number }
  const fits = (side: unknown) => typeof side === 'number' && side >= minimum && side <= maximum
  return (value, reading) => {
    if (Array.isArray(value) && value.every(fits)) {
      if (value.length === 4) return value
      if (value.length === 2) return [value[0], value[1], value[0], value[1]]
    }
    return fits(value) ? [value, value, value, value] : mismatch(schema, value, reading)
  }
}

function objectReader(schema: TSchema, extend: Extension): Reader {
  const properties = schema.properties as Record<string, TSchema>
  const readers = new Map(Object.entries(properties).map(([key, one]) => [key, compile(one, extend)]))
  const required = Object.keys(properties).filter((key) => properties[key]?.[OptionalKind] === undefined)
  const other = schema.additionalProperties === false ? undefined : keep
  const members: Members = {
    readerOf: (key) => readers.get(key) ?? other,
    refusal: (key) => unknownName(key, readers),
  }
  return (value, reading) => {
    if (!isRecord(value)) return mismatch(schema, value, reading)
    const result = readMembers(value, reading, members)
    for (const key of required) {
      if (value[key] === undefined || !Object.hasOwn(value, key)) {
        reading.problem(`is required: expected ${expectation(properties[key] as TSchema)}`, key)
      }
    }
    return result
  }
}

const keep: Reader = (value) => value

function recordReader(schema: TSchema, extend: Extension): Reader {
  const [pattern, valueSchema] = Object.entries(schema.patternProperties as Record<string, TSchema>)[0] ?? ['', schema]
  // Any name; the dot of TypeBox's pattern excludes line breaks.
  const names = pattern === Type.PatternStringExact ? /^/ : new RegExp(pattern)
  const read = compile(valueSchema, extend)
  const members: Members = {
    readerOf: (key) => (names.test(key) ? read : undefined),
    refusal: () => `is not a valid name: it must match ${pattern}`,
  }
  return (value, reading) => (isRecord(value) ? readMembers(value, reading, members) : mismatch(schema, value, reading))
}

/** Readers of an object's members by name, and error messages for unknown names. */
export interface Members {
  readerOf(key: string): Reader | undefined
  refusal(key: string): string
}

/**
 * Reads the members of an object, each with the reader of its name; returns the same object if nothing changes. A member
 * whose reader returns undefined is dropped; one without a reader is an issue.
 */
export function readMembers(
  value: Record<string, unknown>,
  reading: Reading,
  members: Members,
): Record<string, unknown> {
  const { path } = reading
  const at = path.push('') - 1
  let copy: Record<string, unknown> | undefined
  for (const key of Object.keys(value)) {
    const member = value[key]
    path[at] = key
    const read = member === undefined ? leaveOut : members.readerOf(key)
    if (read === undefined) {
      reading.problem(members.refusal(key))
      continue
    }
    const result = read(member, reading)
    if (result === member && member !== undefined) continue
    copy ??= { ...value }
    if (result === undefined) delete copy[key]
    else copy[key] = result
  }
  path.pop()
  return copy ?? value
}

const leaveOut: Reader = () => undefined
