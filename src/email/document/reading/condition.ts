import { limits } from '../../../kernel/limits.ts'
import { isPath } from '../../data/index.ts'
import { readItems, readMembers } from './compile.ts'
import { type Reader, type Reading, isRecord, quoted } from './reading.ts'
import { unknownName } from './unknown-name.ts'

const maxTextLength = 4096
const maxParts = 100

const path: Reader = (value, reading) =>
  typeof value === 'string' && isPath(value)
    ? value
    : reading.problem(`expected a path such as customer.plan, not ${quoted(value)}`)

const scalar: Reader = (value, reading) => {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value
  if (typeof value === 'string' && value.length <= maxTextLength) return value
  return reading.problem('expected a string, a number, true, false or null')
}

const word: Reader = (value, reading) =>
  typeof value === 'string' && value.length <= 64
    ? value
    : reading.problem('expected a string of at most 64 characters')

// Printed verbatim, so it must not open an HTML tag; `<%` and comparisons are valid in other template languages.
const native: Reader = (value, reading) => {
  if (typeof value !== 'string' || value.length > maxTextLength)
    return reading.problem(`expected a string of at most ${maxTextLength} characters`)
  return /<[A-Za-z/!?]|<$/.test(value) ? reading.problem('must not contain HTML tags') : value
}

const comparison: Shape = { path, value: scalar }
const presence: Shape = { path }
type Shape = Readonly<Record<string, Reader>>

const several: Shape = {
  of: (value, reading) =>
    Array.isArray(value) && value.length > 0 && value.length <= maxParts
      ? readItems(value, readCondition, reading)
      : reading.problem(`expected a list of 1 to ${maxParts} conditions`),
}

const shapes: Readonly<Record<string, Shape>> = {
  and: several,
  or: several,
  not: { of: (value, reading) => readCondition(value, reading) },
  exists: presence,
  empty: presence,
  eq: comparison,
  ne: comparison,
  gt: comparison,
  gte: comparison,
  lt: comparison,
  lte: comparison,
  contains: comparison,
  native: { target: word, before: native, after: native },
}

const members = new Map(
  Object.entries(shapes).map(([op, shape]) => [
    op,
    new Map<string, Reader>([['op', (value) => value], ...Object.entries(shape)]),
  ]),
)

/** Validates a condition and its nested ones, up to limits.conditionDepth. */
export function readCondition(value: unknown, reading: Reading): unknown {
  if (!isRecord(value))
    return reading.problem(
      `expected a condition such as { "op": "exists", "path": "customer.plan" }, not ${quoted(value)}`,
    )
  const readers = typeof value['op'] === 'string' ? members.get(value['op']) : undefined
  if (readers === undefined) return reading.problem(`expected one of ${Object.keys(shapes).join(', ')}`, 'op')
  if (depthOf(reading) > limits.conditionDepth)
    return reading.problem(`nests deeper than ${limits.conditionDepth} conditions`)
  const result = readMembers(value, reading, {
    readerOf: (key) => readers.get(key),
    refusal: (key) => unknownName(key, readers),
  })
  for (const key of readers.keys()) if (value[key] === undefined) reading.problem('is required', key)
  return result
}

function depthOf({ path: position }: Reading): number {
  const start = position.lastIndexOf('when')
  return position.slice(start + 1).filter((segment) => segment === 'of').length
}
