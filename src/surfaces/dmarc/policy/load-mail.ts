import type { DomainMail } from '../../../deliverability/policy/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { type DomainRow, type ReportAddresses, reportingAddress } from '../domains/index.ts'
import type { DayRange } from '../range.ts'
import type { DomainClasses } from '../sources/index.ts'
import { countEvidence } from './store.ts'

/** What the replay needs to know of a domain, from rollups and the DNS history; DNS is not queried. */
export async function loadMail(
  db: Db,
  domain: DomainRow,
  { addresses, range, sourceClasses }: { addresses: ReportAddresses; range: DayRange; sourceClasses: DomainClasses },
): Promise<DomainMail> {
  const [{ classified, dns, failing }, evidence] = await Promise.all([
    sourceClasses.read(db, domain, range),
    countEvidence(db, domain.no, range),
  ])
  const dmarc = dns.get('dmarc')
  const address = reportingAddress(addresses, domain.token)
  return {
    domain: domain.domain,
    periodDays: range.toDay - range.fromDay + 1,
    classified,
    failing,
    dmarc: dmarc?.record ?? null,
    isInherited: dmarc?.record !== null && (dmarc?.foundAt ?? domain.domain) !== domain.domain,
    spf: dns.get('spf')?.record ?? null,
    reportUri: address === null ? null : `mailto:${address}`,
    ...evidence,
  }
}
