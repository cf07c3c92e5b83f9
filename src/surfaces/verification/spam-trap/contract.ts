import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { closed, publishedMark } from '../../../kernel/schema/index.ts'
import { spamTrap, spamTrapExample } from '../verifier/index.ts'

export const AnalyzeSpamTrap = closed(
  {
    email: Type.String({
      maxLength: limits.addressTextLength,
      // What no address contains; the rest is explained by the message.
      [publishedMark]: { pattern: '^[^\\u0000-\\u0008\\u000e-\\u001f\\u007f]*$' },
      examples: ['anna@example.com'],
    }),
  },
  { title: 'AnalyzeSpamTrap', examples: [{ email: 'anna@example.com' }] },
)
export type AnalyzeSpamTrap = Static<typeof AnalyzeSpamTrap>

export const SpamTrapAnalysis = closed(
  {
    email: Type.String({ description: 'The email address as submitted.' }),
    ...spamTrap,
    credits_used: Type.Integer({ minimum: 0 }),
  },
  { title: 'SpamTrapAnalysis', examples: [{ email: 'spam@gnail.com', ...spamTrapExample, credits_used: 1 }] },
)
export type SpamTrapAnalysis = Static<typeof SpamTrapAnalysis>
