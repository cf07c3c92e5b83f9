import { type Condition, type MergeTag, liquidCondition } from '../../data/index.ts'
import { escapeAttribute, escapeMarker } from './escape.ts'

/** What a condition shows, between the tags that ask a mailing system for it. `key` names its variable. */
export function wrapCondition(inner: string, when: Condition, key: string, between: string): string {
  const { before, after } = liquidCondition(when, key)
  return `${escapeMarker(before)}${between}${inner}${between}${escapeMarker(after)}`
}

/** The tag as it may stand in HTML: a mailing system writes the fallback as it is, so that is escaped here. */
export function escapeTag(tag: MergeTag): MergeTag {
  if (tag.fallback === undefined && tag.filters === undefined) return tag
  const escaped: MergeTag = { ...tag }
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

/** Whether the condition asks for the variable of that name. */
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
