/** `safe`: mail arrives; `risky`: it may arrive; `invalid`: it does not; `unknown`: undetermined. */
export type Reachable = 'safe' | 'risky' | 'invalid' | 'unknown'

/** Effect of a reason on verdict, score and price. */
export interface SubStatusRow {
  readonly reachable: Reachable
  /** The score before adjustments; null: that of the mailbox without this reason. */
  readonly base: number | null
  /** True if the result costs a credit. */
  readonly isCharged: boolean
  readonly meaning: string
}

/** Minimum and maximum score of each verdict. */
export const bands: Readonly<Record<Reachable, readonly [lowest: number, highest: number]>> = {
  safe: [80, 100],
  risky: [15, 79],
  unknown: [20, 65],
  invalid: [0, 9],
}

/** Within a verdict, in the order of precedence. */
export const subStatuses = {
  syntax: row('invalid', 0, 'The text is not a valid email address.', 'free'),
  blocked_by_list: row('invalid', 0, 'The email address or its domain is on the block list of the project.', 'free'),
  bounced: row('invalid', 2, 'A hard bounce about the mailbox was reported.', 'free'),
  domain_not_found: row('invalid', 1, 'The domain does not exist.'),
  null_mx: row('invalid', 1, 'The domain accepts no mail: null MX (RFC 7505).'),
  no_mx: row('invalid', 1, 'The domain has neither an existing mail host nor an A or AAAA record.'),
  mx_private_address: row('invalid', 1, 'Every mail host of the domain has a private or unreachable IP address.'),
  not_found: row('invalid', 2, 'The mail server rejected the mailbox: it does not exist.'),
  disabled: row('invalid', 3, 'The mail server rejected the mailbox: it is disabled.'),
  smtputf8_unsupported: row(
    'invalid',
    1,
    'The local part is not ASCII, and the mail server does not support SMTPUTF8 (RFC 6531).',
  ),

  complained: row('risky', 15, 'A complaint of the recipient was reported.', 'free'),
  disposable: row('risky', 15, 'A disposable mailbox: temporary or publicly readable.'),
  trap_risk_high: row('risky', 15, 'Several signs indicate a spam trap.'),

  dns_servfail: row('unknown', 40, 'The name servers of the domain respond with an error.', 'free'),
  dns_timeout: row('unknown', 40, 'The name servers of the domain do not respond (timeout).', 'free'),
  smtp_skipped: row('unknown', 58, 'SMTP check skipped on request.'),
  unreliable_provider: row(
    'unknown',
    60,
    'The provider accepts every recipient, so acceptance is not evidence.',
    'free',
  ),
  greylisted: row(
    'unknown',
    50,
    'The mail server deferred the probe (greylisting); retry after `retry_after`.',
    'free',
  ),
  deferred: row('unknown', 45, 'The mail server responded with a temporary error.', 'free'),
  blocked: row('unknown', 45, 'The mail server rejected our IP address, which is on a block list.', 'free'),
  needs_rdns: row('unknown', 45, 'The mail server requires a PTR record for our IP address.', 'free'),
  bad_helo: row('unknown', 45, 'The mail server rejected our HELO name.', 'free'),
  sender_rejected: row('unknown', 45, 'The mail server rejected the sender address of our probe.', 'free'),
  relay_denied: row('unknown', 45, 'The mail server does not accept mail for the domain (relaying denied).', 'free'),
  policy: row('unknown', 45, 'The mail server rejected the probe for a reason unrelated to the mailbox.', 'free'),
  timeout: row('unknown', 45, 'The mail server timed out.', 'free'),
  dropped: row('unknown', 45, 'The mail server closed the connection.', 'free'),
  refused: row('unknown', 45, 'No mail host accepts connections.', 'free'),
  tls_failed: row('unknown', 45, 'The mail server requires TLS, and the handshake failed.', 'free'),
  unreachable: row('unknown', 45, 'No mail host is reachable from our network.', 'free'),
  egress_port25_blocked: row('unknown', 45, 'Outbound port 25 is blocked on this network.', 'free'),
  egress_paused: row(
    'unknown',
    45,
    'Probing is paused there: the provider rejected us, or no egress works; see `evidence`.',
    'free',
  ),
  harvest_suspected: row(
    'unknown',
    45,
    'Probing of the domain is paused for the project: its mail server rejects most of the requested mailboxes.',
    'free',
  ),

  full_inbox: row('risky', 40, 'The mailbox exists, and is full.'),
  parked: row('risky', 50, 'The domain is parked; its mail host belongs to the parking service.'),
  gateway_accept: row('risky', 50, 'A filter in front of the mail server accepts every recipient.'),
  catch_all: row('risky', 55, 'The domain accepts every recipient.'),
  catch_all_unknown: row('risky', 72, 'The mailbox is accepted; whether every recipient is accepted is inconclusive.'),
  domain_listed: row('risky', null, 'The domain is on a block list.'),
  young_domain: row('risky', null, 'The domain was registered within the last 30 days.'),
  trap_risk_medium: row('risky', null, 'There are signs of a spam trap.'),
  relay: row('risky', null, 'A forwarding (relay) address that may end at any time.'),
  role: row('risky', null, 'A role address, not a person.'),

  allowed_by_list: row('safe', 100, 'The email address or its domain is on the allow list of the project.', 'free'),
  delivered: row('safe', 93, 'A recent delivery was reported; the check itself is inconclusive.', 'free'),
  accepted_rate: row('safe', 88, 'The mailbox exists, and currently receives mail above its rate limit.'),
  accepted_by_provider: row('safe', 93, 'The mailbox is accepted by a provider that rejects unknown recipients.'),
  mailbox_exists: row('safe', 95, 'The mailbox is accepted, and a nonexistent recipient is rejected.'),
} as const satisfies Record<string, SubStatusRow>

export type SubStatus = keyof typeof subStatuses

function row<R extends Reachable, B extends number | null>(reachable: R, base: B, meaning: string, cost?: 'free') {
  return { reachable, base, isCharged: cost === undefined, meaning }
}
