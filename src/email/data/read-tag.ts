import { type ReadContext, applyFilter } from './filters.ts'
import type { MergeTag } from './model.ts'
import { isNativeTag } from './native-tag.ts'
import { type Scope, lookup } from './scope.ts'

/**
 * The text of a merge tag, not escaped: value or fallback, then the filters. As in Liquid, the fallback also replaces
 * false, empty text and an empty list. `missing`: there is neither value nor fallback. Empty for a tag of another
 * language.
 */
export function readTag(tag: MergeTag, scope: Scope, context: ReadContext): { text: string; missing: boolean } {
  if (isNativeTag(tag)) return { text: '', missing: false }
  let value = lookup(scope, tag.path)
  if (value === undefined && tag.path === 'now') value = context.now
  const own = valueText(value)
  const falls = tag.fallback !== undefined && (own === undefined || own === '' || value === false)
  const start = falls ? tag.fallback : own
  if (start === undefined) return { text: '', missing: true }
  if (tag.filters === undefined) return { text: start, missing: false }
  let text = start
  for (const filter of tag.filters) text = applyFilter(filter, text, !falls && text === start ? value : text, context)
  return { text, missing: false }
}

/** Lists are joined by commas; undefined for objects and missing values. */
function valueText(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
      return Number.isFinite(value) ? String(value) : undefined
    case 'boolean':
    case 'bigint':
      return String(value)
    default:
      if (Array.isArray(value))
        return value.map((item) => (Array.isArray(item) ? '' : (valueText(item) ?? ''))).join(', ')
      return value instanceof Date && Number.isFinite(value.getTime()) ? value.toISOString() : undefined
  }
}
