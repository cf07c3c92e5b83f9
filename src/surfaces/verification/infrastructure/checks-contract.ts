import { type TProperties, Type } from '@sinclair/typebox'
import { closed, literals } from '../../../kernel/schema/index.ts'

const optional = Type.Optional
const text = (description: string) => optional(Type.String({ description }))

const Publish = closed(
  { name: Type.String(), type: literals(['TXT', 'MX', 'TLSA', 'PTR']), value: Type.String() },
  { description: 'DNS record that causes the finding.' },
)

const Finding = closed(
  {
    code: Type.String({ description: 'Stable code, such as `spf.too_many_lookups`.' }),
    severity: literals(['error', 'warning', 'info']),
    message: Type.String({ description: 'What was found.' }),
    why: Type.String({ description: 'Why it matters.' }),
    fix: text('The remedy.'),
    publish: optional(Publish),
  },
  { title: 'InfrastructureFinding' },
)

const base = {
  state: literals(['pass', 'warn', 'fail', 'none', 'unmeasured'], {
    description: '`none`: not published. `unmeasured`: the query failed; it does not affect the score.',
  }),
  record: text('The record as published, even if it is invalid.'),
  findings: Type.Array(Finding),
}
const check = (more: TProperties = {}) => optional(closed({ ...base, ...more }))

const Key = closed({
  selector: Type.String(),
  type: literals(['rsa', 'ed25519', 'unknown']),
  bits: optional(Type.Integer()),
  revoked: Type.Boolean(),
  alias: text('Host name of the record if the selector is an alias, which identifies the signing service.'),
})

const Step = closed({
  depth: Type.Integer({
    minimum: 0,
    description: '0 in the record of the domain, 1 in a record that it includes, and so on.',
  }),
  domain: Type.String({ description: 'The domain whose record contains the term.' }),
  term: Type.String(),
  lookups: optional(
    Type.Integer({
      description: 'Number of DNS lookups up to and including this term; omitted if the term requires none.',
    }),
  ),
  record: text('The record that the term refers to.'),
  void: optional(Type.Literal(true, { description: 'A void lookup: it returned no records.' })),
})

const Encryption = closed({
  host: Type.String(),
  state: literals(['encrypted', 'plain', 'broken', 'unreached']),
  protocol: optional(Type.String({ examples: ['TLSv1.3'] })),
  trusted: optional(
    Type.Boolean({
      description: 'Whether the certificate matches the host name, is in date and was issued by a trusted authority.',
    }),
  ),
  certificate: optional(
    closed({
      subject: Type.String(),
      issuer: Type.String(),
      names: Type.Array(Type.String()),
      expires_at: Type.String(),
      chain: Type.Integer({ description: 'Certificates from the leaf to the authority, as far as they are known.' }),
    }),
  ),
})

export const checksSchema = closed(
  {
    mx: check({ hosts: Type.Array(Type.String(), { description: 'Ordered by preference, best first.' }) }),
    ptr: check(),
    tls: check({ hosts: Type.Array(Encryption) }),
    spf: check({
      lookups: optional(
        Type.Integer({ description: 'Terms that require DNS lookups, including included records; at most 10.' }),
      ),
      voids: optional(Type.Integer({ description: 'Void lookups; at most 2.' })),
      steps: optional(
        Type.Array(Step, { description: 'Every term of the record and of the records that it includes, in order.' }),
      ),
    }),
    dkim: check({ keys: Type.Array(Key), tried: Type.Integer({ description: 'Selectors that were queried.' }) }),
    dmarc: check({
      policy: optional(literals(['none', 'quarantine', 'reject'])),
      found_at: text('The domain, or the parent domain whose record applies.'),
      asked: optional(Type.Array(Type.String(), { description: 'Names queried on the DNS tree walk, in order.' })),
    }),
    mta_sts: check({
      mode: optional(literals(['enforce', 'testing', 'none'])),
      max_age: optional(Type.Integer({ description: 'Seconds.' })),
      mx: optional(Type.Array(Type.String(), { description: 'Mail host patterns in the policy.' })),
    }),
    tls_rpt: check(),
    bimi: check({
      found_at: optional(Type.String()),
      logo: optional(closed({ url: Type.String(), bytes: optional(Type.Integer()), title: optional(Type.String()) })),
      certificate: optional(
        closed({
          url: Type.String(),
          subject: optional(Type.String()),
          issuer: optional(Type.String()),
          names: optional(Type.Array(Type.String())),
          expires_at: optional(Type.String()),
        }),
      ),
    }),
    dnssec: check(),
    dane: check(),
  },
  { title: 'InfrastructureChecks' },
)
