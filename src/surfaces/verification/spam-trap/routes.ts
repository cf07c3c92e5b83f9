import type { Http } from '../../../platform/http/index.ts'
import { tellRemaining } from '../credits/index.ts'
import type { Examination } from '../examination/index.ts'
import { analyzeSpamTrap } from './analyze.ts'
import { AnalyzeSpamTrap, SpamTrapAnalysis } from './contract.ts'

/** The assessment of one address as a spam trap. */
export function spamTrapRoutes({ http, examination }: { http: Http; examination: Examination }) {
  return http.surface('verification').post(
    '/tools/spam-trap-analysis',
    async ({ body, caller, set }) => {
      const { analysis, remaining } = await analyzeSpamTrap(examination, caller, body.email)
      tellRemaining(set.headers, remaining)
      return analysis
    },
    {
      id: 'verification.analyzeSpamTrap',
      summary: 'Assess the risk of a spam trap',
      description:
        'A risk with its signals, never a claim: lists of traps are secret by design. One credit; nothing for an address ' +
        'that was examined within 24 hours, and where the mail server could not be asked.',
      scope: 'verification',
      body: AnalyzeSpamTrap,
      response: { 200: SpamTrapAnalysis },
      errors: ['INSUFFICIENT_CREDITS'],
    },
  )
}
