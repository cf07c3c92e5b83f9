import { type Static, Type } from '@sinclair/typebox'
import { Nullable, closed, literals } from '../../../kernel/schema/index.ts'
import { listing } from '../verifier/index.ts'

export const DescribeDomain = closed(
  { domain: Type.String({ minLength: 1, maxLength: 253, examples: ['example.com'] }) },
  { title: 'DescribeDomain', examples: [{ domain: 'example.com' }] },
)

export const DomainIntelligence = closed(
  {
    domain: Type.String({ description: 'In A-labels.', examples: ['example.com'] }),
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
        source: literals(['spf', 'txt', 'dkim', 'dmarc', 'ns'], { description: 'The record that shows it.' }),
      }),
      { description: 'Services that it uses, according to DNS records: a hint, not proof.' },
    ),
    name_servers: Nullable(Type.Array(Type.String({ examples: ['ns1.example.net'] }))),
    parked: Nullable(Type.Boolean({ description: 'By its name servers.' })),
    disposable: Type.Boolean(),
    free: Type.Boolean({ description: 'A public mailbox provider.' }),
    age: Nullable(
      closed({
        days: Type.Integer(),
        level: literals(['new', 'young', 'normal', 'established'], {
          description: 'Below 30 days, below 180, up to two years, and above.',
        }),
      }),
    ),
    infrastructure: closed(
      {
        spf: Nullable(literals(['pass', 'warn', 'fail', 'none'])),
        dmarc: Nullable(literals(['reject', 'quarantine', 'none', 'missing'])),
      },
      { description: 'Its SPF and DMARC policy; `/tools/infrastructure-check` gives details.' },
    ),
    dnsbl: closed({ listed: Type.Boolean(), checked: Type.Integer({ minimum: 0 }), hits: Type.Array(listing) }),
    trust: closed({
      score: Type.Integer({ minimum: 0, maximum: 100, description: 'The sum of the breakdown.' }),
      level: literals(['high', 'medium', 'low', 'none'], { description: 'From 75, 50, 25 and 0.' }),
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
