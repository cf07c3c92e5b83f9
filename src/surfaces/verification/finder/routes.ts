import type { Http } from '../../../platform/http/index.ts'
import { tellRemaining } from '../credits/index.ts'
import { FindEmail, FoundEmail } from './contract.ts'
import { type FinderParts, findEmail } from './find.ts'

/** The finder of addresses. */
export function finderRoutes({ http, ...parts }: { http: Http } & FinderParts) {
  return http.surface('intelligence').post(
    '/tools/email-finder',
    async ({ body, caller, set }) => {
      const { found, remaining } = await findEmail(parts, caller, body)
      tellRemaining(set.headers, remaining)
      return found
    },
    {
      id: 'intelligence.findEmail',
      summary: 'Find a person’s address',
      description:
        'Guesses the address by common patterns and by those that the project’s own verifications found at the domain, and ' +
        'asks the mail server about the likeliest until it accepts one. Two credits; nothing when nothing was found, when ' +
        'nobody could say, and for a guess below 35. So many searches a day at one domain, then 429.',
      scope: 'verification',
      body: FindEmail,
      response: { 200: FoundEmail },
      errors: ['INSUFFICIENT_CREDITS'],
    },
  )
}
