import { type Static, type TProperties, Type } from '@sinclair/typebox'
import { closed, literals } from '../../../kernel/schema/index.ts'

/** The checks, with what each can give to the score of a hundred. */
export const weights = {
  mx: 10,
  ptr: 5,
  spf: 20,
  dkim: 15,
  dmarc: 25,
  mta_sts: 8,
  tls_rpt: 4,
  bimi: 5,
  dnssec: 4,
  dane: 4,
} as const
export type CheckName = keyof typeof weights
export const checkNames = Object.keys(weights) as CheckName[]

export const CheckInfrastructure = closed(
  {
    domain: Type.String({ maxLength: 253, examples: ['example.com'] }),
    selectors: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$' }), {
        maxItems: 20,
        uniqueItems: true,
        description: 'DKIM selectors in use; otherwise those of well-known senders are tried.',
      }),
    ),
    checks: Type.Optional(
      Type.Array(literals(checkNames), { minItems: 1, uniqueItems: true, description: 'Only these.' }),
    ),
  },
  { title: 'CheckInfrastructure', examples: [{ domain: 'example.com', selectors: ['s1'] }] },
)
export type CheckInfrastructure = Static<typeof CheckInfrastructure>

const Finding = closed({
  code: Type.String({ description: 'Stable, such as `spf.too_many_lookups`.' }),
  severity: literals(['error', 'warning', 'info']),
  message: Type.String(),
  fix: Type.Optional(Type.String({ description: 'What to do about it.' })),
})

const base = {
  state: literals(['pass', 'warn', 'fail', 'none', 'unmeasured'], {
    description: '`none`: not published. `unmeasured`: could not be found out; it does not count.',
  }),
  record: Type.Optional(Type.String({ description: 'As it is published, also where it is wrong.' })),
  findings: Type.Array(Finding),
}
const check = (more: TProperties = {}) => Type.Optional(closed({ ...base, ...more }))

const Key = closed({
  selector: Type.String(),
  type: literals(['rsa', 'ed25519', 'unknown']),
  bits: Type.Optional(Type.Integer()),
  revoked: Type.Boolean(),
})

export const InfrastructureCheck = closed(
  {
    domain: Type.String(),
    score: Type.Union([Type.Integer({ minimum: 0, maximum: 100 }), Type.Null()], {
      description: 'Of the checks that could be made; null where none could.',
    }),
    checks: closed({
      mx: check({ hosts: Type.Optional(Type.Array(Type.String())) }),
      ptr: check(),
      spf: check({
        lookups: Type.Optional(Type.Integer({ description: 'Terms that ask DNS, included records too; 10 at most.' })),
        voids: Type.Optional(Type.Integer({ description: 'Lookups that find nothing; 2 at most.' })),
        terms: Type.Optional(Type.Array(Type.String(), { description: 'The lookups, in their order.' })),
      }),
      dkim: check({ keys: Type.Array(Key), tried: Type.Integer({ description: 'Selectors that were tried.' }) }),
      dmarc: check({
        policy: Type.Optional(literals(['none', 'quarantine', 'reject'])),
        found_at: Type.Optional(Type.String({ description: 'The domain, or the one above it that speaks for it.' })),
      }),
      mta_sts: check({ mode: Type.Optional(Type.String()) }),
      tls_rpt: check(),
      bimi: check(),
      dnssec: check(),
      dane: check(),
    }),
    credits_used: Type.Integer({ minimum: 0 }),
  },
  {
    title: 'InfrastructureCheck',
    examples: [
      {
        domain: 'example.com',
        score: 64,
        checks: {
          spf: { state: 'pass', record: 'v=spf1 -all', findings: [], lookups: 0, voids: 0, terms: [] },
          dmarc: {
            state: 'warn',
            record: 'v=DMARC1; p=none; rua=mailto:d@example.com',
            findings: [
              {
                code: 'dmarc.p_none',
                severity: 'warning',
                message: 'It only watches: mail that fails is delivered all the same.',
                fix: 'Go to p=quarantine, then p=reject, when the reports are clean.',
              },
            ],
            policy: 'none',
            found_at: 'example.com',
          },
        },
        credits_used: 1,
      },
    ],
  },
)
export type InfrastructureCheck = Static<typeof InfrastructureCheck>
