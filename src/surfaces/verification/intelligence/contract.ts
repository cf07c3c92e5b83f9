import { type Static, Type } from '@sinclair/typebox'
import { Instant, Nullable, closed, literals } from '../../../kernel/schema/index.ts'

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })

export const OrganizationOf = closed({
  domain: Type.String({ minLength: 1, maxLength: 253, examples: ['example.com'] }),
})

export const OrganizationIntelligence = closed(
  {
    domain: Type.String({ description: 'Domain as A-labels (Punycode).' }),
    organization: Nullable(Type.String({ description: 'Name of the organization; null if no source provides it.' })),
    organization_source: Nullable(literals(['website', 'registry'])),
    sources: closed(
      { website: literals(['answered', 'unreachable']), registry: literals(['answered', 'unreachable']) },
      { description: 'Sources queried for the name. Responses are cached for a day.' },
    ),
    patterns: Type.Array(
      closed({
        pattern: Type.String({ examples: ['{first}.{last}'] }),
        verified: Type.Integer({
          minimum: 0,
          description: 'Email addresses of this pattern that the project verified as existing.',
        }),
        failed: Type.Integer({ minimum: 0, description: 'Email addresses of this pattern that do not exist.' }),
        confidence: share(
          'Probability that the next email address with this pattern exists, considering the sample size.',
        ),
        share: share('Share of all existing email addresses at the domain.'),
        last_seen: Instant,
      }),
      { description: 'Patterns from this project’s own verifications, most frequent first.' },
    ),
    verified_count: Type.Integer({ minimum: 0, description: 'Existing email addresses of any pattern.' }),
  },
  {
    title: 'OrganizationIntelligence',
    examples: [
      {
        domain: 'example.com',
        organization: 'Example Ltd',
        organization_source: 'website',
        sources: { website: 'answered', registry: 'unreachable' },
        patterns: [
          {
            pattern: '{first}.{last}',
            verified: 12,
            failed: 3,
            confidence: 0.76,
            share: 1,
            last_seen: '2026-11-21T10:00:00.000Z',
          },
        ],
        verified_count: 12,
      },
    ],
  },
)
export type OrganizationIntelligence = Static<typeof OrganizationIntelligence>
