import { type Static, Type } from '@sinclair/typebox'
import { type Diagnosis, diagnoses } from '../../../deliverability/address/index.ts'
import { type SubStatus, subStatuses } from '../../../deliverability/verdict/index.ts'
import { Instant, Nullable, closed, literals } from '../../../kernel/schema/index.ts'

const nullable = (description: string) => Nullable(Type.Boolean({ description }))

const Check = closed({
  state: literals(['pass', 'none', 'unmeasured'], {
    description: 'Published, not published, or could not be queried.',
  }),
})

export const spamTrap = {
  score: Type.Integer({ minimum: 0, maximum: 100, description: 'The sum of the weights, from 0 to 100.' }),
  risk_level: literals(['low', 'medium', 'high'], { description: 'Medium from 30, high from 60.' }),
  trap_type: literals(['none', 'typo', 'recycled', 'pristine', 'role'], {
    description: 'Type of the trap, if the address is one.',
  }),
  confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Share of signals that could be evaluated.' }),
  signals: Type.Array(
    closed({ signal: Type.String(), type: Type.String(), weight: Type.Integer(), meaning: Type.String() }),
    { description: 'Signals for a trap; a negative weight is evidence against one.' },
  ),
}

export const spamTrapExample = {
  score: 65,
  risk_level: 'high',
  trap_type: 'typo',
  confidence: 0.8,
  signals: [
    {
      signal: 'slip',
      type: 'typo',
      weight: 35,
      meaning: 'the domain is one slip of the finger away from a great provider',
    },
    { signal: 'trap_name', type: 'pristine', weight: 30, meaning: 'the name is one that traps have' },
  ],
}

const severity = literals(['critical', 'high', 'medium', 'low', 'info'], {
  description: 'Severity of a listing; `info` means policy or whole networks, not abuse.',
})

export const listing = closed({
  zone: Type.String({ examples: ['bl.spamcop.net'] }),
  name: Type.String({ examples: ['SpamCop'] }),
  subject: Type.String({
    description: 'The listed domain or IP address; `the address` for the email address itself.',
    examples: ['192.0.2.25'],
  }),
  of: literals(['domain', 'mx', 'ip', 'email'], {
    description: 'Type of the subject. A listing of a mail host is weak evidence about the domain.',
  }),
  code: Type.String({ description: 'The response of the list.', examples: ['127.0.0.2'] }),
  meaning: Type.String({ examples: ['listed'] }),
  severity,
  reason: Type.Optional(Type.String({ description: 'The explanation of the list (TXT record).' })),
  delist_url: Type.Optional(Type.String()),
})

const Dnsbl = closed(
  {
    listed: Type.Boolean(),
    listed_count: Type.Integer({
      minimum: 0,
      description: 'Lists of one operator count once; `info` listings do not count.',
    }),
    worst_severity: Type.Optional(severity),
    checked: Type.Integer({ minimum: 0, description: 'Valid responses.' }),
    errors: Type.Integer({ minimum: 0, description: 'Lists that gave none.' }),
    disabled: Type.Integer({ minimum: 0, description: 'Lists that did not pass their health check (RFC 5782 5).' }),
    hits: Type.Array(listing),
  },
  { description: 'Block list entries for the domain, its mail hosts and the address.' },
)

const Intelligence = closed({
  dnsbl: Dnsbl,
  spam_trap: closed(spamTrap, { description: 'The risk that it is a spam trap; never a claim.' }),
  domain_age: Nullable(
    closed({
      days: Type.Integer({ minimum: 0, description: 'Days since registration, if the registry publishes it.' }),
      level: literals(['new', 'young', 'normal', 'established'], {
        description: 'Below 30 days, below 180, up to two years, and above.',
      }),
    }),
  ),
  infrastructure: closed({ spf: Check, dmarc: Check }, { description: 'SPF and DMARC records of the domain.' }),
})

const example = {
  email: 'anna@example.com',
  reachable: 'safe',
  score: 95,
  sub_status: 'mailbox_exists',
  syntax: { valid: true, normalized: 'anna@example.com' },
  mx: { found: true, implicit: false, records: [{ host: 'mx1.example.com', preference: 10 }] },
  smtp: {
    mx_found: true,
    full_inbox: false,
    can_connect: true,
    is_deliverable: true,
    is_catch_all: false,
    is_disabled: false,
    is_greylisted: false,
    code: 250,
    enhanced_code: '2.1.5',
  },
  misc: { disposable: false, role: false, free: false, relay: false },
  score_breakdown: [{ term: 'mailbox_exists', points: 95, reason: subStatuses.mailbox_exists.meaning }],
  evidence: [{ check: 'mx', status: 'pass', detail: 'Mail hosts were found.', ms: 12 }],
  credits_used: 1,
  cached: false,
  duration_ms: 412,
  verified_at: '2026-11-21T10:00:00.000Z',
}

/** The fields that clients know from other services come first. */
export const VerificationResult = closed(
  {
    email: Type.String({ description: 'The address as submitted.' }),
    reachable: literals(['safe', 'risky', 'invalid', 'unknown'], {
      description: 'Deliverable; possibly deliverable; undeliverable; inconclusive.',
    }),
    score: Type.Integer({ minimum: 0, maximum: 100, description: 'The sum of `score_breakdown`.' }),
    sub_status: Type.Unsafe<SubStatus>(
      literals(Object.keys(subStatuses), { description: 'Why; [Verdicts](/docs/guide/verdicts) has the table.' }),
    ),
    syntax: closed({
      valid: Type.Boolean(),
      normalized: Type.Optional(
        Type.String({ description: 'Canonical form: equal for all spellings of the same mailbox.' }),
      ),
      diagnosis: Type.Optional(
        Type.Unsafe<Diagnosis>(literals(diagnoses, { description: 'The error or special case in the syntax.' })),
      ),
    }),
    mx: closed({
      found: Type.Boolean({ description: 'A mail host accepts mail for the domain.' }),
      implicit: Type.Boolean({ description: 'There is no MX record; the A or AAAA record of the domain is used.' }),
      records: Type.Array(closed({ host: Type.String(), preference: Type.Integer() })),
      provider: Type.Optional(Type.String({ description: 'Provider of the mail hosts, detected from their names.' })),
    }),
    smtp: closed({
      mx_found: Type.Boolean(),
      full_inbox: Type.Boolean(),
      can_connect: Type.Boolean({ description: 'True if a mail server responded.' }),
      is_deliverable: nullable('True if the server accepts the mailbox; null if inconclusive.'),
      is_catch_all: nullable('True if the server accepts every recipient; null if inconclusive.'),
      is_disabled: Type.Boolean(),
      is_greylisted: Type.Boolean(),
      code: Type.Optional(Type.Integer({ description: 'Of the deciding reply (RFC 5321).' })),
      enhanced_code: Type.Optional(Type.String({ description: 'RFC 3463.' })),
    }),
    misc: closed({
      disposable: Type.Boolean(),
      role: Type.Boolean(),
      free: Type.Boolean(),
      relay: Type.Boolean(),
      gravatar: Type.Optional(Type.Boolean()),
    }),
    suggestion: Type.Optional(Type.String({ description: 'Suggested correction; not proof of a typo.' })),
    intelligence: Type.Optional(Intelligence),
    score_breakdown: Type.Array(closed({ term: Type.String(), points: Type.Integer(), reason: Type.String() })),
    evidence: Type.Array(
      closed({
        check: Type.String(),
        status: literals(['pass', 'fail', 'warn', 'skip', 'error']),
        detail: Type.String(),
        ms: Type.Optional(Type.Integer({ minimum: 0 })),
      }),
      { description: 'Every step, in its order.' },
    ),
    credits_used: Type.Integer({ minimum: 0 }),
    cached: Type.Boolean({ description: 'Found within the last 24 hours, and free.' }),
    duration_ms: Type.Integer({
      minimum: 0,
      description: 'Duration of the verification, also if its result was cached.',
    }),
    verified_at: Instant,
    retry_after: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Seconds after which to retry; free until there is a result.',
      }),
    ),
  },
  { title: 'VerificationResult', examples: [example] },
)
export type VerificationResult = Static<typeof VerificationResult>

/** Options shared by single verifications and batches. */
export const options = closed(
  {
    skip_smtp: Type.Optional(Type.Boolean({ description: 'Skip SMTP: check syntax, lists and DNS only.' })),
    check_gravatar: Type.Optional(
      Type.Boolean({ description: 'Look for a Gravatar image; only if the operator set SVC_VERIFY_GRAVATAR.' }),
    ),
  },
  { title: 'VerificationOptions' },
)
