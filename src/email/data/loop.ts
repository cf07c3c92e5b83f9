import { limits } from '../../kernel/limits.ts'
import type { Loop } from './model.ts'
import { printPath } from './path.ts'
import { type Scope, lookup } from './scope.ts'

export interface LoopItems {
  items: readonly unknown[]
  /** Length of the whole list. */
  total: number
  /** The service's own limit omitted items, not the loop's: the author must be notified. */
  truncated: boolean
}

const none: LoopItems = { items: [], total: 0, truncated: false }

/** Items up to the loop's limit and `limits.loopItems`. Empty for anything but a list. */
export function itemsOf(loop: Loop, scope: Scope): LoopItems {
  const value = lookup(scope, loop.in)
  if (!Array.isArray(value)) return none
  const total = value.length
  const max = Math.min(loop.limit ?? limits.loopItems, limits.loopItems)
  const truncated = total > max && (loop.limit ?? total) > max
  return { items: total > max ? value.slice(0, max) : value, total, truncated }
}

/** The content of Liquid's `{% for … %}`, such as `item in order.items limit:10`. */
export function printLoop(loop: Loop): string {
  return `${loop.as} in ${printPath(loop.in)}${loop.limit === undefined ? '' : ` limit:${loop.limit}`}`
}
