import type { Address } from '../../../deliverability/address/index.ts'
import { type ProbeOutcome, classifyReply, readReportedReply } from '../../../deliverability/smtp/index.ts'
import { readMailbox } from '../list-entries/index.ts'
import type { FeedbackReport } from './contract.ts'
import type { FeedbackState } from './state.ts'
import type { FeedbackRow } from './store.ts'

/** A report that was understood. */
export interface ReadReport {
  readonly address: Address
  /** Epoch milliseconds. */
  readonly at: number
  /** Undefined if it is no evidence about the recipient. */
  readonly kind: FeedbackState['kind'] | undefined
  readonly bounce: FeedbackRow['bounce']
  /** The class of the reply. */
  readonly classifiedAs?: ProbeOutcome
}

/** The member that is wrong, and why. */
export interface ReportRefusal {
  readonly path: string
  readonly message: string
}

/** Clocks of mail systems differ. */
const maxAheadMs = 5 * 60_000

export function readReport(report: FeedbackReport, nowMs: number): ReadReport | ReportRefusal {
  const address = readMailbox(report.email)
  if ('message' in address) return { path: '/email', message: address.message }
  const at = report.occurred_at === undefined ? nowMs : Date.parse(report.occurred_at)
  if (at > nowMs + maxAheadMs) return { path: '/occurred_at', message: 'lies in the future: send when it happened' }
  const read = { address, at: Math.min(at, nowMs) }
  if (report.outcome === 'bounced') return readBounce(report, read)
  const [extra] = (['bounce_type', 'reply'] as const).filter((name) => report[name] !== undefined)
  if (extra !== undefined) return { path: `/${extra}`, message: 'belongs to a bounce: omit it, or send bounced' }
  return { ...read, kind: report.outcome, bounce: null }
}

function readBounce(
  { bounce_type: type, reply: text = '', sender }: FeedbackReport,
  read: Pick<ReadReport, 'address' | 'at'>,
): ReadReport | ReportRefusal {
  if (text.trim() === '')
    return type === undefined
      ? { path: '/bounce_type', message: 'is required: send hard or soft, or the reply' }
      : { ...read, kind: type === 'hard' ? 'bounced' : undefined, bounce: null }
  const reply = readReportedReply(text, type === 'soft' ? 450 : 550)
  if (reply.code < 400) return { path: '/reply', message: `is positive (${reply.code}), so it is no bounce` }
  const classifiedAs = classifyReply(reply, {
    phase: 'rcpt',
    recipient: read.address.ascii,
    ...(sender === undefined ? {} : { sender }),
  })
  const bounce = classifiedAs === 'not_found' || classifiedAs === 'disabled' ? classifiedAs : null
  return { ...read, kind: bounce === null || type === 'soft' ? undefined : 'bounced', bounce, classifiedAs }
}
