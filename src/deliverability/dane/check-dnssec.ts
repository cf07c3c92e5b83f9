import { type Checked, type ResolveRecords, concluded, isUnknown, unmeasured, unpublished } from '../findings/index.ts'
import { reportZone as report } from './reasons.ts'

/** Checks that a zone is signed, and that the resolver has validated the signatures. */
export async function checkDnssec(zone: string, resolve: ResolveRecords): Promise<Checked> {
  const soa = await resolve(zone, 'SOA')
  if (isUnknown(soa)) {
    // The parent has a DS record, but queries fail: most often a signature has expired.
    const ds = await resolve(zone, 'DS')
    if (soa.outcome === 'failed' && ds.outcome === 'found' && ds.isAuthentic)
      return concluded([
        report('bogus', 'The zone has a DS record, but a validating resolver returns no answer (SERVFAIL).', {
          fix: 'Sign the zone again, or have the registrar remove the DS record.',
        }),
      ])
    return unmeasured(report('dns', 'The zone could not be queried.'))
  }
  if (soa.isAuthentic) return concluded([])
  const [ds, keys] = await Promise.all([resolve(zone, 'DS'), resolve(zone, 'DNSKEY')])
  if (ds.outcome === 'found')
    return unmeasured(report('not_validated', 'The zone is signed, but the configured DNS server does not validate.'))
  if (keys.outcome === 'found') {
    const fix = 'Submit the DS record to the registrar.'
    return concluded([report('island', 'The zone is signed, but its parent zone has no DS record.', { fix })], {
      share: 0,
    })
  }
  if (isUnknown(ds) || isUnknown(keys)) return unmeasured(report('dns', 'The keys of the zone could not be queried.'))
  const fix = 'Enable DNSSEC at the DNS provider, and submit the DS record to the registrar.'
  return unpublished(report('none', 'The zone is not signed.', { fix }))
}
