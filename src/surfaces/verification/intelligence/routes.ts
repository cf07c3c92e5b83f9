import type { Http } from '../../../platform/http/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { readMailDomain } from '../finder/index.ts'
import { OrganisationIntelligence, OrganisationOf } from './contract.ts'
import { describeOrganisation } from './describe-organisation.ts'
import type { Neighbours } from './neighbours.ts'

export interface IntelligenceParts {
  readonly store: Pick<Store, 'read'>
  readonly neighbours: Neighbours
}

/** What is known of organisations. */
export function intelligenceRoutes({ http, ...parts }: { http: Http } & IntelligenceParts) {
  return http
    .surface('intelligence')
    .get(
      '/tools/org-intel/:domain',
      ({ caller, params }) => describeOrganisation(parts, caller.projectId, readMailDomain(params.domain)),
      {
        scope: 'verification',
        params: OrganisationOf,
        response: { 200: OrganisationIntelligence },
        detail: {
          operationId: 'intelligence.getOrgIntel',
          summary: 'Describe an organisation',
          description:
            'How addresses at a domain are made, by what the project’s own verifications found, and what the home page or the ' +
            'registry of the domain calls its owner, where they can be reached. Free.',
        },
      },
    )
}
