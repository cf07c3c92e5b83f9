import { type Http, digestOf } from '../../../platform/http/index.ts'
import { writeRemaining } from '../credits/index.ts'
import { readMailDomain } from '../finder/index.ts'
import { OrganizationIntelligence, OrganizationOf } from './contract.ts'
import { type DomainDeps, describeDomainFor } from './describe-domain.ts'
import { describeOrganization } from './describe-organization.ts'
import { DescribeDomain, DomainIntelligence } from './domain-contract.ts'

export type IntelligenceDeps = DomainDeps

export function intelligenceRoutes({ http, ...parts }: { http: Http } & IntelligenceDeps) {
  return http
    .surface('intelligence')
    .get(
      '/tools/org-intel/:domain',
      ({ caller, params }) => describeOrganization(parts, caller.projectId, readMailDomain(params.domain)),
      {
        id: 'intelligence.getOrgIntel',
        summary: 'Describe an organization',
        description:
          'Email address patterns at a domain from the project’s own verifications, and the name of the domain’s owner ' +
          'according to its home page or registry, if they can be reached. Free.',
        scope: 'verification',
        etag: digestOf,
        params: OrganizationOf,
        response: { 200: OrganizationIntelligence },
      },
    )
    .post(
      '/tools/domain-intel',
      async ({ body, caller, set }) => {
        const domain = readMailDomain(body.domain)
        const { intelligence, remaining } = await describeDomainFor(parts, caller, domain)
        writeRemaining(set.headers, remaining)
        return intelligence
      },
      {
        id: 'intelligence.getDomainIntel',
        summary: 'Describe a domain',
        description:
          'Mail and DNS providers of the domain, services found in its records, its age if the registry can be reached, ' +
          'block list entries, and a trust score. One credit; free if DNS does not respond.',
        scope: 'verification',
        body: DescribeDomain,
        response: { 200: DomainIntelligence },
        errors: ['INSUFFICIENT_CREDITS'],
      },
    )
}
