import type { Issue } from '../../kernel/errors/index.ts'
import { readInstant } from './date.ts'
import type { FieldDeclaration } from './model.ts'
import { segmentsOf } from './path.ts'
import { createScope, lookup } from './scope.ts'

const maxIssues = 50

/** Data from the declared samples; defaults replace missing samples. */
export function sampleData(fields: readonly FieldDeclaration[]): Record<string, unknown> {
  let data: Record<string, unknown> = {}
  for (const field of fields) {
    const value = field.sample ?? field.default
    if (value !== undefined) data = setPath(data, segmentsOf(field.path), 0, value) as Record<string, unknown>
  }
  return data
}

/** A value of the type of a field and of typical length, for one without a sample. */
export function typicalSample({ label, path, type }: Pick<FieldDeclaration, 'label' | 'path' | 'type'>): unknown {
  switch (type) {
    case 'string':
      return label ?? path.slice(path.lastIndexOf('.') + 1).replaceAll('_', ' ')
    case 'number':
      return 12
    case 'boolean':
      return true
    case 'date':
      return '2026-01-31T10:00:00Z'
    case 'url':
      return 'https://example.com/'
    case 'image':
      return 'https://example.com/image.png'
    case 'list':
      return []
    case 'object':
      return {}
  }
}

/** Data with a value for every declared field: its sample, its default, or a typical one. */
export function typicalData(fields: readonly FieldDeclaration[]): Record<string, unknown> {
  const depth = ({ path }: FieldDeclaration) => segmentsOf(path).length
  // An object before its members, which would be replaced with it.
  const ordered = fields.toSorted((one, other) => depth(one) - depth(other))
  return sampleData(
    ordered.map((field) => ({ ...field, sample: field.sample ?? field.default ?? typicalSample(field) })),
  )
}

/** Adds samples of declared fields where data has no value. Does not mutate the input. */
export function withSamples(
  fields: readonly FieldDeclaration[],
  data: Record<string, unknown>,
): Record<string, unknown> {
  return Object.keys(data).length === 0 ? sampleData(fields) : fillIn(fields, data, ({ sample }) => sample)
}

/** The data with another value at a path. Does not mutate the input. */
export function withValue(data: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> {
  return setPath(data, segmentsOf(path), 0, value) as Record<string, unknown>
}

/** Adds declared defaults where data is missing, null or empty text. Does not mutate the input. */
export function applyDefaults(fields: readonly FieldDeclaration[], data: unknown): Record<string, unknown> {
  return fillIn(fields, isObject(data) ? data : {}, () => undefined)
}

/** Adds what `first` gives for a field, or else its default, where data is missing, null or empty text. */
function fillIn(
  fields: readonly FieldDeclaration[],
  data: Record<string, unknown>,
  first: (field: FieldDeclaration) => unknown,
): Record<string, unknown> {
  let filled = data
  for (const field of fields) {
    const added = first(field) ?? field.default
    if (added === undefined) continue
    const value = lookup(createScope(filled), field.path)
    if (value === undefined || value === null || value === '') {
      filled = setPath(filled, segmentsOf(field.path), 0, added) as Record<string, unknown>
    }
  }
  return filled
}

/** Validates data against the declared fields; at most 50 issues, located by JSON Pointers. */
export function checkData(fields: readonly FieldDeclaration[], data: unknown): Issue[] {
  const issues: Issue[] = []
  const scope = createScope(data)
  for (const field of fields) {
    if (issues.length >= maxIssues) break
    const path = `/${segmentsOf(field.path).join('/')}`
    const value = lookup(scope, field.path)
    const absent = value === undefined || value === null || value === ''
    if (absent && field.required === true && field.default === undefined) {
      issues.push({ path, message: `is required: expected ${expectations[field.type]}${meant(field.path, data)}` })
    } else if (!absent && !fits(field.type, value)) {
      issues.push({ path, message: `expected ${expectations[field.type]}` })
    }
  }
  return issues
}

// A similar name in the data at the same position.
function meant(path: string, data: unknown): string {
  const cut = path.lastIndexOf('.')
  const around = cut < 0 ? data : lookup(createScope(data), path.slice(0, cut))
  if (!isObject(around)) return ''
  const name = path.slice(cut + 1)
  const others = Object.keys(around).filter((key) => key !== name)
  const found = nearestName(name, others.slice(0, maxNames))
  return found === undefined ? '' : `; the data has ${found}`
}

const maxNames = 200

const expectations: Record<FieldDeclaration['type'], string> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  date: 'an ISO 8601 date such as 2026-11-21T10:00:00Z',
  url: 'a URL such as https://example.com/',
  image: 'the https URL of an image',
  list: 'a list',
  object: 'an object',
}

function fits(type: FieldDeclaration['type'], value: unknown): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string' || typeof value === 'number'
    case 'number':
      return (
        typeof value === 'number' ||
        (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
      )
    case 'boolean':
      return typeof value === 'boolean'
    case 'date':
      return readInstant(value) !== undefined
    case 'url':
      return typeof value === 'string' && /^(https?:\/\/|mailto:|tel:|sms:|\/|#)/i.test(value)
    case 'image':
      return typeof value === 'string' && /^(https?:\/\/|\/cdn\/)/i.test(value)
    case 'list':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
  }
}

// Copies containers along the path, so that samples and callers' data are never mutated.
function setPath(target: unknown, segments: readonly string[], at: number, value: unknown): unknown {
  const key = segments[at]
  if (key === undefined) return value
  // An index into a missing value creates a list.
  if ((Array.isArray(target) || target === undefined) && /^\d{1,3}$/.test(key)) {
    const copy: unknown[] = Array.isArray(target) ? [...target] : []
    while (copy.length < Number(key)) copy.push({})
    copy[Number(key)] = setPath(copy[Number(key)], segments, at + 1, value)
    return copy
  }
  const copy: Record<string, unknown> = isObject(target) ? { ...target } : {}
  const inner = Object.hasOwn(copy, key) ? copy[key] : undefined
  Object.defineProperty(copy, key, {
    value: setPath(inner, segments, at + 1, value),
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return copy
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The only name within an edit distance of two. */
export function nearestName(path: string, names: Iterable<string>): string | undefined {
  if (path.length < 4 || path.length > 100) return undefined
  let best: string | undefined
  let min = 3
  for (const name of names) {
    if (Math.abs(name.length - path.length) > 2) continue
    const far = distance(path.toLowerCase(), name.toLowerCase())
    if (far === min) best = undefined
    if (far < min) [min, best] = [far, name]
  }
  return best
}

/** Edit distance: changes, insertions, deletions, transpositions (optimal string alignment). */
function distance(one: string, other: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      next.push(cost)
    }
    ;[before, row] = [row, next]
  }
  return row[other.length] ?? 0
}
