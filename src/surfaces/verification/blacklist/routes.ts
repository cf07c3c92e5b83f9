import type { Http } from '../../../platform/http/index.ts'
import { writeRemaining } from '../credits/index.ts'
import { type BlacklistDeps, checkBlacklist } from './check.ts'
import { BlacklistCheck, CheckBlacklist } from './contract.ts'

export function blacklistRoutes({ http, ...parts }: { http: Http } & BlacklistDeps) {
  return http.surface('verification').post(
    '/tools/blacklist-check',
    async ({ body, caller, set }) => {
      const { check, remaining } = await checkBlacklist(parts, caller, body)
      writeRemaining(set.headers, remaining)
      return check
    },
    {
      id: 'verification.checkBlacklist',
      summary: 'Check block lists',
      description:
        'Queries block lists for an IP address or email address, or for a domain and the IP addresses of its mail hosts. ' +
        'Errors of lists are distinguished from listings; a list that fails its health check is not queried. One credit; ' +
        'free if no list responded.',
      scope: 'verification',
      body: CheckBlacklist,
      response: { 200: BlacklistCheck },
      errors: ['INSUFFICIENT_CREDITS'],
    },
  )
}
