import type { Http } from '../../../platform/http/index.ts'
import { writeRemaining } from '../credits/index.ts'
import { checkInfrastructure } from './check.ts'
import { CheckInfrastructure, InfrastructureCheck } from './contract.ts'
import type { InfrastructureDeps } from './measure.ts'

export function infrastructureRoutes({ http, ...parts }: { http: Http } & InfrastructureDeps) {
  return http.surface('verification').post(
    '/tools/infrastructure-check',
    async ({ body, caller, set }) => {
      const { check, remaining } = await checkInfrastructure(parts, caller, body)
      writeRemaining(set.headers, remaining)
      return check
    },
    {
      id: 'verification.checkInfrastructure',
      summary: 'Check a domain’s set-up for mail',
      description:
        'Mail hosts and their names, SPF with everything it refers to, DKIM keys, DMARC, MTA-STS, TLS-RPT, BIMI, DNSSEC and ' +
        'DANE: each with its record, problems and fixes. What could not be queried is `unmeasured`, ' +
        'and never held against the domain. One credit; nothing when nothing could be measured.',
      scope: 'verification',
      body: CheckInfrastructure,
      response: { 200: InfrastructureCheck },
      errors: ['INSUFFICIENT_CREDITS'],
    },
  )
}
