import type { ProbeOutcome } from '../probe.ts'
import type { Reply } from '../reply/reply.ts'

/** The RCPT argument: the local part with its quotes, the domain in A-labels. */
export interface Recipient {
  readonly address: string
  /** The local part is not ASCII, so the server must offer SMTPUTF8 (RFC 6531). */
  readonly isInternational: boolean
}

/** `phase` is the command that decided. */
export interface RecipientResult {
  readonly outcome: ProbeOutcome
  readonly phase: 'starttls' | 'mail' | 'rcpt' | 'ehlo' | 'banner'
  readonly reply?: Reply
  readonly detail: string
}

export function rcptFor({ address }: Recipient): string {
  return `RCPT TO:<${address}>`
}
