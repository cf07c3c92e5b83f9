import type { Http } from '../../../platform/http/index.ts'
import { writeRemaining } from '../credits/index.ts'
import { VerificationResult } from '../verifier/index.ts'
import { VerifyEmail } from './contract.ts'
import { type SingleDeps, verifyEmail } from './verify.ts'

export function singleRoutes({ http, ...parts }: { http: Http } & SingleDeps) {
  return http.surface('verification').post(
    '/verify',
    async ({ body, caller, set }) => {
      const { remaining, result } = await verifyEmail(parts, caller, body)
      writeRemaining(set.headers, remaining)
      return result
    },
    {
      id: 'verification.verifyEmail',
      summary: 'Verify an email address',
      description:
        'Returns whether the email address is deliverable, the reason, and every step of the check. Only properties of ' +
        'the email address or its domain make it `invalid`; results that depend on our network or a temporary condition ' +
        'are `unknown` and free. One credit; free for invalid syntax and for results of the last 24 hours. ' +
        '`X-Credits-Remaining` contains the company’s remaining credits.',
      scope: 'verification',
      body: VerifyEmail,
      response: { 200: VerificationResult },
      errors: ['INSUFFICIENT_CREDITS', 'NOT_CONFIGURED'],
    },
  )
}
