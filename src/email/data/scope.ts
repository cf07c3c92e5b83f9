import type { Path } from './model.ts'
import { segmentsOf } from './path.ts'

/** Resolves paths: the data, or inside a loop first the current item. */
export interface Scope {
  readonly data: unknown
  readonly parent: Scope | undefined
  readonly name: string | undefined
  readonly item: unknown
  readonly index: number
  readonly count: number
}

export function createScope(data: unknown): Scope {
  return { data, parent: undefined, name: undefined, item: undefined, index: 0, count: 0 }
}

/** The scope of one iteration: `name` is the item, `forloop` its state. `index` counts from 0. */
export function childScope(scope: Scope, name: string, item: unknown, index: number, count: number): Scope {
  return { data: scope.data, parent: scope, name, item, index, count }
}

/**
 * Undefined if missing. Reads own properties only, so `constructor` and `__proto__` are data or undefined. Lists also
 * have `size`, `first` and `last`, and texts `size`, unless the data defines them.
 */
export function lookup(scope: Scope, path: Path): unknown {
  const segments = segmentsOf(path)
  let value = head(scope, segments[0] ?? '')
  for (let at = 1; at < segments.length && value !== undefined; at++) value = member(value, segments[at] ?? '')
  return value
}

function head(scope: Scope, name: string): unknown {
  for (let at: Scope | undefined = scope; at?.name !== undefined; at = at.parent) {
    if (at.name === name) return at.item
    if (name === 'forloop') return forloop(at)
  }
  return member(scope.data, name)
}

function forloop(scope: Scope): unknown {
  const { index, count } = scope
  return { index: index + 1, index0: index, first: index === 0, last: index === count - 1, length: count }
}

function member(value: unknown, key: string): unknown {
  if (typeof value === 'string') return key === 'size' ? value.length : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if (!Array.isArray(value)) return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
  if (key === 'size') return value.length
  if (key === 'first') return value[0]
  if (key === 'last') return value.at(-1)
  return /^\d{1,9}$/.test(key) ? value[Number(key)] : undefined
}
