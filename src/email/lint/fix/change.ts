import type { Block, Node, Operation, Style } from '../../document/index.ts'
import type { Fix } from '../rule.ts'

const structural = new Set(['id', 'type', 'columns', 'blocks', 'fallback'])

export function setFix(node: Node, label: string, props: Record<string, unknown>): Fix {
  return { label, operations: [{ op: 'set', id: node.id, props }] }
}

/** Sets members of the document's own settings, such as `meta`. */
export function settingsFix(label: string, props: Record<string, unknown>): Fix {
  return { label, operations: [{ op: 'settings', props }] }
}

/** Merges visual properties into a node's style; sections have theirs in `box`. */
export function styleFix(node: Node, label: string, style: Partial<Style>, layer: 'style' | 'mobile' = 'style'): Fix {
  const key = node.type === 'section' && layer === 'style' ? 'box' : layer
  const own = (node as Block)[key] as Style | undefined
  return setFix(node, label, { [key]: { ...own, ...style } })
}

/**
 * Replaces strings at any depth of a node's own properties; `change` returns the new text, or the same one. Undefined if
 * nothing changes.
 */
export function replaceFix(node: Node, label: string, change: (text: string, key: string) => string): Fix | undefined {
  const props: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(node)) {
    // The rows of a table are its cells, those of a group its sections.
    if (structural.has(key) || (key === 'rows' && node.type === 'group')) continue
    const changed = replaceIn(value, key, change)
    if (changed !== value) props[key] = changed
  }
  return Object.keys(props).length === 0 ? undefined : setFix(node, label, props)
}

export function removeFix(node: Node, label: string): Fix {
  const operation: Operation = { op: 'remove', id: node.id }
  return { label, operations: [operation] }
}

/** Changes every string at any depth; returns the same object if nothing changes. */
export function replaceIn(value: unknown, key: string, change: (text: string, key: string) => string): unknown {
  if (typeof value === 'string') return change(value, key)
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => replaceIn(item, key, change))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (typeof value !== 'object' || value === null) return value
  let changed: Record<string, unknown> | undefined
  for (const [inner, member] of Object.entries(value)) {
    const next = replaceIn(member, inner, change)
    if (next === member) continue
    changed ??= { ...value }
    changed[inner] = next
  }
  return changed ?? value
}
