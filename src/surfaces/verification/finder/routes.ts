import type { Http } from '../../../platform/http/index.ts'
import { writeRemaining } from '../credits/index.ts'
import { FindEmail, FoundEmail } from './contract.ts'
import { type FinderDeps, findEmail } from './find.ts'

export function finderRoutes({ http, ...parts }: { http: Http } & FinderDeps) {
  return http.surface('intelligence').post(
    '/tools/email-finder',
    async ({ body, caller, set }) => {
      const { found, remaining } = await findEmail(parts, caller, body)
      writeRemaining(set.headers, remaining)
      return found
    },
    {
      id: 'intelligence.findEmail',
      summary: 'Find a person’s email address',
      description:
        'Guesses the email address from common patterns and from those that the project’s own verifications found at the ' +
        'domain, and probes the mail server for the most likely guesses until it accepts one. Two credits; free if ' +
        'nothing was found, if the result is inconclusive, and for a confidence below 35. Searches are rate limited per ' +
        'domain and day (429).',
      scope: 'verification',
      body: FindEmail,
      response: { 200: FoundEmail },
      errors: ['INSUFFICIENT_CREDITS'],
    },
  )
}
