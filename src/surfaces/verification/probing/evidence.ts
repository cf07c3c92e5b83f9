/**
 * What mail hosts prove about us. Anybody can own domains whose hosts are silent or say that they block us, and have them verified
 * by a project, its own or one with a public form: what one of them causes proves nothing for the others.
 */
import { registrableDomain } from '../../../deliverability/address/index.ts'
import { readIp, readable } from '../../../deliverability/ip/index.ts'
import { type MailProvider, providerOf } from '../../../deliverability/providers/index.ts'
import type { ProbeJob } from './job.ts'

/** Through whose address a host was met: the project that verifies, and the registered domain of the email address. */
export interface Sighting {
  readonly project: string
  readonly domain: string
}

/** A mail host as evidence. */
export interface Witness {
  /** Id of the provider, or the registered domain of the host's name. */
  readonly operator: string
  /** IPv4 /24 or IPv6 /48. */
  readonly network: string
  readonly sightings: readonly Sighting[]
}

/** Sightings that are kept of one host. */
const maxSightings = 8

/** True if two hosts share neither operator nor network, and were met through different projects and different domains. */
export function areIndependent(one: Witness, other: Witness): boolean {
  if (one.operator === other.operator || one.network === other.network) return false
  return one.sightings.some((a) => other.sightings.some((b) => areApart(a, b)))
}

/** True if two sightings have neither project nor domain in common. */
export function areApart(one: Sighting, other: Sighting): boolean {
  return one.project !== other.project && one.domain !== other.domain
}

/** True if two of the values are independent. */
export function hasPair<T>(values: readonly T[], isPair: (one: T, other: T) => boolean): boolean {
  return values.some((one, at) => values.slice(at + 1).some((other) => isPair(one, other)))
}

/** A host met once more; the latest sightings are kept. */
export function withSighting(before: readonly Sighting[], sighting: Sighting): readonly Sighting[] {
  const others = before.filter(({ domain, project }) => domain !== sighting.domain || project !== sighting.project)
  return [...others.slice(1 - maxSightings), sighting]
}

/** The sighting that a job makes. */
export function sightingOf(job: Pick<ProbeJob, 'options' | 'target'>): Sighting {
  return { project: projectOf(job), domain: registrableDomain(job.target.domain) }
}

/** Id of the project that a job is for; `-` for what belongs to none. */
export function projectOf({ options: { project = '-' } }: Pick<ProbeJob, 'options'>): string {
  return project
}

/** Who runs a mail host: a known provider, or the owner of the registered domain in its name. */
export function operatorOf(host: string): { operator: string; provider: MailProvider | undefined } {
  const provider = providerOf(host)
  return { operator: provider?.id ?? registrableDomain(host), provider }
}

/** The network of one operator that an IP address is in: IPv4 /24, IPv6 /48. */
export function networkOf(address: string): string {
  const octets = readIp(address)
  return octets === undefined
    ? address
    : readable(octets.map((octet, at) => (at < (octets.length === 4 ? 3 : 6) ? octet : 0)))
}
