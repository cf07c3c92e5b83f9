import type { Condition } from '../../data/index.ts'

/**
 * The amp-mustache name of a path, given the names of the surrounding items, outermost first; undefined for a path
 * outside of them. The innermost item itself is `.`.
 */
export function keyOf(path: string, items: readonly string[]): string | undefined {
  for (let at = items.length - 1; at >= 0; at--) {
    const name = items[at] ?? ''
    if (path === name) return at === items.length - 1 ? '.' : undefined
    if (path.startsWith(`${name}.`)) return path.slice(name.length + 1)
  }
  return undefined
}

/** True if a condition reads a value of an item. */
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
  inner: string
  /** Writes a section tag so that the ESP leaves it unchanged. */
  raw(section: string): string
  conditional(condition: Condition, inner: string): string
}

/**
 * Surrounds `inner` with mustache sections for a condition; undefined for a condition that mustache, which is
 * logic-less, cannot express.
 */
export function mustacheSections(condition: Condition, items: readonly string[], writing: Writing): string | undefined {
  if (!mentionsItem(condition, items)) return writing.conditional(condition, writing.inner)
  if (condition.op === 'and') {
    let inner: string | undefined = writing.inner
    for (const one of condition.of.toReversed()) {
      if (inner !== undefined) inner = mustacheSections(one, items, { ...writing, inner })
    }
    return inner
  }
  const tested = presence(condition, false)
  const key = tested === undefined ? undefined : keyOf(tested.path, items)
  if (tested === undefined || key === undefined) return undefined
  return `${writing.raw(`{{${tested.isPresent ? '#' : '^'}${key}}}`)}${writing.inner}${writing.raw(`{{/${key}}}`)}`
}

// Mustache shows a section if the value is not missing, false, empty or zero.
function presence(condition: Condition, isNegated: boolean): { path: string; isPresent: boolean } | undefined {
  switch (condition.op) {
    case 'not':
      return presence(condition.of, !isNegated)
    case 'exists':
    case 'empty':
      return { path: condition.path, isPresent: (condition.op === 'exists') !== isNegated }
    case 'eq':
    case 'ne': {
      const { path, value } = condition
      if (typeof value !== 'boolean' && value !== null && value !== '') return undefined
      return { path, isPresent: ((condition.op === 'eq') === (value === true)) !== isNegated }
    }
    default:
      return undefined
  }
}
