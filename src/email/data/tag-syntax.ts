import { type Literal, readLiteral } from './literal.ts'
import type { FieldTag, Filter, MergeTag } from './model.ts'
import { nativeProblem } from './native-tag.ts'
import { pathPattern } from './path.ts'

/** A syntax error, as a value instead of an exception. */
export class SyntaxProblem {
  readonly index: number
  readonly message: string

  constructor(index: number, message: string) {
    this.index = index
    this.message = message
  }
}

const filterNames: Record<string, Filter['name']> = {
  upcase: 'upper',
  downcase: 'lower',
  capitalize: 'capitalize',
  date: 'date',
  number: 'number',
  truncate: 'truncate',
  url_encode: 'url',
}
const knownFilters = 'default, upcase, downcase, capitalize, date, number, truncate, url_encode, raw'

// Filters that may precede `default` without changing its effect: they leave text unchanged that they cannot parse.
const beforeDefault = new Set<string>(['date', 'number'])

// `a[0].b` and `a["b"]` are Liquid for the paths a.0.b and a.b.
const lenientSegment = `(?:\\[\\s*(?:\\d+|"[\\p{L}_][\\p{L}\\p{N}_-]*"|'[\\p{L}_][\\p{L}\\p{N}_-]*')\\s*\\])`
const lenientPath = new RegExp(`${pathPattern}(?:${lenientSegment}(?:\\.${pathPattern})?)*`, 'uy')
const filterName = /[A-Za-z_]\w*/y

/** Parses a path at `index`, brackets allowed; undefined if there is none. */
export function readPath(source: string, index: number): { path: string; end: number } | undefined {
  lenientPath.lastIndex = index
  const text = lenientPath.exec(source)?.[0]
  if (text === undefined || text.length > 256) return undefined
  const path = text.includes('[') ? text.replace(/\[\s*["']?([^"'\]\s]+)["']?\s*\]/g, '.$1') : text
  return { path, end: index + text.length }
}

/** Index of the first character at or after `index` that is not white space. */
export function skipSpace(source: string, index: number): number {
  let at = index
  while (at < source.length && source.charCodeAt(at) <= 32) at++
  return at
}

/** A parsed tag, and the index of its end; `trims`: removes the white space after it, as `-}}` does. */
export interface ReadTag {
  value: string | MergeTag
  end: number
  trims: boolean
}

/** Parses the tag that opens at `open` with `{{` or `{%`: a merge tag, or the text of a quoted literal. */
export function readTagAt(source: string, open: number): ReadTag | SyntaxProblem {
  if (source[open + 1] === '%') return new SyntaxProblem(open, blockTagProblem(source, open))
  const start = skipSpace(source, open + (source[open + 2] === '-' ? 3 : 2))
  const literal = readLiteral(source, start)
  if (typeof literal?.value === 'string') return readQuoted(source, open, literal)
  const path = readPath(source, start)
  if (path === undefined) {
    return new SyntaxProblem(
      start,
      'Expected a path such as customer.first_name after {{; write {{ "{{" }} for two braces',
    )
  }
  // Names may contain a dash; a dash at the end belongs to the name only if it is not part of `-}}`.
  const isDash = path.path.endsWith('-') && source.startsWith('}}', path.end)
  return isDash
    ? readFilters(source, path.end - 1, { path: path.path.slice(0, -1) })
    : readFilters(source, path.end, { path: path.path })
}

const blockTag = /\{%-?\s{0,20}([a-z#]+)/y

function blockTagProblem(source: string, open: number): string {
  blockTag.lastIndex = open
  switch (blockTag.exec(source)?.[1]) {
    case 'comment':
    case '#':
      return 'Comments are not supported in text: remove it, or put it into the name of the block'
    case 'raw':
      return 'raw is not supported in text: write {{ "{{" }} for two literal braces'
    case 'assign':
    case 'capture':
      return 'Variables are not supported in text: use an HTML block, or provide the value in the data'
    case 'include':
    case 'render':
    case 'layout':
      return 'Includes are not supported: use a module instead'
    default:
      return 'Conditions and loops are not supported in text: set when or each on the block, or write {{ "{%" }} for the literal characters'
  }
}

// Index after the end of a tag at `at`, and whether it trims white space.
function readEnd(source: string, at: number): { end: number; trims: boolean } | undefined {
  const trims = source[at] === '-'
  const close = trims ? at + 1 : at
  return source.startsWith('}}', close) ? { end: close + 2, trims } : undefined
}

function readQuoted(source: string, open: number, literal: Literal): ReadTag | SyntaxProblem {
  const end = readEnd(source, skipSpace(source, literal.end))
  if (end !== undefined) return { value: String(literal.value), ...end }
  if (literal.value === 'now') return readFilters(source, literal.end, { path: 'now' })
  const native = readNative(source, literal)
  if (native !== undefined) return native
  return new SyntaxProblem(open, 'Filters on a quoted string are not supported: write it as plain text')
}

const nativeFilter = /\s*\|\s*native\s*/y

// A quoted tag of another language, written unchanged.
function readNative(source: string, literal: Literal): ReadTag | SyntaxProblem | undefined {
  nativeFilter.lastIndex = literal.end
  if (!nativeFilter.test(source)) return undefined
  const end = readEnd(source, nativeFilter.lastIndex)
  if (end === undefined) return new SyntaxProblem(nativeFilter.lastIndex, 'Expected }} after native')
  const native = String(literal.value)
  const problem = nativeProblem(native)
  return problem === undefined ? { value: { native }, ...end } : new SyntaxProblem(literal.end, problem)
}

function readFilters(source: string, from: number, tag: FieldTag): ReadTag | SyntaxProblem {
  let at = skipSpace(source, from)
  while (source[at] === '|') {
    const next = readFilter(source, skipSpace(source, at + 1), tag)
    if (next instanceof SyntaxProblem) return next
    at = skipSpace(source, next)
  }
  const end = readEnd(source, at)
  if (end !== undefined) return { value: tag, ...end }
  return new SyntaxProblem(at, at >= source.length ? 'The merge tag is not closed with }}' : 'Expected | or }} here')
}

// Adds one filter to the tag; returns the index after it.
function readFilter(source: string, at: number, tag: FieldTag): number | SyntaxProblem {
  filterName.lastIndex = at
  const name = filterName.exec(source)?.[0]
  if (name === undefined) return new SyntaxProblem(at, `Expected a filter after |: ${knownFilters}`)
  const read = readArguments(source, at + name.length)
  if (read instanceof SyntaxProblem) return read
  if (name === 'raw') {
    tag.raw = true
    return read.args.length === 0 ? read.end : new SyntaxProblem(at, 'The filter raw takes no argument')
  }
  const problem = name === 'default' ? setFallback(tag, read.args) : addFilter(tag, name, read.args)
  return problem === undefined ? read.end : new SyntaxProblem(at, problem)
}

function readArguments(source: string, from: number): { args: Literal['value'][]; end: number } | SyntaxProblem {
  const args: Literal['value'][] = []
  const colon = skipSpace(source, from)
  if (source[colon] !== ':') return { args, end: from }
  let at = colon
  do {
    const start = skipSpace(source, at + 1)
    const literal = readLiteral(source, start)
    if (literal === undefined) return new SyntaxProblem(start, 'Expected a quoted string or a number')
    args.push(literal.value)
    at = skipSpace(source, literal.end)
  } while (source[at] === ',')
  return { args, end: at }
}

function setFallback(tag: FieldTag, args: Literal['value'][]): string | undefined {
  const value = args[0]
  if (args.length !== 1 || value === null || value === undefined) return 'The filter default takes one string or number'
  if (tag.fallback !== undefined) return 'The filter default may be used once'
  if (tag.filters?.some((filter) => !beforeDefault.has(filter.name)))
    return 'The filter default must come before the others'
  tag.fallback = String(value)
  return undefined
}

function addFilter(tag: FieldTag, liquidName: string, args: Literal['value'][]): string | undefined {
  const name = Object.hasOwn(filterNames, liquidName) ? filterNames[liquidName] : undefined
  if (name === undefined) return `Unknown filter ${liquidName}; supported filters: ${knownFilters}`
  const filter: Filter = { name }
  const [argument, zone] = args
  if (argument !== undefined) {
    if (typeof argument !== 'string' && typeof argument !== 'number')
      return `The filter ${liquidName} takes a string or a number`
    filter.argument = argument
  }
  if (zone !== undefined) filter.zone = String(zone)
  const problem = filterProblem(filter, args.length)
  if (problem === undefined) (tag.filters ??= []).push(filter)
  return problem
}

/** Message about invalid arguments of a filter, or undefined. `count` is the number of arguments in the source. */
export function filterProblem(filter: Filter, count = filter.argument === undefined ? 0 : 1): string | undefined {
  const { argument, name, zone } = filter
  switch (name) {
    case 'date':
      if (argument !== undefined && typeof argument !== 'string') return 'date requires a pattern such as "%d %B %Y"'
      if (zone !== undefined && !isZone(zone))
        return `Unknown time zone ${zone}; use an IANA name such as Europe/Berlin`
      return count > 2 ? 'date takes a pattern and a time zone' : undefined
    case 'number':
      return count > 1 || zone !== undefined || !isNumberFormat(argument)
        ? 'number takes a number of decimals from 0 to 20, or a currency such as "EUR"'
        : undefined
    case 'truncate':
      return count > 1 || zone !== undefined || !isLength(argument)
        ? 'truncate requires the number of characters to keep'
        : undefined
    default:
      return count > 0 || zone !== undefined ? 'This filter takes no argument' : undefined
  }
}

function isNumberFormat(argument: string | number | undefined): boolean {
  if (argument === undefined) return true
  return typeof argument === 'number'
    ? Number.isInteger(argument) && argument >= 0 && argument <= 20
    : /^[A-Z]{3}$/.test(argument)
}

function isLength(argument: string | number | undefined): boolean {
  return (
    argument === undefined ||
    (typeof argument === 'number' && Number.isInteger(argument) && argument >= 1 && argument <= 100_000)
  )
}

function isZone(zone: string): boolean {
  try {
    return zone.length < 64 && new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
