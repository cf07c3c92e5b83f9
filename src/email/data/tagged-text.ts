import { printLiteral } from './literal.ts'
import type { Filter, MergeTag, TaggedText } from './model.ts'
import { isNativeTag } from './native-tag.ts'
import { printPath } from './path.ts'
import { SyntaxProblem, readTagAt } from './tag-syntax.ts'

export interface ParsedText {
  parts: TaggedText
  /** First syntax error; `index` counts UTF-16 units from 0. */
  error?: { index: number; message: string }
}

const liquidNames: Record<Filter['name'], string> = {
  upper: 'upcase',
  lower: 'downcase',
  capitalize: 'capitalize',
  date: 'date',
  number: 'number',
  truncate: 'truncate',
  url: 'url_encode',
}

// Templates are rendered repeatedly, so the most recent texts are cached.
const cached = new Map<string, ParsedText>()
const maxCached = 2000
const maxCachedLength = 4096

/**
 * Parses text with merge tags, a strict subset of Liquid. `{{ "{{" }}` is two braces as text; the dashes of `{{- a
 * -}}` remove adjacent white space at parse time. Never throws: source from the first error on is literal text, and
 * `error` describes it. Results are shared: do not mutate them.
 */
export function parseTagged(source: string): ParsedText {
  if (!isTagged(source)) return { parts: source === '' ? [] : [source] }
  const known = cached.get(source)
  if (known !== undefined) return known
  const parsed = parse(source)
  if (source.length > maxCachedLength) return parsed
  if (cached.size >= maxCached) cached.clear()
  cached.set(source, parsed)
  return parsed
}

/** True if text contains a merge tag, or text in the form of one. */
export function isTagged(source: string): boolean {
  return source.includes('{') && (source.includes('{{') || source.includes('{%'))
}

function parse(source: string): ParsedText {
  const parts: (string | MergeTag)[] = []
  let literal = ''
  let at = 0
  for (;;) {
    const open = nextOpening(source, at)
    if (open < 0) break
    const before = source.slice(at, open)
    const read = readTagAt(source, open)
    if (read instanceof SyntaxProblem) {
      parts.push(literal + source.slice(at))
      return { parts, error: { index: read.index, message: read.message } }
    }
    literal += source[open + 2] === '-' ? before.trimEnd() : before
    if (typeof read.value === 'string') literal += read.value
    else {
      if (literal !== '') parts.push(literal)
      literal = ''
      parts.push(read.value)
    }
    at = read.trims ? endOfSpace(source, read.end) : read.end
  }
  literal += source.slice(at)
  if (literal !== '') parts.push(literal)
  return { parts }
}

/** parseTagged returns the same tag. */
export function printTag(tag: MergeTag): string {
  if (isNativeTag(tag)) return `{{ ${printLiteral(tag.native)} | native }}`
  let out = tag.path === 'now' ? '{{ "now"' : `{{ ${printPath(tag.path)}`
  if (tag.fallback !== undefined) out += ` | default: ${printLiteral(tag.fallback)}`
  for (const filter of tag.filters ?? []) out += ` | ${printFilter(filter)}`
  return `${out}${tag.raw ? ' | raw' : ''} }}`
}

/** parseTagged returns the same parts, with adjacent texts joined. */
export function printTagged(parts: TaggedText): string {
  let out = ''
  let literal = ''
  for (const part of parts) {
    if (typeof part === 'string') literal += part
    else {
      out += printText(literal, true) + printTag(part)
      literal = ''
    }
  }
  return out + printText(literal, false)
}

function printFilter({ name, argument, zone }: Filter): string {
  if (argument === undefined) return liquidNames[name]
  const second = zone === undefined ? '' : `, ${printLiteral(zone)}`
  return `${liquidNames[name]}: ${printLiteral(argument)}${second}`
}

// A brace directly before a tag would make three.
function printText(text: string, beforeTag: boolean): string {
  if (!text.includes('{')) return text
  return text.replace(beforeTag ? /\{(?:[{%]|$)/g : /\{[{%]/g, '{{ "$&" }}')
}

function endOfSpace(source: string, from: number): number {
  const rest = /\s*/y
  rest.lastIndex = from
  rest.exec(source)
  return rest.lastIndex
}

function nextOpening(source: string, from: number): number {
  for (let at = source.indexOf('{', from); at >= 0; at = source.indexOf('{', at + 1)) {
    const next = source[at + 1]
    if (next === '{' || next === '%') return at
  }
  return -1
}
