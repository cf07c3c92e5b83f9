/** When a session turns to TLS. `asked`: where the server answers MAIL with 530 (RFC 3207 4). */
export type TlsUse = 'never' | 'asked' | 'offered' | 'required'

/** How long each answer is waited for, milliseconds. RFC 5321 4.5.3.2 allows minutes; nobody who asks has them. */
export interface Timeouts {
  readonly bannerMs: number
  readonly commandMs: number
  readonly recipientMs: number
  /** The whole session. */
  readonly sessionMs: number
}

/** What a session needs to know before it begins. */
export interface SessionPlan {
  /** The name given in EHLO. */
  readonly helo: string
  /** The sender given in MAIL; `<>` is tried where it is refused. */
  readonly mailFrom: string
  /** The mail host, for its certificate. */
  readonly host: string
  readonly tls: TlsUse
  readonly timeouts: Timeouts
  /**
   * Answers of this server did not match the commands before: each command waits for the answer to the last one, and for a
   * moment in which nothing else comes.
   */
  readonly isCareful?: boolean
  /** Answers of this server were proved to match the commands: behind its last one nothing is waited for. */
  readonly isInStep?: boolean
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number
}

/** What real servers tolerate on one connection before they slow down or hang up. */
export const sessionLimits = {
  /** Recipients in one transaction. */
  recipientsPerTransaction: 5,
  /** Recipients in one session. */
  recipients: 20,
  /** Refusals after which the session ends: Postfix waits a second for each from the tenth on, and hangs up at twenty. */
  refusals: 5,
  /** Refusals that naming many at once may lead to. */
  refusalsOfNamed: 9,
} as const

/** How long a server may be quiet behind its last answer before that counts as the last, milliseconds. */
export function quietMs({ isInStep }: Pick<SessionPlan, 'isInStep'>): number {
  return isInStep === true ? 0 : 25
}
