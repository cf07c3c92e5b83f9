import { type Static, Type } from '@sinclair/typebox'
import { Nullable, closed, literals } from '../../../kernel/schema/index.ts'
import { checksSchema } from './checks-contract.ts'

/** In the order of the response. */
export const checkNames = [
  'mx',
  'ptr',
  'tls',
  'spf',
  'dkim',
  'dmarc',
  'mta_sts',
  'tls_rpt',
  'bimi',
  'dnssec',
  'dane',
] as const
export type CheckName = (typeof checkNames)[number]

export const weights: Readonly<Record<CheckName, number>> = {
  mx: 8,
  ptr: 4,
  tls: 8,
  spf: 20,
  dkim: 15,
  dmarc: 25,
  mta_sts: 6,
  tls_rpt: 3,
  bimi: 3,
  dnssec: 4,
  dane: 4,
}

export const CheckInfrastructure = closed(
  {
    domain: Type.String({ maxLength: 253, examples: ['example.com'] }),
    selectors: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$' }), {
        maxItems: 20,
        uniqueItems: true,
        description: 'DKIM selectors in use, tried beside those of well-known senders.',
      }),
    ),
    checks: Type.Optional(
      Type.Array(literals(checkNames), { minItems: 1, uniqueItems: true, description: 'Only these.' }),
    ),
    ips: Type.Optional(
      Type.Array(Type.String({ maxLength: 45 }), {
        minItems: 1,
        maxItems: 5,
        uniqueItems: true,
        description: 'IP addresses that send for the domain: the SPF result and reverse DNS of each.',
        examples: [['192.0.2.25']],
      }),
    ),
  },
  { title: 'CheckInfrastructure', examples: [{ domain: 'example.com', selectors: ['s1'] }] },
)
export type CheckInfrastructure = Static<typeof CheckInfrastructure>

const SenderCheck = closed({
  ip: Type.String(),
  ptr: closed({
    state: literals(['confirmed', 'none', 'mismatch', 'unknown'], {
      description: 'Result of the forward-confirmed reverse DNS check.',
    }),
    name: Type.Optional(Type.String()),
  }),
  spf: closed({
    result: literals(['none', 'neutral', 'pass', 'fail', 'softfail', 'temperror', 'permerror'], {
      description: 'RFC 7208 2.6, for mail from postmaster at the domain.',
    }),
    term: Type.Optional(Type.String({ description: 'The term that decided.' })),
    domain: Type.Optional(
      Type.String({ description: 'The domain whose record contains the term, if it is another domain.' }),
    ),
    explanation: Type.Optional(
      Type.String({ description: 'The explanation that the domain publishes for refused senders.' }),
    ),
    problem: Type.Optional(Type.String()),
    lookups: Type.Integer(),
    voids: Type.Integer(),
  }),
})
export type SenderCheck = Static<typeof SenderCheck>

export const InfrastructureCheck = closed(
  {
    domain: Type.String({ description: 'In A-labels.' }),
    score: Nullable(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description: 'Score from 0 to 100 over the completed checks; null if no check completed.',
      }),
    ),
    score_breakdown: Type.Array(closed({ check: literals(checkNames), points: Type.Number(), of: Type.Integer() }), {
      description: 'Points and maximum points of each completed check.',
    }),
    checks: checksSchema,
    senders: Type.Optional(Type.Array(SenderCheck)),
    credits_used: Type.Integer({ minimum: 0 }),
  },
  {
    title: 'InfrastructureCheck',
    examples: [
      {
        domain: 'example.com',
        score: 67,
        score_breakdown: [
          { check: 'spf', points: 20, of: 20 },
          { check: 'dmarc', points: 10, of: 25 },
        ],
        checks: {
          spf: { state: 'pass', record: 'v=spf1 -all', findings: [], lookups: 0, voids: 0, steps: [] },
          dmarc: {
            state: 'warn',
            record: 'v=DMARC1; p=none; rua=mailto:d@example.com',
            findings: [
              {
                code: 'dmarc.p_none',
                severity: 'warning',
                message: 'It only watches.',
                why: 'Mail that fails is delivered all the same: forgers are only watched.',
                fix: 'Go to p=quarantine, then p=reject, when the reports show that your own mail passes.',
                publish: {
                  name: '_dmarc.example.com',
                  type: 'TXT',
                  value: 'v=DMARC1; p=quarantine; rua=mailto:d@example.com',
                },
              },
            ],
            policy: 'none',
            found_at: 'example.com',
            asked: ['_dmarc.example.com'],
          },
        },
        credits_used: 1,
      },
    ],
  },
)
export type InfrastructureCheck = Static<typeof InfrastructureCheck>
