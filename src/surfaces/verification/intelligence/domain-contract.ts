import { type Static, Type } from '@sinclair/typebox'
import { Nullable, closed, literals } from '../../../kernel/schema/index.ts'
import { listing } from '../verifier/index.ts'

export const DescribeDomain = closed(
  { domain: Type.String({ minLength: 1, maxLength: 253, examples: ['example.com'] }) },
  { title: 'DescribeDomain', examples: [{ domain: 'example.com' }] },
)

const state = literals(['pass', 'warn', 'fail', 'none', 'unmeasured'], {
  description: '`none`: not published. `unmeasured`: the query failed.',
})

export const DomainIntelligence = closed(
  {
    domain: Type.String({ description: 'Domain as A-labels (Punycode).', examples: ['example.com'] }),
    mx: closed({
      outcome: literals([
        'found',
        'implicit',
        'null_mx',
        'domain_not_found',
        'no_mx',
        'private',
        'servfail',
        'timeout',
      ]),
      records: Type.Array(closed({ host: Type.String({ examples: ['mx.example.net'] }), preference: Type.Integer() })),
      provider: Type.Optional(closed({ name: Type.String(), category: Type.String() })),
    }),
    vendors: Type.Array(
      closed({
        name: Type.String({ examples: ['Mailchimp'] }),
        category: Type.String({ examples: ['marketing'] }),
        source: literals(['spf', 'txt', 'dkim', 'dmarc', 'ns'], {
          description: 'DNS record that indicates the service.',
        }),
      }),
      { description: 'Services that the domain uses, according to DNS records: an indication, not proof.' },
    ),
    name_servers: Nullable(Type.Array(Type.String({ examples: ['ns1.example.net'] }))),
    parked: Nullable(Type.Boolean({ description: 'DNS provider, detected from the name servers.' })),
    disposable: Type.Boolean(),
    free: Type.Boolean({ description: 'Whether the domain is a public mailbox provider.' }),
    age: Nullable(
      closed({
        days: Type.Integer(),
        level: literals(['new', 'young', 'normal', 'established'], {
          description:
            '`new`: below 30 days. `young`: below 180 days. `normal`: up to two years. `established`: older.',
        }),
      }),
    ),
    infrastructure: closed(
      {
        spf: closed({ state }),
        dmarc: closed({
          state,
          policy: Type.Optional(
            literals(['reject', 'quarantine', 'none'], {
              description: 'The policy that applies to mail of the domain.',
            }),
          ),
        }),
      },
      { description: 'SPF and DMARC of the domain; `/tools/infrastructure-check` returns details.' },
    ),
    dnsbl: closed({
      listed: Nullable(Type.Boolean()),
      checked: Type.Integer({ minimum: 0 }),
      hits: Type.Array(listing),
    }),
    trust: closed({
      score: Type.Integer({ minimum: 0, maximum: 100, description: 'Sum of the breakdown.' }),
      level: literals(['high', 'medium', 'low', 'none'], { description: 'Trust level, from 75, 50, 25 and 0.' }),
      breakdown: Type.Array(closed({ term: Type.String(), points: Type.Integer() })),
    }),
    unasked: Type.Array(literals(['mx', 'txt', 'dmarc', 'ns', 'dnsbl', 'registry']), {
      description: 'Sources without a response; they do not affect the score.',
    }),
    credits_used: Type.Integer({ minimum: 0 }),
  },
  { title: 'DomainIntelligence' },
)
export type DomainIntelligence = Static<typeof DomainIntelligence>
