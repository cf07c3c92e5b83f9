import { registrableDomain } from '../../../deliverability/address/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { selectPatterns } from '../patterns/index.ts'
import type { OrganizationIntelligence } from './contract.ts'
import type { DomainSources } from '../domain-sources/index.ts'

/** Address patterns that the project has learned at a domain, given in A-labels, and the name of its owner. */
export async function describeOrganization(
  { domainSources, store }: { domainSources: DomainSources; store: Pick<Store, 'read'> },
  projectId: string,
  domain: string,
): Promise<OrganizationIntelligence> {
  const [rows, website, registry] = await Promise.all([
    selectPatterns(store.read, projectId, domain),
    domainSources.siteName(domain),
    domainSources.registration(registrableDomain(domain)),
  ])
  const total = rows.reduce((sum, { verified }) => sum + verified, 0)
  const registrant = registry.value?.organization
  const named = website.value ?? registrant ?? null
  const source = website.value !== undefined ? ('website' as const) : ('registry' as const)
  return {
    domain,
    organization: named,
    organization_source: named === null ? null : source,
    sources: { website: stateOf(website), registry: stateOf(registry) },
    patterns: rows.map(({ failed, lastSeenAt, pattern, verified }) => ({
      pattern,
      verified,
      failed,
      // Laplace smoothing: one success and one failure are added.
      confidence: rounded((verified + 1) / (verified + failed + 2)),
      share: rounded(total === 0 ? 0 : verified / total),
      last_seen: new Date(lastSeenAt).toISOString(),
    })),
    verified_count: total,
  }
}

function stateOf({ reached }: { reached: boolean }) {
  return reached ? ('answered' as const) : ('unreachable' as const)
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
