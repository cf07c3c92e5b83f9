import { isPreferred } from './hosts.ts'
import type { ProbeJob } from './job.ts'

/** Who waits, by domain, in the order of the turns of domains. */
export type Rows = Map<string, ProbeJob[]>

/** Domains among which a connection looks for one of its host. */
export const maxInspected = 200

/** The first domain of which something holds. */
export function findDomain(domains: Iterable<string>, isIt: (domain: string) => boolean): string | undefined {
  for (const domain of domains) if (isIt(domain)) return domain
  return undefined
}

/** True if a domain prefers a host, or has it among those it prefers. */
export function goesTo(rows: Rows, domain: string, host: string): boolean {
  const hosts = rows.get(domain)?.[0]?.mx.hosts ?? []
  return hosts.some((each) => each.host === host && isPreferred(each, hosts))
}

/** The first job of a domain that still wants an answer. */
export function nextOf(rows: Rows, domain: string): ProbeJob | undefined {
  return rows.get(domain)?.find(({ isSettled }) => !isSettled)
}

/** Takes the first job of a domain that still wants an answer; the domain goes to the end of the row, or out of it. */
export function takeFrom(rows: Rows, domain: string): ProbeJob | undefined {
  const jobs = rows.get(domain) ?? []
  let job = jobs.shift()
  while (job?.isSettled === true) job = jobs.shift()
  rows.delete(domain)
  if (jobs.length > 0) rows.set(domain, jobs)
  return job
}
