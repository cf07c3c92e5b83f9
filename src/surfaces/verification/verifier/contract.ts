import { type Static, Type } from '@sinclair/typebox'
import { type Diagnosis, diagnoses } from '../../../deliverability/address/index.ts'
import { type SubStatus, subStatuses } from '../../../deliverability/verdict/index.ts'
import { Instant, Nullable, closed, literals } from '../../../kernel/schema/index.ts'

const nullable = (description: string) => Nullable(Type.Boolean({ description }))

const Check = closed({
  state: literals(['pass', 'none', 'unmeasured'], {
    description: '`pass`: published. `none`: not published. `unmeasured`: the query failed.',
  }),
})

export const spamTrap = {
  score: Type.Integer({ minimum: 0, maximum: 100, description: 'Sum of the weights, from 0 to 100.' }),
  risk_level: literals(['low', 'medium', 'high'], { description: '`medium` from 30, `high` from 60.' }),
  trap_type: literals(['none', 'typo', 'recycled', 'pristine', 'role'], {
    description: 'Type of the trap, if it is one.',
  }),
  confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Share of signals that could be evaluated.' }),
  signals: Type.Array(
    closed({ signal: Type.String(), type: Type.String(), weight: Type.Integer(), meaning: Type.String() }),
    { description: 'Signals that indicate a trap; a negative weight indicates the opposite.' },
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
      meaning: 'the domain is a likely typo of a large provider',
    },
    { signal: 'trap_name', type: 'pristine', weight: 30, meaning: 'the local part is typical of spam traps' },
  ],
}

const severity = literals(['critical', 'high', 'medium', 'low', 'info'], {
  description: 'Severity of a listing; `info` means policy or whole networks, not abuse.',
})

export const listing = closed(
  {
    zone: Type.String({ examples: ['bl.spamcop.net'] }),
    name: Type.String({ examples: ['SpamCop'] }),
    subject: Type.String({
      description: 'The listed domain or IP address; `the address` for the email address itself.',
      examples: ['192.0.2.25'],
    }),
    of: literals(['domain', 'mx', 'ip', 'email'], {
      description: 'Owner of the listed host. A listed mail host says little about the domain.',
    }),
    code: Type.String({
      description: 'The response of the list; of several, that of the highest severity.',
      examples: ['127.0.0.2'],
    }),
    meaning: Type.String({ examples: ['listed'] }),
    severity,
    codes: Type.Optional(
      Type.Array(closed({ code: Type.String(), meaning: Type.String(), severity }), {
        description:
          'All responses of the list and their meanings, highest severity first; one response has several meanings in lists ' +
          'that use a bit for each.',
      }),
    ),
    reason: Type.Optional(Type.String({ description: 'The explanation of the list (TXT record).' })),
    reasons: Type.Optional(
      Type.Array(Type.String(), { description: 'All explanations of the list, if it has several.' }),
    ),
    delist_url: Type.Optional(Type.String()),
  },
  { title: 'BlocklistListing' },
)

const Skipped = closed({ zone: Type.String({ examples: ['bl.example.net'] }), reason: Type.String() })

/** Lists that say nothing about the target. */
export const skippedLists = {
  errors: Type.Array(Skipped, { description: 'Lists without a valid response.' }),
  disabled: Type.Array(Skipped, {
    description: 'Lists that failed their health check (RFC 5782 5) and were not queried.',
  }),
}

const Dnsbl = closed(
  {
    listed: nullable('Whether any list reports abuse; null if no list responded.'),
    listed_count: Type.Integer({
      minimum: 0,
      description: 'Lists of the same operator count once; `info` listings do not count.',
    }),
    worst_severity: Type.Optional(severity),
    checked: Type.Integer({ minimum: 0, description: 'Lists with a valid response.' }),
    ...skippedLists,
    hits: Type.Array(listing),
  },
  { description: 'Block list entries for the domain, its mail hosts and the email address.' },
)

const Intelligence = closed({
  dnsbl: Dnsbl,
  spam_trap: closed(spamTrap, {
    description: 'Estimated risk that the email address is a spam trap; never a certainty.',
  }),
  domain_age: Nullable(
    closed({
      days: Type.Integer({ minimum: 0, description: 'Days since registration, if the registry publishes the date.' }),
      level: literals(['new', 'young', 'normal', 'established'], {
        description: '`new`: below 30 days. `young`: below 180 days. `normal`: up to two years. `established`: older.',
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
    email: Type.String({ description: 'The email address as submitted.' }),
    reachable: literals(['safe', 'risky', 'invalid', 'unknown'], {
      description:
        '`safe`: deliverable. `risky`: possibly deliverable. `invalid`: undeliverable. `unknown`: inconclusive.',
    }),
    score: Type.Integer({ minimum: 0, maximum: 100, description: 'Sum of `score_breakdown`.' }),
    sub_status: Type.Unsafe<SubStatus>(
      literals(Object.keys(subStatuses), {
        description: 'Reason for the verdict; see [Verdicts](/docs/guide/verdicts).',
      }),
    ),
    syntax: closed({
      valid: Type.Boolean(),
      normalized: Type.Optional(
        Type.String({
          description: 'Normalized email address: the same for all spellings that reach the same mailbox.',
        }),
      ),
      diagnosis: Type.Optional(
        Type.Unsafe<Diagnosis>(literals(diagnoses, { description: 'Problems and special features of the syntax.' })),
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
      can_connect: Type.Boolean({ description: 'Whether a mail server responded to the connection.' }),
      is_deliverable: nullable('Whether the server accepts the mailbox; null if inconclusive.'),
      is_catch_all: nullable('Whether it accepts every recipient; null if inconclusive.'),
      is_disabled: Type.Boolean(),
      is_greylisted: Type.Boolean(),
      code: Type.Optional(Type.Integer({ description: 'SMTP code of the deciding reply (RFC 5321).' })),
      enhanced_code: Type.Optional(Type.String({ description: 'Enhanced status code (RFC 3463).' })),
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
      { description: 'Steps of the verification, in order.' },
    ),
    credits_used: Type.Integer({ minimum: 0 }),
    cached: Type.Boolean({ description: 'The result was cached within the last 24 hours; free.' }),
    duration_ms: Type.Integer({
      minimum: 0,
      description: 'Duration of the verification in milliseconds, even if its result was cached.',
    }),
    verified_at: Instant,
    retry_after: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Seconds after which to retry; retries are free until there is a result.',
      }),
    ),
  },
  { title: 'VerificationResult', examples: [example] },
)
export type VerificationResult = Static<typeof VerificationResult>

/** Options shared by single verifications and batches. */
export const options = closed(
  {
    skip_smtp: Type.Optional(Type.Boolean({ description: 'Skip SMTP; check only syntax, lists and DNS.' })),
    check_gravatar: Type.Optional(
      Type.Boolean({ description: 'Look for a Gravatar image; only if the operator set SVC_VERIFY_GRAVATAR.' }),
    ),
  },
  { title: 'VerificationOptions' },
)
