import { limits } from '../../kernel/limits.ts'
import type { Loop } from './model.ts'
import { printPath } from './path.ts'
import { type Scope, lookup } from './scope.ts'

/** The items that a loop renders. */
export interface LoopItems {
  items: readonly unknown[]
  /** Items of the list, rendered or not. */
  total: number
  /** The service's own limit left items out, not the loop's: the author must be told. */
  truncated: boolean
}

const none: LoopItems = { items: [], total: 0, truncated: false }

/** The items of a loop: at most its own limit and never more than `limits.loopItems`. Anything but a list has none. */
export function itemsOf(loop: Loop, scope: Scope): LoopItems {
  const value = lookup(scope, loop.in)
  if (!Array.isArray(value)) return none
  const total = value.length
  const max = Math.min(loop.limit ?? limits.loopItems, limits.loopItems)
  const truncated = total > max && (loop.limit ?? total) > max
  return { items: total > max ? value.slice(0, max) : value, total, truncated }
}

/** The inside of Liquid's `{% for … %}`, such as `item in order.items limit:10`. */
export function printLoop(loop: Loop): string {
  return `${loop.as} in ${printPath(loop.in)}${loop.limit === undefined ? '' : ` limit:${loop.limit}`}`
}
