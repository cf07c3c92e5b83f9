/**
 * Result of a probe. Only `not_found` and `disabled` mean that mail cannot arrive; reasons about the client, the state of
 * the server or the network prove nothing about the mailbox.
 */
export type ProbeOutcome =
  // About the mailbox.
  | 'accepted' // 250 or 251
  | 'accepted_rate' // refused for now because it receives too much mail, so it exists
  | 'accepted_unverified' // 252, or 250 from a server that is known to accept every recipient
  | 'not_found'
  | 'full_inbox'
  | 'disabled'
  | 'smtputf8_unsupported' // the address needs RFC 6531, which the server does not support
  // Temporary conditions.
  | 'greylisted'
  | 'deferred'
  // About the client.
  | 'blocked'
  | 'needs_rdns'
  | 'bad_helo'
  | 'sender_rejected'
  | 'relay_denied'
  | 'policy'
  // About the connection.
  | 'timeout'
  | 'dropped'
  | 'refused'
  | 'tls_failed'
  | 'unreachable'
  | 'egress_port25_blocked'
  | 'egress_paused'
  // Not probed.
  | 'harvest_suspected'

/** One step of a probe, for diagnosis. Contains no address of a person. */
export interface ProbeEvidence {
  readonly check:
    'mx' | 'connect' | 'banner' | 'ehlo' | 'starttls' | 'mail' | 'rcpt' | 'catch_all' | 'egress' | 'harvest'
  readonly status: 'pass' | 'fail' | 'warn' | 'skip' | 'error'
  readonly detail: string
  readonly ms?: number
}

export interface MailboxProbe {
  readonly outcome: ProbeOutcome
  /** True if the domain accepts every recipient; null if undetermined. */
  readonly catchAll: boolean | null
  /** True if a mail server responded. */
  readonly canConnect: boolean
  /** The mail host that responded, or the last one tried. */
  readonly host?: string
  readonly code?: number
  readonly enhancedCode?: string
  /** Text of the reply in one line; addresses are masked. */
  readonly message?: string
  /** Delay before the next attempt, milliseconds, for `greylisted`, `deferred` and a paused egress. */
  readonly retryAfterMs?: number
  readonly durationMs: number
  readonly evidence: readonly ProbeEvidence[]
}
