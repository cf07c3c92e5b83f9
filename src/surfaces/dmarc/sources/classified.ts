import {
  type ClassContext,
  type ClassifiedStream,
  classifyStreams,
  termsOfSpf,
} from '../../../deliverability/senders/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { selectLatest } from '../dns/index.ts'
import type { DomainRow } from '../domains/index.ts'
import type { DayRange } from '../range.ts'
import { selectClasses } from './store.ts'
import { countDomainsOf, selectStreams } from './stream-store.ts'

/** IP addresses that are compared with the mail of other domains: the largest of those that SPF does not authorize. */
const maxCompared = 100

/** The mail of a range with the class of every source, and the records of the domain as last seen. */
export async function classifyDomain(
  db: Db,
  domain: DomainRow,
  range: DayRange,
): Promise<{ classified: ClassifiedStream[]; dns: Awaited<ReturnType<typeof selectLatest>> }> {
  const [rows, classes, dns] = await Promise.all([
    selectStreams(db, domain.no, range),
    selectClasses(db, domain.no),
    selectLatest(db, domain.no),
  ])
  const streams = rows.map(({ stream }) => stream)
  const ips = streams
    .filter(({ spfAligned }) => !spfAligned)
    .toSorted((one, other) => other.messages - one.messages)
    .slice(0, maxCompared)
    .map(({ ip }) => ip)
  const hosts: ClassContext['hosts'] = new Map(
    rows.flatMap(({ host, stream }) => (host === null ? [] : [[stream.ip, host] as const])),
  )
  const classified = classifyStreams(streams, {
    domain: domain.domain,
    periodDays: range.toDay - range.fromDay + 1,
    ...termsOfSpf(dns.get('spf')?.record ?? null),
    hosts,
    byHand: new Map([...classes].map(([key, row]) => [key, row.class])),
    domainsOf: await countDomainsOf(db, domain.projectId, { ips, range }),
  })
  return { classified, dns }
}
