import defunct from './defunct.json' with { type: 'json' }
import type { ListHash } from './hashed.ts'
import rows from './zones.json' with { type: 'json' }

/** `info` reports a policy or whole networks, not abuse. */
export type BlockSeverity = 'critical' | 'high' | 'medium' | 'low' | 'info'

export interface Zone {
  /** DNS name; `{key}` is replaced by the key of the subscriber. */
  readonly zone: string
  readonly name: string
  readonly kind: 'ip' | 'domain' | 'email'
  /** For lists of mailboxes. */
  readonly hash?: ListHash
  readonly severity: BlockSeverity
  /** Matching of `codes`: the whole response, bits of its last octet, or with `*` for an octet. */
  readonly codeMode: 'exact' | 'bitmask' | 'pattern'
  readonly codes: Readonly<Record<string, string>>
  /** Responses that are not listings, in addition to the general error codes. */
  readonly errorCodes?: Readonly<Record<string, string>>
  /** Keys of `codes` that report no abuse, such as the purpose of an IP address. */
  readonly policyCodes?: readonly string[]
  /** Supported families of a list of IP addresses, 4 or 6. */
  readonly families?: readonly number[]
  /** Queried by default: only lists without a key, registration or consent to terms. */
  readonly isDefault: boolean
  readonly terms?: 'key' | 'restricted' | 'registration' | 'private'
  readonly delistUrl?: string
  /** Lists of one service count once. */
  readonly group?: string
  /** A page that documents the codes, and the day when the table was last compared with it. */
  readonly source?: string
  readonly reviewedOn?: string
  /** Labels of the health check, if they differ from RFC 5782 5. */
  readonly testPoint?: { readonly listed: string; readonly clean: string }
}

export const builtInZones = rows as readonly Zone[]

const byName = new Map(builtInZones.map((each) => [each.zone, each]))
const dead = defunct as Readonly<Record<string, string>>

/**
 * Finds a built-in list, or a custom one (`domain:NAME` for domains, `email:NAME` for mailboxes); a problem if it must not
 * be queried.
 */
export function findZone(text: string): Zone | { readonly problem: string } {
  const [, kind, zone = ''] = /^(?:(ip|domain|email):)?(.+)$/.exec(text) ?? []
  // Subdomains of a discontinued list are discontinued too.
  const labels = zone.split('.')
  const gone = labels.map((_label, at) => labels.slice(at).join('.')).find((name) => dead[name] !== undefined)
  if (gone !== undefined) return { problem: `${zone} was shut down (${dead[gone]})` }
  const known = byName.get(zone)
  if (known !== undefined) return known
  if (!/^(?=.{4,200}$)(?:[a-z0-9_-]{1,63}\.)+[a-z0-9-]{2,63}$/.test(zone))
    return { problem: `${text} is no name of a list` }
  const own = { zone, name: zone, severity: 'medium', codeMode: 'exact', codes: {}, isDefault: true } as const
  if (kind === 'email') return { ...own, kind, hash: 'sha1' }
  return { ...own, kind: kind === 'domain' ? 'domain' : 'ip', families: [4, 6] }
}

/**
 * Resolves configured names: `default` is every list without requirements, and a key adds the Spamhaus lists that require
 * one. Invalid names are returned as problems.
 */
export function selectZones(names: readonly string[], key?: string): { zones: Zone[]; problems: string[] } {
  const zones = new Map<string, Zone>()
  const problems: string[] = []
  for (const name of names) {
    const found = name === 'default' ? builtInZones.filter((each) => each.isDefault) : [findZone(name)]
    for (const each of found) {
      if ('problem' in each) problems.push(each.problem)
      else if (each.zone.includes('{key}') && key === undefined) problems.push(`${each.zone} requires a key`)
      else zones.set(each.zone, each)
    }
  }
  if (key !== undefined) {
    // Lists of mailboxes receive hashes of addresses, so they must be configured by name.
    const own = builtInZones.filter(({ kind, zone }) => kind !== 'email' && zone.endsWith('.dq.spamhaus.net'))
    for (const each of own) zones.set(each.zone, each)
  }
  return { zones: [...zones.values()], problems }
}
