/** The verdict: mail arrives, may arrive, does not arrive, or nobody can tell. */
export type Reachable = 'safe' | 'risky' | 'invalid' | 'unknown'

/** What a reason means for the verdict, and what it costs. */
export interface SubStatusRow {
  readonly reachable: Reachable
  /** The score before adjustments; null: that of the mailbox without this reason. */
  readonly base: number | null
  /** Whether the answer is worth a credit. */
  readonly isCharged: boolean
  readonly meaning: string
}

/** The lowest and the highest score of each verdict. */
export const bands: Readonly<Record<Reachable, readonly [lowest: number, highest: number]>> = {
  safe: [80, 100],
  risky: [15, 79],
  unknown: [20, 65],
  invalid: [0, 9],
}

/** Every reason, those that come first in the order in which they are looked for within a verdict. */
export const subStatuses = {
  syntax: row('invalid', 0, 'No mail can be sent to such an address: it is not written as one.', 'free'),
  domain_not_found: row('invalid', 1, 'The domain does not exist.'),
  null_mx: row('invalid', 1, 'The domain accepts no mail: null MX (RFC 7505).'),
  no_mx: row('invalid', 1, 'The domain has neither an existing mail host nor an address record.'),
  mx_private_address: row('invalid', 1, 'Every mail host of the domain is in a network that nobody outside reaches.'),
  not_found: row('invalid', 2, 'The mail server says that there is no such mailbox.'),
  disabled: row('invalid', 3, 'The mail server says that the mailbox is closed.'),
  smtputf8_unsupported: row(
    'invalid',
    1,
    'The name is not of ASCII, and the mail server takes no such names (RFC 6531).',
  ),

  disposable: row('risky', 15, 'A mailbox for an hour, or one that everybody can read.'),
  trap_risk_high: row('risky', 15, 'Much speaks for a spam trap.'),

  dns_servfail: row('unknown', 40, 'The name servers of the domain answer with an error.', 'free'),
  dns_timeout: row('unknown', 40, 'The name servers of the domain do not answer.', 'free'),
  smtp_skipped: row('unknown', 58, 'The mail server was not asked, as you wished.'),
  unreliable_provider: row('unknown', 60, 'The provider says yes to everything, so that its yes says nothing.'),
  greylisted: row('unknown', 50, 'The mail server asks to come back later; ask again after `retry_after`.', 'free'),
  deferred: row('unknown', 45, 'The mail server cannot say at the moment.', 'free'),
  blocked: row('unknown', 45, 'The mail server refuses us, not the mailbox: our address is on a list.', 'free'),
  needs_rdns: row('unknown', 45, 'The mail server wants a reverse name for our address.', 'free'),
  bad_helo: row('unknown', 45, 'The mail server does not like the name we give.', 'free'),
  sender_rejected: row('unknown', 45, 'The mail server refuses the sender of our question.', 'free'),
  relay_denied: row('unknown', 45, 'The mail server says that the domain is not its own.', 'free'),
  policy: row('unknown', 45, 'The mail server refuses for a reason that is not the mailbox.', 'free'),
  timeout: row('unknown', 45, 'The mail server did not answer in time.', 'free'),
  dropped: row('unknown', 45, 'The mail server hung up.', 'free'),
  refused: row('unknown', 45, 'No mail host takes connections.', 'free'),
  tls_failed: row('unknown', 45, 'The mail server wants encryption, and it failed.', 'free'),
  unreachable: row('unknown', 45, 'No mail host can be reached from here.', 'free'),
  egress_port25_blocked: row('unknown', 45, 'The network here lets nobody out to port 25.', 'free'),
  egress_paused: row(
    'unknown',
    45,
    'Nobody is asked there for the moment: the provider has refused us, or no way out works; `evidence` says which.',
    'free',
  ),

  full_inbox: row('risky', 40, 'The mailbox exists, and is full.'),
  parked: row('risky', 50, 'The domain is parked: whoever takes its mail did not ask for it.'),
  gateway_accept: row('risky', 50, 'A filter in front of the mail server accepts every name.'),
  catch_all: row('risky', 55, 'The domain accepts every name.'),
  catch_all_unknown: row('risky', 72, 'The mailbox is accepted; whether every name is could not be told.'),
  domain_listed: row('risky', null, 'A block list has the domain.'),
  young_domain: row('risky', null, 'The domain was registered within the last 30 days.'),
  trap_risk_medium: row('risky', null, 'Something speaks for a spam trap.'),
  relay: row('risky', null, 'The address hands mail on to a secret one, and may end any day.'),
  role: row('risky', null, 'Behind the address is a task, not a person.'),

  accepted_rate: row('safe', 88, 'The mailbox exists, and gets more mail than it may at the moment.'),
  accepted_by_provider: row('safe', 93, 'The mailbox is accepted by a provider that refuses names it does not know.'),
  mailbox_exists: row('safe', 95, 'The mailbox is accepted, and a name that cannot exist is not.'),
} as const satisfies Record<string, SubStatusRow>

/** Why the verdict is what it is. */
export type SubStatus = keyof typeof subStatuses

function row<R extends Reachable, B extends number | null>(reachable: R, base: B, meaning: string, cost?: 'free') {
  return { reachable, base, isCharged: cost === undefined, meaning }
}
