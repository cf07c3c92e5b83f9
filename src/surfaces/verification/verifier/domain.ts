import type { DnsClient } from '../../../platform/net/index.ts'
import type { DomainFinding, Step } from './findings.ts'

/** Whether a domain publishes SPF (RFC 7208 3) and DMARC (RFC 7489 6.6.3) records; what is in them is not judged here. */
export async function describeDomain(
  dns: Pick<DnsClient, 'query'>,
  domain: string,
): Promise<{ finding: DomainFinding; steps: Step[] }> {
  const [hasSpf, hasDmarc] = await Promise.all([
    publishes(dns, domain, /^v=spf1(?: |$)/i),
    publishes(dns, `_dmarc.${domain}`, /^v=DMARC1\s*(?:;|$)/),
  ])
  return { finding: { hasSpf, hasDmarc }, steps: [stepOf('spf', hasSpf), stepOf('dmarc', hasDmarc)] }
}

async function publishes(dns: Pick<DnsClient, 'query'>, name: string, pattern: RegExp): Promise<boolean | null> {
  const { outcome, records } = await dns.query(name, 'TXT')
  if (outcome === 'found') return records.some((text) => pattern.test(text))
  return outcome === 'no_data' || outcome === 'no_name' ? false : null
}

function stepOf(check: 'spf' | 'dmarc', isPublished: boolean | null): Step {
  const record = check.toUpperCase()
  if (isPublished === null) return { check, status: 'error', detail: `The ${record} record could not be asked for.` }
  return isPublished
    ? { check, status: 'pass', detail: `The domain publishes a ${record} record.` }
    : { check, status: 'warn', detail: `The domain publishes no ${record} record.` }
}
