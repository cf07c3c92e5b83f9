/**
 * What asking a mail server about one mailbox came to. Only `not_found` and `disabled` say that mail cannot arrive; whatever
 * concerns our own standing, the server's day or the way there says nothing about the mailbox.
 */
export type ProbeOutcome =
  // About the mailbox.
  | 'accepted' // 250 or 251
  | 'accepted_rate' // refused for now, because it gets too much mail: so it exists
  | 'accepted_unverified' // 252, or 250 from a server that is known to say so to everybody
  | 'not_found'
  | 'full_inbox'
  | 'disabled'
  | 'smtputf8_unsupported' // the address needs RFC 6531, and the server has not got it
  // About the hour.
  | 'greylisted'
  | 'deferred'
  // About us.
  | 'blocked'
  | 'needs_rdns'
  | 'bad_helo'
  | 'sender_rejected'
  | 'relay_denied'
  | 'policy'
  // About the way.
  | 'timeout'
  | 'dropped'
  | 'refused'
  | 'tls_failed'
  | 'unreachable'
  | 'egress_port25_blocked'
  | 'egress_paused'

/** One step of a probe, for those who want to know why. Holds no address of a person. */
export interface ProbeEvidence {
  readonly check: 'mx' | 'connect' | 'banner' | 'ehlo' | 'starttls' | 'mail' | 'rcpt' | 'catch_all' | 'egress'
  readonly status: 'pass' | 'fail' | 'warn' | 'skip' | 'error'
  readonly detail: string
  readonly ms?: number
}

/** The whole result of a probe. */
export interface MailboxProbe {
  readonly outcome: ProbeOutcome
  /** Whether the domain takes mail for anybody; null where that could not be told, or was not queried. */
  readonly catchAll: boolean | null
  /** Whether a mail server spoke to us. */
  readonly canConnect: boolean
  /** The mail host that gave the answer, or the last one tried. */
  readonly host?: string
  readonly code?: number
  readonly enhancedCode?: string
  /** What the server said, cut to a line; addresses are masked. */
  readonly message?: string
  /** When to ask again, for `greylisted`, `deferred` and a paused egress. */
  readonly retryAfterMs?: number
  readonly durationMs: number
  readonly evidence: readonly ProbeEvidence[]
}
