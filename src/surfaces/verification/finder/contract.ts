import { type Static, Type } from '@sinclair/typebox'
import { Nullable, closed, literals } from '../../../kernel/schema/index.ts'
import { VerificationResult } from '../verifier/index.ts'

const name = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 100, description, examples: [example] })

export const FindEmail = closed(
  {
    first_name: name('First name; only the first of several is used.', 'Anna'),
    last_name: name('Family name, including particles.', 'Ito'),
    middle_name: Type.Optional(name('Middle name; only its first letter is used.', 'Beate')),
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
      description: 'At most 70 if only the pattern supports it.',
    }),
    confidence_breakdown: Type.Array(
      closed({
        term: Type.String({
          description:
            '`accepted_alone`: the server accepts this guess and rejects the others. `one_name`: other people may have the ' +
            'same name.',
        }),
        points: Type.Integer(),
      }),
      { description: 'Points that add up to the confidence.' },
    ),
    label: Nullable(
      literals(['verified', 'likely', 'probable', 'uncertain', 'low'], {
        description: 'Confidence level, from 95, 80, 60, 35 and 0.',
      }),
    ),
    reason: literals(
      [
        'accepted',
        'catch_all_pattern',
        'unverifiable',
        'not_found',
        'no_mail',
        'shared_domain',
        'unmeasured',
        'harvest_suspected',
      ],
      {
        description:
          'In order: the server accepts the guess; the server accepts every recipient or does not respond, so only the ' +
          'pattern supports the guess; the server rejected every guess; the domain accepts no mail; the domain is a public ' +
          'mailbox provider; inconclusive; searches at the domain are paused for the project, because its mail server ' +
          'rejected too many guesses (see `retry_after`).',
      },
    ),
    domain: Type.String(),
    pattern: Type.Optional(
      Type.String({ description: 'Pattern that derives the email address from the name.', examples: ['{f}{last}'] }),
    ),
    learned: Type.Optional(
      closed(
        { verified: Type.Integer({ minimum: 0 }), failed: Type.Integer({ minimum: 0 }) },
        {
          description:
            'Email addresses of this pattern at the domain that the project verified as existing and as nonexistent.',
        },
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
          description: 'Probability of the guess before the mail server was queried.',
        }),
        outcome: literals(['accepted', 'refused', 'unanswered', 'not_asked']),
      }),
      { description: 'All guesses, in order of preference.' },
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
