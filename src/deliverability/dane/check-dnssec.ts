import { type Checked, type ResolveRecords, concluded, isUnknown, unmeasured, unpublished } from '../findings/index.ts'
import { reportZone as report } from './reasons.ts'

/** Whether a zone is signed, and the resolver has found the signatures good. */
export async function checkDnssec(zone: string, resolve: ResolveRecords): Promise<Checked> {
  const soa = await resolve(zone, 'SOA')
  if (isUnknown(soa)) {
    // The parent vouches for the zone, but nobody gives out its data: most often a signature has expired.
    const ds = await resolve(zone, 'DS')
    if (soa.outcome === 'failed' && ds.outcome === 'found' && ds.isAuthentic)
      return concluded([
        report('bogus', 'The zone is to be signed, and the resolver that validates gives no answer about it.', {
          fix: 'Sign it again, or have the registrar take the DS record out.',
        }),
      ])
    return unmeasured(report('dns', 'The zone could not be asked for.'))
  }
  if (soa.isAuthentic) return concluded([])
  const [ds, keys] = await Promise.all([resolve(zone, 'DS'), resolve(zone, 'DNSKEY')])
  if (ds.outcome === 'found')
    return unmeasured(report('not_validated', 'The zone is signed, but the DNS server asked does not validate.'))
  if (keys.outcome === 'found') {
    const fix = 'Give the DS record to the registrar.'
    return concluded([report('island', 'The zone is signed, but its parent does not say so.', { fix })], { share: 0 })
  }
  if (isUnknown(ds) || isUnknown(keys)) return unmeasured(report('dns', 'The keys of the zone could not be asked for.'))
  const fix = 'Turn it on where the zone is served, and give the DS record to the registrar.'
  return unpublished(report('none', 'The zone is not signed.', { fix }))
}
