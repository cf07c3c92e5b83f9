import type { Http } from '../../../platform/http/index.ts'
import { tellRemaining } from '../credits/index.ts'
import { checkInfrastructure } from './check.ts'
import { CheckInfrastructure, InfrastructureCheck } from './contract.ts'
import type { InfrastructureParts } from './measure.ts'

/** The check of a domain's set-up for mail. */
export function infrastructureRoutes({ http, ...parts }: { http: Http } & InfrastructureParts) {
  return http.surface('verification').post(
    '/tools/infrastructure-check',
    async ({ body, caller, set }) => {
      const { check, remaining } = await checkInfrastructure(parts, caller, body)
      tellRemaining(set.headers, remaining)
      return check
    },
    {
      id: 'verification.checkInfrastructure',
      summary: 'Check a domain’s set-up for mail',
      description:
        'Mail hosts and their names, SPF with everything it refers to, DKIM keys, DMARC, MTA-STS, TLS-RPT, BIMI, DNSSEC and ' +
        'DANE: each with its record, what is wrong with it and what to do. What could not be asked for is `unmeasured`, ' +
        'and never held against the domain. One credit; nothing when nothing could be measured.',
      scope: 'verification',
      body: CheckInfrastructure,
      response: { 200: InfrastructureCheck },
      errors: ['INSUFFICIENT_CREDITS'],
    },
  )
}
