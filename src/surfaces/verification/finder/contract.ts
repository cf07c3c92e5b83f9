import { type Static, Type } from '@sinclair/typebox'
import { Nullable, closed, literals } from '../../../kernel/schema/index.ts'
import { VerificationResult } from '../verifier/index.ts'

const name = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 100, description, examples: [example] })

export const FindEmail = closed(
  {
    first_name: name('First name; of several the first is used.', 'Anna'),
    last_name: name('Family names, with their particles.', 'Ito'),
    middle_name: Type.Optional(name('Only its first letter is used.', 'Beate')),
    domain: Type.String({ minLength: 1, maxLength: 253, examples: ['example.com'] }),
  },
  { title: 'FindEmail', examples: [{ first_name: 'Anna', last_name: 'Ito', domain: 'example.com' }] },
)
export type FindEmail = Static<typeof FindEmail>

export const FoundEmail = closed(
  {
    email: Nullable(Type.String({ description: 'Null if nothing was found or the result is inconclusive.' })),
    confidence: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'At most 70 if only a pattern supports the address.',
    }),
    confidence_breakdown: Type.Array(
      closed({
        term: Type.String({
          description:
            '`accepted_alone`: the server accepts this guess and refuses others; `one_name`: other people may have the same name.',
        }),
        points: Type.Integer(),
      }),
      { description: 'The terms whose sum is the confidence.' },
    ),
    label: Nullable(
      literals(['verified', 'likely', 'probable', 'uncertain', 'low'], {
        description: 'Range of the confidence: from 95, 80, 60, 35 and 0.',
      }),
    ),
    reason: literals(
      ['accepted', 'catch_all_pattern', 'unverifiable', 'not_found', 'no_mail', 'shared_domain', 'unmeasured'],
      {
        description:
          'The server accepts it; it accepts everything or does not respond, so only the pattern supports it; it refused ' +
          'every guess; the domain accepts no mail; it is a public mailbox provider; inconclusive.',
      },
    ),
    domain: Type.String(),
    pattern: Type.Optional(
      Type.String({ description: 'How the address is derived from the name.', examples: ['{f}{last}'] }),
    ),
    learned: Type.Optional(
      closed(
        { verified: Type.Integer({ minimum: 0 }), failed: Type.Integer({ minimum: 0 }) },
        { description: 'Addresses of that pattern at the domain that the project found to exist before, and not to.' },
      ),
    ),
    verification: Type.Optional(VerificationResult),
    candidates: Type.Array(
      closed({
        email: Type.String(),
        pattern: Type.String(),
        share: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'Probability of the guess before any server was queried.',
        }),
        outcome: literals(['accepted', 'refused', 'unanswered', 'not_asked']),
      }),
      { description: 'Every guess, in its order.' },
    ),
    credits_used: Type.Integer({ minimum: 0 }),
    retry_after: Type.Optional(Type.Integer({ minimum: 1, description: 'Seconds after which to retry.' })),
  },
  {
    title: 'FoundEmail',
    examples: [
      {
        email: 'anna.ito@example.com',
        confidence: 96,
        confidence_breakdown: [
          { term: 'accepted_alone', points: 95 },
          { term: 'pattern', points: 1 },
        ],
        label: 'verified',
        reason: 'accepted',
        domain: 'example.com',
        pattern: '{first}.{last}',
        learned: { verified: 0, failed: 0 },
        candidates: [{ email: 'anna.ito@example.com', pattern: '{first}.{last}', share: 0.3, outcome: 'accepted' }],
        credits_used: 2,
      },
    ],
  },
)
export type FoundEmail = Static<typeof FoundEmail>
