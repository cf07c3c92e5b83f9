import type { Link, Node } from '../../document/index.ts'
import type { Fix } from '../rule.ts'
import { setFix } from './change.ts'

/** Removes links from rich text and keeps their text; undefined if there are none with that URL. */
export function withoutLinks(node: Node, isMeant: (href: string) => boolean): Fix | undefined {
  return changeLinks(node, isMeant, 'Remove the link', () => undefined)
}

const meanings: readonly [words: RegExp, role: NonNullable<Link['role']>, label: string][] = [
  [
    /\b(?:unsubscri|opt[- ]out|abmelde|abbestell|d[eé]sabonn|d[eé]sinscri|darse de baja|afmelden|uitschrijven)/i,
    'unsubscribe',
    'Make it an unsubscribe link',
  ],
  [/\b(?:view|read|open|see)\b.{0,30}\b(?:browser|online)\b/i, 'view', 'Make it a view-in-browser link'],
  [/\bpreferences\b/i, 'preferences', 'Make it a preferences link'],
]

/**
 * Replaces links by an ESP role that matches their text, such as unsubscribe, and removes other links with the same URL;
 * undefined if no text matches.
 */
export function withRoles(node: Node, isMeant: (href: string) => boolean): Fix | undefined {
  const labels = new Set<string>()
  const change = ({ text }: Run) => {
    const found = typeof text === 'string' ? meanings.find(([words]) => words.test(text)) : undefined
    labels.add(found?.[2] ?? '')
    return found === undefined ? undefined : { role: found[1] }
  }
  const fix = changeLinks(node, isMeant, 'Point the links to the URLs they show', change)
  const [label = ''] = labels
  if (labels.size === 1) return label === '' ? undefined : fix && { ...fix, label }
  return fix
}

interface Run {
  link?: { href?: unknown; role?: unknown }
  text?: unknown
}

type Change = (run: Run) => Run['link']

function changeLinks(node: Node, isMeant: (href: string) => boolean, label: string, change: Change): Fix | undefined {
  const props: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(node)) {
    const next = changeIn(value, isMeant, change)
    if (next !== value) props[key] = next
  }
  return Object.keys(props).length === 0 ? undefined : setFix(node, label, props)
}

function changeIn(value: unknown, isMeant: (href: string) => boolean, change: Change): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => changeIn(item, isMeant, change))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (typeof value !== 'object' || value === null) return value
  const { link, ...rest } = value as Run
  if (link !== undefined && link.role === undefined && isMeant(typeof link.href === 'string' ? link.href : '')) {
    const next = change(value)
    if (next === link) return value
    return next === undefined ? rest : { ...rest, link: next }
  }
  let changed: Record<string, unknown> | undefined
  for (const [key, member] of Object.entries(value)) {
    const next = changeIn(member, isMeant, change)
    if (next === member) continue
    changed ??= { ...value }
    changed[key] = next
  }
  return changed ?? value
}
