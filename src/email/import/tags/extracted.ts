import { type Condition, nativeProblem, printTag } from '../../data/index.ts'
import type { LinkRole } from '../../document/index.ts'
import { cleanHtml } from '../../sanitize/index.ts'

/** A template tag of any dialect, with its meaning if that is unambiguous. */
export type ExtractedTag =
  /** A value. `liquid` is its Liquid form, valid as long as the enclosing block `within` keeps its meaning. */
  | { kind: 'value'; source: string; liquid: string; within?: ExtractedTag }
  /** A URL of the ESP, such as the unsubscribe link. */
  | { kind: 'role'; source: string; role: LinkRole }
  | ({ kind: 'if'; source: string; condition: Condition; scopePath?: string; within?: ExtractedTag } & LogicTag)
  | ({ kind: 'each'; source: string; in: string; as: string; limit?: number; within?: ExtractedTag } & LogicTag)
  | ({ kind: 'else'; source: string; condition?: Condition; within?: ExtractedTag } & LogicTag)
  | ({ kind: 'end'; source: string } & LogicTag)
  /** Renders nothing. */
  | { kind: 'comment'; source: string }
  | Opaque

interface LogicTag {
  /** A full Liquid engine executes it, so it stays in HTML if it has no document equivalent. */
  isLogic?: true
}

/** Recognized as a tag, meaning unknown. */
export interface Opaque extends LogicTag {
  kind: 'opaque'
  source: string
  /** Valid in text unchanged. */
  isPlain: boolean
  /** Has an end tag. */
  opens?: true
  /** Separates two branches. */
  isElse?: true
}

export function opaque(source: string, isPlain = false): Opaque {
  return { kind: 'opaque', source, isPlain }
}

/** A tag without known meaning that has an end tag. */
export function opening(source: string): Opaque {
  return { kind: 'opaque', source, isPlain: false, opens: true }
}

/** True if the tag has an end tag. */
export function opensRegion(tag: ExtractedTag): boolean {
  return tag.kind === 'if' || tag.kind === 'each' || (tag.kind === 'opaque' && tag.opens === true)
}

/** True if the tag repeats its content, as far as its syntax shows. */
export function repeats(tag: ExtractedTag): boolean {
  return (
    tag.kind === 'each' ||
    (opensRegion(tag) &&
      (/^(?:\{%[-\s]*|<%[-_\s]*|\{\{[~\s]*#\s*)(?:for|while|tablerow|each)\b/.test(tag.source) ||
        /\.(?:forEach|map)\(/.test(tag.source)))
  )
}

/** True if the tag renders nothing itself and only controls other content. */
export function isSilent(tag: ExtractedTag): boolean {
  return opensRegion(tag) || tag.kind === 'else' || tag.kind === 'end' || 'isElse' in tag
}

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

/** True if a full Liquid engine executes tags that begin with the word, or with `end` before it. */
export function isLiquidWord(word: string): boolean {
  return liquidWords.has(word.replace(/^end/, ''))
}

/** True if a full Liquid engine executes the tag. */
export function isLogic(tag: ExtractedTag): boolean {
  return 'isLogic' in tag
}

/** The tag in its original language as it appears in text; undefined if text does not allow it. */
export function nativeOf(tag: ExtractedTag): string | undefined {
  if (isLogic(tag) || nativeProblem(tag.source) !== undefined) return undefined
  return cleanHtml(tag.source).html === tag.source ? printTag({ native: tag.source }) : undefined
}

const mark = '\uf8f0'
const base = 0xe000
const digits = 4096
const placeholder = /\uf8f0([\ue000-\uefff])([\ue000-\uefff])/g

/** The placeholder of a tag in the parsed text: three characters without meaning in HTML. */
export function placeholderOf(index: number): string {
  return mark + String.fromCharCode(base + Math.floor(index / digits), base + (index % digits))
}

/** Maximum depth of nested template blocks that are interpreted. */
export const maxDepth = 50

/** Maximum number of tags with a distinct placeholder. */
export const maxTags = digits * digits

export function holdsTag(text: string): boolean {
  return text.includes(mark)
}

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

/** Replaces placeholders with the original tags. */
export function restoreTags(text: string, tags: readonly ExtractedTag[]): string {
  if (!holdsTag(text)) return text
  return text.replace(placeholder, (_, high: string, low: string) => tags[indexOf(high, low)]?.source ?? '')
}

/** Text for labels and URLs with its tags as Liquid or verbatim; undefined if a tag is only valid in HTML. */
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

/** Escapes literal braces, so that they are not parsed as tags. */
function escapeBraces(text: string): string {
  return /\{[{%]/.test(text) ? text.replace(/\{[{%]/g, '{{ "$&" }}') : text
}

function indexOf(high = '', low = ''): number {
  return (high.charCodeAt(0) - base) * digits + low.charCodeAt(0) - base
}
