import { isPreferred } from './hosts.ts'
import type { ProbeJob } from './job.ts'

/** Queued jobs by domain, in the order of the turns. */
export type Rows = Map<string, ProbeJob[]>

/** Maximum number of domains searched for one that uses the connected host. */
export const maxInspected = 200

export function findDomain(domains: Iterable<string>, isIt: (domain: string) => boolean): string | undefined {
  for (const domain of domains) if (isIt(domain)) return domain
  return undefined
}

/** True if the connected host is among the preferred hosts of a domain. */
export function goesTo(rows: Rows, domain: string, host: string): boolean {
  const hosts = rows.get(domain)?.[0]?.mx.hosts ?? []
  return hosts.some((each) => each.host === host && isPreferred(each, hosts))
}

/** The first unsettled job of a domain. */
export function nextOf(rows: Rows, domain: string): ProbeJob | undefined {
  return rows.get(domain)?.find(({ isSettled }) => !isSettled)
}

/** Removes and returns the first unsettled job of a domain; the domain moves to the end, or is removed if empty. */
export function takeFrom(rows: Rows, domain: string): ProbeJob | undefined {
  const jobs = rows.get(domain) ?? []
  let job = jobs.shift()
  while (job?.isSettled === true) job = jobs.shift()
  rows.delete(domain)
  if (jobs.length > 0) rows.set(domain, jobs)
  return job
}
