import type { Condition } from '../../data/index.ts'
import type { LinkRole } from '../../document/index.ts'

/** A template tag of the input, of whatever dialect, and what it means where that is exact. */
export type LiftedTag =
  /** A value; `liquid` is the same in our own words. */
  | { kind: 'value'; source: string; liquid: string }
  /** One of the mailing system's own addresses. */
  | { kind: 'role'; source: string; role: LinkRole }
  | { kind: 'if'; source: string; condition: Condition }
  | { kind: 'each'; source: string; in: string; as: string; limit?: number }
  | { kind: 'else'; source: string; condition?: Condition }
  | { kind: 'end'; source: string }
  /** Says nothing to readers. */
  | { kind: 'comment'; source: string }
  /** Known to be a tag and nothing more: `isPlain` when it may stand in text as it is, `opens` when an end belongs to it. */
  | { kind: 'opaque'; source: string; isPlain: boolean; opens?: true }

const mark = '\uf8f0'
const base = 0xe000
const digits = 4096
const placeholder = /\uf8f0([\ue000-\uefff])([\ue000-\uefff])/g

/** What stands for the tag of that index in the text that is parsed: three characters that mean nothing to HTML. */
export function placeholderOf(index: number): string {
  return mark + String.fromCharCode(base + Math.floor(index / digits), base + (index % digits))
}

/** How many tags can be told apart. */
export const mostTags = digits * digits

/** Whether text holds a placeholder. */
export function holdsTag(text: string): boolean {
  return text.includes(mark)
}

/** Text and tags in the order they stand. */
export function splitTags(text: string, tags: readonly LiftedTag[]): (string | LiftedTag)[] {
  if (!holdsTag(text)) return text === '' ? [] : [text]
  const parts: (string | LiftedTag)[] = []
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
export function restoreTags(text: string, tags: readonly LiftedTag[]): string {
  if (!holdsTag(text)) return text
  return text.replace(placeholder, (_, high: string, low: string) => tags[indexOf(high, low)]?.source ?? '')
}

/**
 * The text with its tags in our own words, for labels and addresses; undefined when one of them has none, or steers what
 * is around it.
 */
export function writeTags(text: string, tags: readonly LiftedTag[]): string | undefined {
  let out = ''
  for (const part of splitTags(text, tags)) {
    if (typeof part === 'string') out += escapeBraces(part)
    else if (part.kind === 'value') out += part.liquid
    else if (part.kind === 'opaque' && part.isPlain) out += part.source
    else if (part.kind !== 'comment') return undefined
  }
  return out
}

/** Braces that are text, written so that no reader of tags takes them for one. */
export function escapeBraces(text: string): string {
  return /\{[{%]/.test(text) ? text.replace(/\{[{%]/g, '{{ "$&" }}') : text
}

function indexOf(high = '', low = ''): number {
  return (high.charCodeAt(0) - base) * digits + low.charCodeAt(0) - base
}
