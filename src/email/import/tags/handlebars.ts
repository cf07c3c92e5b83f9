import { type Condition, isPath, parseTagged, printTagged } from '../../data/index.ts'
import { type ExtractedTag, negate, opaque, opening } from './extracted.ts'

/**
 * The meaning of a Handlebars or Mustache tag in double braces; undefined for Liquid syntax. `body` is the content of a
 * section, which determines its meaning.
 */
export function handlebarsTag(
  source: string,
  text: string,
  { body, scopes }: { body: (name: string) => string | undefined; scopes: readonly Scope[] },
): ExtractedTag | undefined {
  if (text.startsWith('/')) return { kind: 'end', source }
  if (/^else$|^\^$/.test(text)) return { kind: 'else', source }
  const otherwise = /^else\s+if\s+([\s\S]+)$/.exec(text)?.[1]
  if (otherwise !== undefined) {
    const condition = conditionOf(readArguments(otherwise), scopes)
    return condition === undefined ? { ...opaque(source), isElse: true } : { kind: 'else', source, condition }
  }
  if (/^else\b/.test(text)) return { ...opaque(source), isElse: true }
  if (text.startsWith('^')) {
    const path = scoped(text.slice(1).trim(), scopes)
    return path === undefined ? opening(source) : { kind: 'if', source, condition: { op: 'empty', path } }
  }
  if (text.startsWith('#')) return blockTag(source, text, { body, scopes })
  if (text.startsWith('>') || text.startsWith('*')) return opaque(source)
  const inserted = /^insert\s+(\S+)(?:\s+"default=([^"]*)")?$/.exec(text)
  if (inserted !== null) return valueTag(source, inserted[1] ?? '', scopes, inserted[2])
  const isScoped = scopes.some(({ as }) => as !== undefined)
  if (isScoped || /^(?:this|@)/.test(text) || text.startsWith('.')) return valueTag(source, text, scopes)
  return undefined
}

/** `{{{ name }}}`, which is rendered unescaped. */
export function rawTag(source: string, text: string, scopes: readonly Scope[]): ExtractedTag {
  const path = scoped(text, scopes)
  return path === undefined ? opaque(source) : { kind: 'value', source, liquid: `{{ ${path} | raw }}` }
}

function valueTag(source: string, text: string, scopes: readonly Scope[], fallback?: string): ExtractedTag {
  const path = scoped(text, scopes)
  if (path === undefined) return opaque(source)
  const tag = fallback === undefined ? { path } : { path, fallback }
  const liquid = printTagged([tag])
  return parseTagged(liquid).error === undefined ? { kind: 'value', source, liquid } : opaque(source)
}

const comparing: Readonly<Record<string, 'eq' | 'ne' | 'gt' | 'lt' | 'and' | 'or'>> = {
  equals: 'eq',
  eq: 'eq',
  ifEquals: 'eq',
  is: 'eq',
  notEquals: 'ne',
  unlessEq: 'ne',
  ne: 'ne',
  greaterThan: 'gt',
  gt: 'gt',
  lessThan: 'lt',
  lt: 'lt',
  and: 'and',
  or: 'or',
}

function blockTag(
  source: string,
  text: string,
  { body, scopes }: { body: (name: string) => string | undefined; scopes: readonly Scope[] },
): ExtractedTag {
  const [, word = '', rest = ''] = /^#\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? []
  if (word === 'if' || word === 'unless') {
    const condition = conditionOf(readArguments(rest), scopes)
    if (condition === undefined) return opening(source)
    return { kind: 'if', source, condition: word === 'if' ? condition : negate(condition) }
  }
  if (word === 'each') return eachTag(source, rest, scopes)
  if (word === 'with') {
    const path = scoped(rest.trim(), scopes)
    return path === undefined
      ? opening(source)
      : { kind: 'if', source, condition: { op: 'exists', path }, scopePath: path }
  }
  const op = Object.hasOwn(comparing, word) ? comparing[word] : undefined
  if (op !== undefined) {
    const given = readArguments(rest)
    const condition = given === undefined ? undefined : compared(op, given, scopes)
    return condition === undefined ? opening(source) : { kind: 'if', source, condition }
  }
  return rest === '' ? section(source, word, body(word), scopes) : opening(source)
}

// The meaning of a section depends on its data; it is known only if the content allows a single one.
function section(source: string, name: string, body: string | undefined, scopes: readonly Scope[]): ExtractedTag {
  const path = scoped(name, scopes)
  if (path === undefined || body === undefined) return opening(source)
  if (/\{\{\{?\s*(?:\.|this)\s*\}\}/.test(body)) return eachTag(source, name, scopes)
  const itself = new RegExp(`\\{\\{[{&]?\\s*${name.replaceAll('.', '\\.')}\\s*\\}\\}`)
  return itself.test(body) ? { kind: 'if', source, condition: { op: 'exists', path } } : opening(source)
}

function eachTag(source: string, rest: string, scopes: readonly Scope[]): ExtractedTag {
  const [, list = rest, as] = /^(\S+)\s+as\s+\|\s*(\w+)(?:[^\w|][^|]*)?\|$/.exec(rest) ?? []
  const path = scoped(list.trim(), scopes)
  if (path === undefined) return opening(source)
  const depth = scopes.filter((scope) => scope.as !== undefined).length
  return { kind: 'each', source, in: path, as: as ?? (depth === 0 ? 'item' : `item${depth + 1}`) }
}

function conditionOf(given: readonly Arg[] | undefined, scopes: readonly Scope[]): Condition | undefined {
  const [only, more] = given ?? []
  if (only === undefined || more !== undefined) return undefined
  if ('path' in only) {
    const path = scoped(only.path, scopes)
    return path === undefined ? undefined : { op: 'exists', path }
  }
  if ('value' in only) return undefined
  const inner = subexpression(only)
  if (inner === undefined) return undefined
  if (inner.name === 'not') {
    const condition = conditionOf(inner.given, scopes)
    return condition === undefined ? undefined : negate(condition)
  }
  const op = Object.hasOwn(comparing, inner.name) ? comparing[inner.name] : undefined
  return op === undefined ? undefined : compared(op, inner.given, scopes)
}

function compared(
  op: 'eq' | 'ne' | 'gt' | 'lt' | 'and' | 'or',
  given: readonly Arg[],
  scopes: readonly Scope[],
): Condition | undefined {
  if (op === 'and' || op === 'or') {
    const of = given.map((one) => conditionOf([one], scopes))
    return of.length < 2 || of.includes(undefined) ? undefined : { op, of: of as Condition[] }
  }
  const [left, right, more] = given
  if (left === undefined || right === undefined || more !== undefined) return undefined
  if (!('path' in left) || !('value' in right)) return undefined
  const path = scoped(left.path, scopes)
  return path === undefined ? undefined : { op, path, value: right.value }
}

const ofLoop: Readonly<Record<string, string>> = {
  '@index': 'forloop.index0',
  '@first': 'forloop.first',
  '@last': 'forloop.last',
}

/**
 * The data path, prefixed with the item name of the enclosing loop if it refers to its item; undefined if it is not a path.
 */
function scoped(text: string, scopes: readonly Scope[]): string | undefined {
  let names = scopes.flatMap((scope) => scope.as ?? [])
  if (Object.hasOwn(ofLoop, text)) return scopes.some(({ isLoop }) => isLoop) ? ofLoop[text] : undefined
  let path = text.replace(/\.\[(\d{1,6})\]/g, '.$1').replace(/^@root\./, () => ((names = []), ''))
  while (path.startsWith('../')) {
    path = path.slice(3)
    names = names.slice(0, -1)
  }
  const item = names.at(-1)
  if (path === 'this' || path === '.') return item
  path = path.replace(/^this[./]|^\.\//, '')
  if (!isPath(path)) return undefined
  return item === undefined ? path : `${item}.${path}`
}

/** An argument of a Handlebars helper: a path, a literal, or the source of a call in parentheses. */
type Arg = { path: string } | { value: string | number | boolean | null } | { call: string }

const argument = /\s*(?:"([^"]*)"|'([^']*)'|(\()|([^\s()"'=|]+))/y

/** Arguments of a helper in order; undefined if one is neither path, literal nor call. In linear time. */
function readArguments(text: string): Arg[] | undefined {
  const given: Arg[] = []
  let at = 0
  while (text.slice(at).trim() !== '') {
    argument.lastIndex = at
    const match = argument.exec(text)
    if (match === null || given.length > 20) return undefined
    at = argument.lastIndex
    const quoted = match[1] ?? match[2]
    if (quoted !== undefined) given.push({ value: quoted })
    else if (match[3] !== undefined) {
      const end = closingOf(text, at)
      if (end === undefined) return undefined
      given.push({ call: text.slice(at, end) })
      at = end + 1
    } else given.push(wordOf(match[4] ?? ''))
  }
  return given
}

/** Parses a call in parentheses. */
function subexpression({ call }: { call: string }): { name: string; given: Arg[] } | undefined {
  const [, name = '', rest = ''] = /^\s*(\w+)\s+([\s\S]*)$/.exec(call) ?? []
  const given = readArguments(rest)
  return name === '' || given === undefined ? undefined : { name, given }
}

function wordOf(word: string): Arg {
  if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(word)) return { value: Number(word) }
  if (word === 'true' || word === 'false') return { value: word === 'true' }
  return word === 'null' || word === 'undefined' ? { value: null } : { path: word }
}

function closingOf(text: string, from: number): number | undefined {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at
  }
  return undefined
}

/** A block whose content may refer to an item implicitly. */
export interface Scope {
  tag: ExtractedTag
  /** Prefix of paths inside; undefined if paths refer to the outer context. */
  as: string | undefined
  isLoop: boolean
}
