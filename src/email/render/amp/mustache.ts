import type { Condition } from '../../data/index.ts'

/**
 * What amp-mustache calls a value of the data of an item, given the names of the items around, outermost first; undefined
 * for a path that names none of them. The innermost item itself is `.`.
 */
export function keyOf(path: string, items: readonly string[]): string | undefined {
  for (let at = items.length - 1; at >= 0; at--) {
    const name = items[at] ?? ''
    if (path === name) return at === items.length - 1 ? '.' : undefined
    if (path.startsWith(`${name}.`)) return path.slice(name.length + 1)
  }
  return undefined
}

/** Whether a condition requests a value of an item. */
export function mentionsItem(condition: Condition, items: readonly string[]): boolean {
  switch (condition.op) {
    case 'and':
    case 'or':
      return condition.of.some((one) => mentionsItem(one, items))
    case 'not':
      return mentionsItem(condition.of, items)
    case 'native':
      return false
    default:
      return keyOf(condition.path, items) !== undefined
  }
}

interface Writing {
  /** What the condition shows. */
  inner: string
  /** Writes a section tag so that it reaches AMP. */
  raw(section: string): string
  /** What is left of a condition that names no item. */
  settle(condition: Condition, inner: string): string
}

/** Sections of mustache around what a condition shows; undefined for what mustache, which has no logic, cannot ask. */
export function mustacheSections(condition: Condition, items: readonly string[], writing: Writing): string | undefined {
  if (!mentionsItem(condition, items)) return writing.settle(condition, writing.inner)
  if (condition.op === 'and') {
    let inner: string | undefined = writing.inner
    for (const one of condition.of.toReversed()) {
      if (inner !== undefined) inner = mustacheSections(one, items, { ...writing, inner })
    }
    return inner
  }
  const asked = presence(condition, false)
  const key = asked === undefined ? undefined : keyOf(asked.path, items)
  if (asked === undefined || key === undefined) return undefined
  return `${writing.raw(`{{${asked.isThere ? '#' : '^'}${key}}}`)}${writing.inner}${writing.raw(`{{/${key}}}`)}`
}

// Mustache shows a section when the value is neither missing, false, empty nor zero.
function presence(condition: Condition, isNegated: boolean): { path: string; isThere: boolean } | undefined {
  switch (condition.op) {
    case 'not':
      return presence(condition.of, !isNegated)
    case 'exists':
    case 'empty':
      return { path: condition.path, isThere: (condition.op === 'exists') !== isNegated }
    case 'eq':
    case 'ne': {
      const { path, value } = condition
      if (typeof value !== 'boolean' && value !== null && value !== '') return undefined
      return { path, isThere: ((condition.op === 'eq') === (value === true)) !== isNegated }
    }
    default:
      return undefined
  }
}
