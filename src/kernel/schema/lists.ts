import type { TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { limits } from '../limits.ts'
import { Instant, literals } from './pieces.ts'

/** A filter that may be repeated: `type=a&type=b`. Matches any of the values unless the description says otherwise. */
export function repeated<T extends TSchema>(item: T, description: string) {
  return Type.Optional(Type.Array(item, { minItems: 1, maxItems: limits.filterValues, description }))
}

/** The filter beside a repeated `tag`. */
export const tagMatch = Type.Optional(
  literals(['all', 'any'], {
    default: 'all',
    description: 'With several `tag`: `all` of them, or `any`.',
  }),
)

/** A sort order, the first one by default. A leading minus means descending. */
export function sortBy<const T extends readonly [string, ...string[]]>(...orders: T) {
  return Type.Optional(
    literals(orders, { default: orders[0], description: 'Sort order; a leading minus means descending.' }),
  )
}

/** Filters by creation time. */
export const createdFilters = (of: string) => ({
  created_since: Type.Optional(Type.String({ ...Instant, description: `Only ${of} created at or after this time.` })),
  created_until: Type.Optional(Type.String({ ...Instant, description: `Only ${of} created before this time.` })),
})
