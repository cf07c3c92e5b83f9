import { type Condition, nativeProblem, printTag } from '../../data/index.ts'
import type { LinkRole } from '../../document/index.ts'
import { cleanHtml } from '../../sanitize/index.ts'

/** A template tag of the input, of whatever dialect, and what it means where that is exact. */
export type ExtractedTag =
  /** A value; `liquid` is the same in our own words, as long as the block `within` which it stands has the meaning we gave it. */
  | { kind: 'value'; source: string; liquid: string; within?: ExtractedTag }
  /** One of the ESP's own addresses. */
  | { kind: 'role'; source: string; role: LinkRole }
  | ({ kind: 'if'; source: string; condition: Condition; speaksOf?: string; within?: ExtractedTag } & Steering)
  | ({ kind: 'each'; source: string; in: string; as: string; limit?: number; within?: ExtractedTag } & Steering)
  | ({ kind: 'else'; source: string; condition?: Condition; within?: ExtractedTag } & Steering)
  | ({ kind: 'end'; source: string } & Steering)
  /** Says nothing to readers. */
  | { kind: 'comment'; source: string }
  | Opaque

interface Steering {
  /** What it does is done by anyone who runs a whole Liquid, so that it belongs into HTML where it has no meaning here. */
  isLogic?: true
}

/** Known to be a tag and nothing more. */
export interface Opaque extends Steering {
  kind: 'opaque'
  source: string
  /** It may be in text unchanged. */
  isPlain: boolean
  /** An end belongs to it. */
  opens?: true
  /** It parts what is between the two. */
  isElse?: true
}

/** A tag that is known to be one and nothing more. */
export function opaque(source: string, isPlain = false): Opaque {
  return { kind: 'opaque', source, isPlain }
}

/** One whose end is known, and nothing else. */
export function opening(source: string): Opaque {
  return { kind: 'opaque', source, isPlain: false, opens: true }
}

/** True if an end belongs to the tag. */
export function opensRegion(tag: ExtractedTag): boolean {
  return tag.kind === 'if' || tag.kind === 'each' || (tag.kind === 'opaque' && tag.opens === true)
}

/** True if what stands up to its end is shown once for each of some things, as far as its words tell. */
export function repeats(tag: ExtractedTag): boolean {
  return (
    tag.kind === 'each' ||
    (opensRegion(tag) &&
      (/^(?:\{%[-\s]*|<%[-_\s]*|\{\{[~\s]*#\s*)(?:for|while|tablerow|each)\b/.test(tag.source) ||
        /\.(?:forEach|map)\(/.test(tag.source)))
  )
}

/** True if a tag shows nothing itself, and only says what becomes of others. */
export function isSilent(tag: ExtractedTag): boolean {
  return opensRegion(tag) || tag.kind === 'else' || tag.kind === 'end' || 'isElse' in tag
}

/** The opposite of a condition. */
export function negate(condition: Condition): Condition {
  if (condition.op === 'exists') return { op: 'empty', path: condition.path }
  if (condition.op === 'empty') return { op: 'exists', path: condition.path }
  return condition.op === 'not' ? condition.of : { op: 'not', of: condition }
}

const liquidWords = new Set(
  'if unless elsif elif else case when for tablerow break continue assign capture comment raw increment decrement'.split(
    ' ',
  ),
)

/** True if a whole Liquid runs tags that begin with that word, or with `end` before it. */
export function isLiquidWord(word: string): boolean {
  return liquidWords.has(word.replace(/^end/, ''))
}

/** True if a whole Liquid runs the tag. */
export function isLogic(tag: ExtractedTag): boolean {
  return 'isLogic' in tag
}

/** A tag as it may stand among words, for the system it was written for; undefined where none may. */
export function nativeOf(tag: ExtractedTag): string | undefined {
  if (isLogic(tag) || nativeProblem(tag.source) !== undefined) return undefined
  return cleanHtml(tag.source).html === tag.source ? printTag({ native: tag.source }) : undefined
}

const mark = '\uf8f0'
const base = 0xe000
const digits = 4096
const placeholder = /\uf8f0([\ue000-\uefff])([\ue000-\uefff])/g

/** What represents the tag of that index in the text that is parsed: three characters that mean nothing to HTML. */
export function placeholderOf(index: number): string {
  return mark + String.fromCharCode(base + Math.floor(index / digits), base + (index % digits))
}

/** How deep blocks of a template have a meaning inside each other. */
export const maxDepth = 50

/** How many tags can be distinguished. */
export const maxTags = digits * digits

/** True if text holds a placeholder. */
export function holdsTag(text: string): boolean {
  return text.includes(mark)
}

/** The tag that a placeholder represents. */
export function tagOf(text: string, tags: readonly ExtractedTag[]): ExtractedTag | undefined {
  return tags[indexOf(text[1], text[2])]
}

/** Text and tags in source order. */
export function splitTags(text: string, tags: readonly ExtractedTag[]): (string | ExtractedTag)[] {
  if (!holdsTag(text)) return text === '' ? [] : [text]
  const parts: (string | ExtractedTag)[] = []
  let from = 0
  for (const match of text.matchAll(placeholder)) {
    if (match.index > from) parts.push(text.slice(from, match.index))
    const tag = tags[indexOf(match[1], match[2])]
    if (tag !== undefined) parts.push(tag)
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}

/** The text as it came, tags included. */
export function restoreTags(text: string, tags: readonly ExtractedTag[]): string {
  if (!holdsTag(text)) return text
  return text.replace(placeholder, (_, high: string, low: string) => tags[indexOf(high, low)]?.source ?? '')
}

/**
 * The text with its tags in our own words or as they are, for labels and addresses; undefined when one of them can only
 * are in HTML.
 */
export function writeTags(text: string, tags: readonly ExtractedTag[]): string | undefined {
  let out = ''
  for (const part of splitTags(text, tags)) {
    if (typeof part === 'string') out += escapeBraces(part)
    else if (part.kind === 'value') out += part.liquid
    else if (part.kind === 'opaque' && part.isPlain) out += part.source
    else if (part.kind !== 'comment') {
      const native = nativeOf(part)
      if (native === undefined) return undefined
      out += native
    }
  }
  return out
}

/** Braces that are text, written so that no reader of tags takes them for one. */
function escapeBraces(text: string): string {
  return /\{[{%]/.test(text) ? text.replace(/\{[{%]/g, '{{ "$&" }}') : text
}

function indexOf(high = '', low = ''): number {
  return (high.charCodeAt(0) - base) * digits + low.charCodeAt(0) - base
}
