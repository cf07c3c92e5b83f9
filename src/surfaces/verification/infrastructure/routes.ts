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
      summary: 'Check the mail configuration of a domain',
      description:
        'Checks mail hosts and their names, SPF with all included records, DKIM keys, DMARC, MTA-STS, TLS-RPT, BIMI, ' +
        'DNSSEC and DANE: each with its record, problems and fixes. A failed query is reported as `unmeasured` and does ' +
        'not affect the score. One credit; free if no query succeeded.',
      scope: 'verification',
      body: CheckInfrastructure,
      response: { 200: InfrastructureCheck },
      errors: ['INSUFFICIENT_CREDITS'],
    },
  )
}
