import type { Http } from '../../../platform/http/index.ts'
import { writeRemaining } from '../credits/index.ts'
import type { MeteredVerifier } from '../metered/index.ts'
import { analyzeSpamTrap } from './analyze.ts'
import { AnalyzeSpamTrap, SpamTrapAnalysis } from './contract.ts'

export function spamTrapRoutes({ http, meteredVerifier }: { http: Http; meteredVerifier: MeteredVerifier }) {
  return http.surface('verification').post(
    '/tools/spam-trap-analysis',
    async ({ body, caller, set }) => {
      const { analysis, remaining } = await analyzeSpamTrap(meteredVerifier, caller, body.email)
      writeRemaining(set.headers, remaining)
      return analysis
    },
    {
      id: 'verification.analyzeSpamTrap',
      summary: 'Estimate the spam trap risk',
      description:
        'Returns a risk estimate with its signals, never a certainty: trap lists are secret by design. One credit; free ' +
        'for an email address that was verified within 24 hours, and if the mail server could not be probed.',
      scope: 'verification',
      body: AnalyzeSpamTrap,
      response: { 200: SpamTrapAnalysis },
      errors: ['INSUFFICIENT_CREDITS'],
    },
  )
}
