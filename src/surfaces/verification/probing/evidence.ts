/**
 * Evidence about blocks of this host. Any user can own domains whose hosts are silent or claim to block this host, and have
 * them verified by a project or a public form: findings caused by one user must not affect others.
 */
import { registrableDomain } from '../../../deliverability/address/index.ts'
import { readIp, readable } from '../../../deliverability/ip/index.ts'
import { type MailProvider, providerOf } from '../../../deliverability/providers/index.ts'
import type { ProbeJob } from './job.ts'

/** The verification that led to a host: its project, and the registered domain of the email address. */
export interface Sighting {
  readonly project: string
  readonly domain: string
}

/** A mail host as evidence. */
export interface Witness {
  /** Id of the provider, or the registered domain of the host name. */
  readonly operator: string
  /** IPv4 /24 or IPv6 /48. */
  readonly network: string
  readonly sightings: readonly Sighting[]
}

/** Maximum number of sightings per host. */
const maxSightings = 8

/** True if two hosts share neither operator nor network, and were found through different projects and different domains. */
export function areIndependent(one: Witness, other: Witness): boolean {
  if (one.operator === other.operator || one.network === other.network) return false
  return one.sightings.some((a) => other.sightings.some((b) => areApart(a, b)))
}

/** True if two sightings share neither project nor domain. */
export function areApart(one: Sighting, other: Sighting): boolean {
  return one.project !== other.project && one.domain !== other.domain
}

/** True if any two of the values satisfy `isPair`. */
export function hasPair<T>(values: readonly T[], isPair: (one: T, other: T) => boolean): boolean {
  return values.some((one, at) => values.slice(at + 1).some((other) => isPair(one, other)))
}

/** Adds a sighting; the oldest ones are evicted. */
export function withSighting(before: readonly Sighting[], sighting: Sighting): readonly Sighting[] {
  const others = before.filter(({ domain, project }) => domain !== sighting.domain || project !== sighting.project)
  return [...others.slice(1 - maxSightings), sighting]
}

export function sightingOf(job: Pick<ProbeJob, 'options' | 'target'>): Sighting {
  return { project: projectOf(job), domain: registrableDomain(job.target.domain) }
}

/** Id of the project, `-` without one. */
export function projectOf({ options: { project = '-' } }: Pick<ProbeJob, 'options'>): string {
  return project
}

/** A known provider, or the registered domain of the host name. */
export function operatorOf(host: string): { operator: string; provider: MailProvider | undefined } {
  const provider = providerOf(host)
  return { operator: provider?.id ?? registrableDomain(host), provider }
}

/** IPv4 /24 or IPv6 /48. */
export function networkOf(address: string): string {
  const octets = readIp(address)
  return octets === undefined
    ? address
    : readable(octets.map((octet, at) => (at < (octets.length === 4 ? 3 : 6) ? octet : 0)))
}
