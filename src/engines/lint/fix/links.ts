import type { Link, Node } from '../../document/index.ts'
import type { Fix } from '../rule.ts'
import { setFix } from './change.ts'

/** Takes links out of rich text and leaves their words; undefined where there is none of that address. */
export function withoutLinks(node: Node, isMeant: (href: string) => boolean): Fix | undefined {
  return changeLinks(node, isMeant, 'Remove the link', () => undefined)
}

const meanings: readonly [words: RegExp, role: NonNullable<Link['role']>, label: string][] = [
  [
    /^(?:unsubscri|opt[- ]out|abmelde|abbestell|se d[eé]sabonner|d[eé]sinscri|darse de baja|afmelden|uitschrijven)/i,
    'unsubscribe',
    'Let it unsubscribe',
  ],
  [/^(?:view|read|open|see)\b.{0,30}\b(?:browser|online)\b/i, 'view', 'Let it open the email in the browser'],
  [/\bpreferences\b/i, 'preferences', 'Let it lead to the preferences'],
]

/** Makes a link of that address what its words say it is, one of the mailing system's own; undefined where they say nothing such. */
export function withRoles(node: Node, isMeant: (href: string) => boolean): Fix | undefined {
  let meant: string | undefined
  const roleOf = (words: string) => {
    const found = meanings.find(([pattern]) => pattern.test(words.trim()))
    meant ??= found?.[2]
    return found?.[1]
  }
  const change = (run: Run) => {
    const role = typeof run.text === 'string' ? roleOf(run.text) : undefined
    return role === undefined ? run.link : { role }
  }
  const fix = changeLinks(node, isMeant, '', change)
  return fix === undefined || meant === undefined ? undefined : { ...fix, label: meant }
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
