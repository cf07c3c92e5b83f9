import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { Nullable, closed, literals } from '../../../kernel/schema/index.ts'
import { listing, skippedLists } from '../verifier/index.ts'

export const CheckBlacklist = closed(
  {
    domain: Type.Optional(
      Type.String({
        maxLength: 253,
        description: 'The domain and the IP addresses of its mail hosts.',
        examples: ['example.com'],
      }),
    ),
    ip: Type.Optional(
      Type.String({ maxLength: 45, description: 'An IPv4 or IPv6 address.', examples: ['192.0.2.99'] }),
    ),
    email: Type.Optional(
      Type.String({
        maxLength: limits.addressTextLength,
        description: 'An email address, for configured lists of mailboxes. The lists receive only a hash of it.',
        examples: ['anna@example.com'],
      }),
    ),
    zones: Type.Optional(
      Type.Array(
        Type.String({
          maxLength: 200,
          // A host name, or one of the lists that take a key.
          pattern:
            '^(?:(?:ip|domain|email):)?(?:(?:[a-z0-9_-]{1,63}\\.)+[a-z0-9-]{2,63}|(?:\\{key\\}\\.(?:zen|authbl|dbl|zrd)|_email\\.\\{key\\}\\.hbl)\\.dq\\.spamhaus\\.net)$',
          examples: ['bl.spamcop.net'],
        }),
        {
          minItems: 1,
          maxItems: 200,
          uniqueItems: true,
          description: 'Only these configured lists.',
        },
      ),
    ),
  },
  {
    title: 'CheckBlacklist',
    forms: { OfDomain: ['domain'], OfIp: ['ip'], OfEmail: ['email'] },
    description: 'Exactly one of `domain`, `ip` and `email`.',
    examples: [{ domain: 'example.com' }, { ip: '192.0.2.99' }],
  },
)
export type CheckBlacklist = Static<typeof CheckBlacklist>

export const BlacklistCheck = closed(
  {
    target: Type.String(),
    listed: Nullable(
      Type.Boolean({ description: 'Whether any list reports it for abuse; null if no list responded.' }),
    ),
    listed_count: Type.Integer({
      minimum: 0,
      description: 'Lists of the same operator count once; `info` listings do not count.',
    }),
    worst_severity: Type.Optional(literals(['critical', 'high', 'medium', 'low', 'info'])),
    checked: Type.Integer({ minimum: 0, description: 'Lists with a valid response.' }),
    hits: Type.Array(listing),
    ...skippedLists,
    credits_used: Type.Integer({ minimum: 0 }),
  },
  {
    title: 'BlacklistCheck',
    examples: [
      {
        target: '192.0.2.99',
        listed: true,
        listed_count: 1,
        worst_severity: 'high',
        checked: 41,
        hits: [
          {
            zone: 'bl.spamcop.net',
            name: 'SpamCop SCBL',
            subject: '192.0.2.99',
            of: 'ip',
            code: '127.0.0.2',
            meaning: 'listed',
            severity: 'high',
            codes: [{ code: '127.0.0.2', meaning: 'listed', severity: 'high' }],
            delist_url: 'https://www.spamcop.net/bl.shtml',
          },
        ],
        errors: [],
        disabled: [],
        credits_used: 1,
      },
    ],
  },
)
export type BlacklistCheck = Static<typeof BlacklistCheck>
