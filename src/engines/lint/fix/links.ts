import type { Node } from '../../document/index.ts'
import type { Fix } from '../rule.ts'
import { setFix } from './change.ts'

/** Takes links out of rich text and leaves their words; undefined where there is none of that address. */
export function withoutLinks(node: Node, isMeant: (href: string) => boolean): Fix | undefined {
  const props: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(node)) {
    const next = strip(value, isMeant)
    if (next !== value) props[key] = next
  }
  return Object.keys(props).length === 0 ? undefined : setFix(node, 'Remove the link', props)
}

function strip(value: unknown, isMeant: (href: string) => boolean): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => strip(item, isMeant))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (typeof value !== 'object' || value === null) return value
  const { link, ...rest } = value as { link?: { href?: unknown; role?: unknown } }
  if (link !== undefined && link.role === undefined && isMeant(typeof link.href === 'string' ? link.href : ''))
    return rest
  let changed: Record<string, unknown> | undefined
  for (const [key, member] of Object.entries(value)) {
    const next = strip(member, isMeant)
    if (next === member) continue
    changed ??= { ...value }
    changed[key] = next
  }
  return changed ?? value
}
