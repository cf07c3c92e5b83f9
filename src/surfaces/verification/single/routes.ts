import type { Http } from '../../../platform/http/index.ts'
import { tellRemaining } from '../credits/index.ts'
import { VerificationResult } from '../verifier/index.ts'
import { VerifyEmail } from './contract.ts'
import { type SingleParts, verifyEmail } from './verify.ts'

/** Verification of one address. */
export function singleRoutes({ http, ...parts }: { http: Http } & SingleParts) {
  return http.surface('verification').post(
    '/verify',
    async ({ body, caller, set }) => {
      const { remaining, result } = await verifyEmail(parts, caller, body)
      tellRemaining(set.headers, remaining)
      return result
    },
    {
      id: 'verification.verifyEmail',
      summary: 'Verify an email address',
      description:
        'Says whether mail to the address arrives, why, and every step that led there. Only the address itself or its ' +
        'domain make it invalid; what concerns us or the hour is unknown, and free. One credit; nothing for invalid ' +
        'syntax and for what was found within 24 hours. `X-Credits-Remaining` says what the company has left.',
      scope: 'verification',
      body: VerifyEmail,
      response: { 200: VerificationResult },
      errors: ['INSUFFICIENT_CREDITS', 'NOT_CONFIGURED'],
    },
  )
}
