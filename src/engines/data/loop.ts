import { limits } from '../../kernel/limits.ts'
import type { Loop } from './model.ts'
import { printPath } from './path.ts'
import { type Scope, lookup } from './scope.ts'

/** The items a loop draws: at most its own limit and never more than the service's. Anything but a list has none. */
export function itemsOf(loop: Loop, scope: Scope): readonly unknown[] {
  const value = lookup(scope, loop.in)
  if (!Array.isArray(value)) return []
  const most = Math.min(loop.limit ?? limits.loopItems, limits.loopItems)
  return value.length > most ? value.slice(0, most) : value
}

/** The inside of Liquid's `{% for … %}`, such as `item in order.items limit:10`. */
export function printLoop(loop: Loop): string {
  return `${loop.as} in ${printPath(loop.in)}${loop.limit === undefined ? '' : ` limit:${loop.limit}`}`
}
