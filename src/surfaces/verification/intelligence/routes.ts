import type { Http } from '../../../platform/http/index.ts'
import { tellRemaining } from '../credits/index.ts'
import { readMailDomain } from '../finder/index.ts'
import { OrganisationIntelligence, OrganisationOf } from './contract.ts'
import { type DomainParts, describeDomainFor } from './describe-domain.ts'
import { describeOrganisation } from './describe-organisation.ts'
import { DescribeDomain, DomainIntelligence } from './domain-contract.ts'

export type IntelligenceParts = DomainParts

/** What is known of organisations and domains. */
export function intelligenceRoutes({ http, ...parts }: { http: Http } & IntelligenceParts) {
  return http
    .surface('intelligence')
    .get(
      '/tools/org-intel/:domain',
      ({ caller, params }) => describeOrganisation(parts, caller.projectId, readMailDomain(params.domain)),
      {
        id: 'intelligence.getOrgIntel',
        summary: 'Describe an organisation',
        description:
          'How addresses at a domain are made, by what the project’s own verifications found, and what the home page or the ' +
          'registry of the domain calls its owner, where they can be reached. Free.',
        scope: 'verification',
        params: OrganisationOf,
        response: { 200: OrganisationIntelligence },
      },
    )
    .post(
      '/tools/domain-intel',
      async ({ body, caller, set }) => {
        const domain = readMailDomain(body.domain)
        const { intelligence, remaining } = await describeDomainFor(parts, caller, domain)
        tellRemaining(set.headers, remaining)
        return intelligence
      },
      {
        id: 'intelligence.getDomainIntel',
        summary: 'Describe a domain',
        description:
          'Who runs its mail and name servers, whose services its records tell of, its age where the registry can be ' +
          'reached, what block lists have of it, and how far it can be trusted. One credit; nothing when DNS does not answer.',
        scope: 'verification',
        body: DescribeDomain,
        response: { 200: DomainIntelligence },
        errors: ['INSUFFICIENT_CREDITS'],
      },
    )
}
