import type { Http } from '../../../platform/http/index.ts'
import { tellRemaining } from '../credits/index.ts'
import { type BlacklistParts, checkBlacklist } from './check.ts'
import { BlacklistCheck, CheckBlacklist } from './contract.ts'

/** The check of block lists. */
export function blacklistRoutes({ http, ...parts }: { http: Http } & BlacklistParts) {
  return http.surface('verification').post(
    '/tools/blacklist-check',
    async ({ body, caller, set }) => {
      const { check, remaining } = await checkBlacklist(parts, caller, body)
      tellRemaining(set.headers, remaining)
      return check
    },
    {
      id: 'verification.checkBlacklist',
      summary: 'Check block lists',
      description:
        'Asks block lists about an address, or about a domain and the addresses of its mail hosts. Errors of lists are told ' +
        'apart from listings; a list that does not pass its health check is not asked. One credit; nothing when none of ' +
        'them gave an answer.',
      scope: 'verification',
      body: CheckBlacklist,
      response: { 200: BlacklistCheck },
      errors: ['INSUFFICIENT_CREDITS'],
    },
  )
}
