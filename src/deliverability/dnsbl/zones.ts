import defunct from './defunct.json' with { type: 'json' }
import type { ListHash } from './hashed.ts'
import rows from './zones.json' with { type: 'json' }

/** How much a listing weighs. `info` tells of policy or of whole networks, and is no abuse. */
export type BlockSeverity = 'critical' | 'high' | 'medium' | 'low' | 'info'

/** A block list. */
export interface Zone {
  /** Its name in DNS; `{key}` represents a key that its users have. */
  readonly zone: string
  readonly name: string
  /** What it lists. */
  readonly kind: 'ip' | 'domain' | 'email'
  /** Of mailboxes: how it spells them. */
  readonly hash?: ListHash
  readonly severity: BlockSeverity
  /** How `codes` are matched: the whole answer, bits of its last octet, or with `*` for an octet. */
  readonly codeMode: 'exact' | 'bitmask' | 'pattern'
  readonly codes: Readonly<Record<string, string>>
  /** Answers that are no listing, besides those that are none anywhere. */
  readonly errorCodes?: Readonly<Record<string, string>>
  /** Listings of what an address is for, and not of what it did. */
  readonly policyCodes?: readonly string[]
  /** Of addresses: which it takes. */
  readonly families?: readonly number[]
  /** Asked unless somebody says otherwise: none that wants a key, registration or consent to terms. */
  readonly isDefault: boolean
  readonly terms?: 'key' | 'restricted' | 'registration' | 'private'
  readonly delistUrl?: string
  /** Lists of one house, which count once. */
  readonly group?: string
  /** What precedes its name in its health check, where that is not what RFC 5782 5 says. */
  readonly testPoint?: { readonly listed: string; readonly clean: string }
}

/** Every list that is known. */
export const builtInZones = rows as readonly Zone[]

const byName = new Map(builtInZones.map((each) => [each.zone, each]))
const dead = defunct as Readonly<Record<string, string>>

/** The list of a name: one that is known, one of somebody’s own (`domain:NAME` for domains, `email:NAME` for mailboxes), or why it is not queried. */
export function findZone(text: string): Zone | { readonly problem: string } {
  const [, kind, zone = ''] = /^(?:(ip|domain|email):)?(.+)$/.exec(text) ?? []
  // What stands below a dead list died with it.
  const labels = zone.split('.')
  const gone = labels.map((_label, at) => labels.slice(at).join('.')).find((name) => dead[name] !== undefined)
  if (gone !== undefined) return { problem: `${zone} is dead since ${dead[gone]}` }
  const known = byName.get(zone)
  if (known !== undefined) return known
  if (!/^(?=.{4,200}$)(?:[a-z0-9_-]{1,63}\.)+[a-z0-9-]{2,63}$/.test(zone))
    return { problem: `${text} is no name of a list` }
  const own = { zone, name: zone, severity: 'medium', codeMode: 'exact', codes: {}, isDefault: true } as const
  if (kind === 'email') return { ...own, kind, hash: 'sha1' }
  return { ...own, kind: kind === 'domain' ? 'domain' : 'ip', families: [4, 6] }
}

/**
 * The lists to ask: those named, where `default` represents all that request nothing, and with a key those of Spamhaus that
 * want one. Names that cannot be queried come back as problems.
 */
export function selectZones(names: readonly string[], key?: string): { zones: Zone[]; problems: string[] } {
  const zones = new Map<string, Zone>()
  const problems: string[] = []
  for (const name of names) {
    const found = name === 'default' ? builtInZones.filter((each) => each.isDefault) : [findZone(name)]
    for (const each of found) {
      if ('problem' in each) problems.push(each.problem)
      else if (each.zone.includes('{key}') && key === undefined) problems.push(`${each.zone} wants a key`)
      else zones.set(each.zone, each)
    }
  }
  if (key !== undefined) {
    // One of mailboxes learns their hashes: whoever wants that names it.
    const own = builtInZones.filter(({ kind, zone }) => kind !== 'email' && zone.endsWith('.dq.spamhaus.net'))
    for (const each of own) zones.set(each.zone, each)
  }
  return { zones: [...zones.values()], problems }
}
