import type { Link, Node } from '../../document/index.ts'
import type { Fix } from '../rule.ts'
import { setFix } from './change.ts'

/** Takes links out of rich text and leaves their words; undefined where there is none of that address. */
export function withoutLinks(node: Node, isMeant: (href: string) => boolean): Fix | undefined {
  return changeLinks(node, isMeant, 'Remove the link', () => undefined)
}

const meanings: readonly [words: RegExp, role: NonNullable<Link['role']>, label: string][] = [
  [
    /\b(?:unsubscri|opt[- ]out|abmelde|abbestell|d[eé]sabonn|d[eé]sinscri|darse de baja|afmelden|uitschrijven)/i,
    'unsubscribe',
    'Let it unsubscribe',
  ],
  [/\b(?:view|read|open|see)\b.{0,30}\b(?:browser|online)\b/i, 'view', 'Let it open the email in the browser'],
  [/\bpreferences\b/i, 'preferences', 'Let it lead to the preferences'],
]

/**
 * Makes a link of that address what its words say it is, one of the ESP's own, and takes others of that address out;
 * undefined where no words say such.
 */
export function withRoles(node: Node, isMeant: (href: string) => boolean): Fix | undefined {
  const labels = new Set<string>()
  const change = ({ text }: Run) => {
    const found = typeof text === 'string' ? meanings.find(([words]) => words.test(text)) : undefined
    labels.add(found?.[2] ?? '')
    return found === undefined ? undefined : { role: found[1] }
  }
  const fix = changeLinks(node, isMeant, 'Let the links lead where they say', change)
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
