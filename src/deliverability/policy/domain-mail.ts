import type { ClassifiedStream, MailStream } from '../senders/index.ts'

/** Mail of one day that neither DKIM nor SPF aligns. */
export interface FailingMail extends Omit<MailStream, 'days' | 'firstDay' | 'lastDay'> {
  readonly day: number
}

/** The mail of a domain in a period, with the class of every source, and the records that it publishes. */
export interface DomainMail {
  readonly domain: string
  readonly periodDays: number
  readonly classified: readonly ClassifiedStream[]
  readonly failing: readonly FailingMail[]
  /** The DMARC record that applies. Inherited: a parent publishes it, so that its `sp` applies. */
  readonly dmarc: string | null
  readonly isInherited: boolean
  /** The SPF record of the domain itself. */
  readonly spf: string | null
  /** Where its own aggregate reports go, for a first record. */
  readonly reportUri: string | null
  /** UTC days with reports, and organizations that reported. */
  readonly reportedDays: number
  readonly reporters: number
}
