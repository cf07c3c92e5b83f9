/** Policy for STARTTLS. `on_530`: only after a 530 reply to MAIL (RFC 3207 4). */
export type TlsUse = 'never' | 'on_530' | 'offered' | 'required'

/** Timeouts per reply, milliseconds. RFC 5321 4.5.3.2 allows minutes, which is too long for callers. */
export interface Timeouts {
  readonly bannerMs: number
  readonly commandMs: number
  readonly recipientMs: number
  /** Timeout of the whole session. */
  readonly sessionMs: number
}

export interface SessionPlan {
  /** The EHLO name. */
  readonly helo: string
  /** The MAIL FROM address; `<>` is tried after a refusal. */
  readonly mailFrom: string
  /** The name of the mail host, for the check of its certificate. */
  readonly host: string
  readonly tls: TlsUse
  readonly timeouts: Timeouts
  /**
   * Earlier replies of this server did not match the commands: each command waits for the reply to the last one and for a
   * quiet moment.
   */
  readonly isCareful?: boolean
  /** Replies of this server were proved to match the commands: there is no quiet period after the last one. */
  readonly isInStep?: boolean
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number
}

/** Limits per connection above which real servers slow down or disconnect. */
export const sessionLimits = {
  /** RCPT commands per transaction. */
  recipientsPerTransaction: 5,
  /** RCPT commands per session. */
  recipients: 20,
  /** Refusals after which the session ends: Postfix delays each by a second from the tenth on, and disconnects at twenty. */
  refusals: 5,
  /** Refusals that a pipelined command group may reach. */
  pipelinedRefusals: 9,
} as const

/** Milliseconds without data after which the last reply counts as the last. */
export function quietMs({ isInStep }: Pick<SessionPlan, 'isInStep'>): number {
  return isInStep === true ? 0 : 25
}
