import type { FailingMail } from '../../../deliverability/policy/index.ts'
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
import { type PastMail, type SourcePart, countDomainsOf, selectMail } from './stream-store.ts'

/** IP addresses that are compared with the mail of other domains: the largest of those that SPF does not authorize. */
const maxCompared = 100

export interface ClassifiedMail {
  readonly classified: readonly ClassifiedStream[]
  /** In the order of `classified`. */
  readonly parts: readonly SourcePart[]
  /** Mail of each day that neither DKIM nor SPF aligns. */
  readonly failing: readonly FailingMail[]
  /** The records of the domain as last seen. */
  readonly dns: Awaited<ReturnType<typeof selectLatest>>
  /** Sums of its older days, for the next classification of the range. */
  readonly past: PastMail | undefined
}

/** The mail of a range with the class of every source; `known` is the past of an earlier classification. */
export async function classifyDomain(
  db: Db,
  domain: DomainRow,
  range: DayRange,
  known?: PastMail,
): Promise<ClassifiedMail> {
  const [{ failing, past, streams: rows }, classes, dns] = await Promise.all([
    selectMail(db, domain.no, range, known),
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
  return { classified, parts: rows.map(({ part }) => part), failing, dns, past }
}
