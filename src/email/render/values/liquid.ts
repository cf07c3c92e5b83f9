import {
  type Condition,
  type FieldTag,
  type NativeLanguage,
  keepNative,
  liquidCondition,
  printLoop,
  printTag,
  printTagged,
} from '../../data/index.ts'
import { escapeAttribute, escapeMarker } from './escape.ts'

/** The data language itself: a subset of Liquid that every implementation supports. */
export const liquid: NativeLanguage = {
  tag(tag, place) {
    if (place === 'plain') return printTag(tag)
    const printed = printTag(escapeTag(tag))
    // After escaping, the only double quotes are Liquid's own; single ones do not end the attribute.
    return place === 'text' ? printed : printed.replaceAll('"', "'")
  },
  native: keepNative,
  literal: (text) => (text.includes('{') ? printTagged([text]) : text),
  condition(condition, key) {
    const { before, after } = liquidCondition(condition, key)
    return (shown) => `${escapeMarker(before)}${shown}${escapeMarker(after)}`
  },
  openLoop: (loop) => ({
    end: () => undefined,
    write: (round, other) =>
      `{% for ${printLoop(loop)} %}${round}${other === undefined ? '' : `{% else %}${other}`}{% endfor %}`,
  }),
}

/** An ESP outputs the fallback unescaped, so it is escaped here. */
function escapeTag(tag: FieldTag): FieldTag {
  if (tag.fallback === undefined && tag.filters === undefined) return tag
  const escaped: FieldTag = { ...tag }
  if (tag.fallback !== undefined) escaped.fallback = escapeQuotes(tag.fallback)
  if (tag.filters !== undefined) {
    escaped.filters = tag.filters.map((filter) =>
      typeof filter.argument === 'string' ? { ...filter, argument: escapeQuotes(filter.argument) } : filter,
    )
  }
  return escaped
}

function escapeQuotes(text: string): string {
  return escapeAttribute(text).replaceAll("'", '&#39;')
}

/** True for a Liquid value beyond the data language, such as one with other filters. */
export function isLiquid(source: string): boolean {
  return /^\{\{(?!\{)/.test(source) && source.includes('|')
}

/** True if the condition reads the variable `name`. */
export function isAbout(condition: Condition, name: string): boolean {
  switch (condition.op) {
    case 'and':
    case 'or':
      return condition.of.some((one) => isAbout(one, name))
    case 'not':
      return isAbout(condition.of, name)
    case 'native':
      return false
    default:
      return condition.path === name || condition.path.startsWith(`${name}.`)
  }
}
