import { readTags } from '../../../../deliverability/findings/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { type CheckedMessage, headerOf } from '../message.ts'
import { type Check, failed, passed, unmeasured, warned } from './check.ts'

const dayMs = 86_400_000
const noHeader = 'The header is not part of the input.'

export interface HeaderQuestion {
  readonly nowMs: number
  /** Domains of signatures that pass; undefined if none was verified. */
  readonly signers: readonly string[] | undefined
  /** Undefined if the message was not received by the service. */
  readonly isEncrypted: boolean | undefined
}

/** Header fields: one-click unsubscribing (RFC 8058), date, forwarding and the encryption of the last hop. */
export function checkHeader(message: CheckedMessage, question: HeaderQuestion): Check[] {
  if (message.sent === undefined)
    return (['unsubscribe.header', 'transport.tls', 'message.date', 'message.forwarded'] as const).map((id) =>
      unmeasured(id, noHeader),
    )
  return [
    evaluateOneClick(message, question.signers),
    evaluateEncryption(message, question.isEncrypted),
    evaluateDate(message, question.nowMs),
    evaluateForwarding(message),
  ]
}

function evaluateOneClick(message: CheckedMessage, signers: readonly string[] | undefined): Check {
  const list = headerOf(message, 'List-Unsubscribe')
  const post = headerOf(message, 'List-Unsubscribe-Post')
  const fix =
    'Send List-Unsubscribe with an https URL and “List-Unsubscribe-Post: List-Unsubscribe=One-Click”, both covered by the DKIM signature.'
  const id = 'unsubscribe.header'
  if (list === null) return warned(id, 'There is no List-Unsubscribe field; bulk mail needs one.', fix)
  if (!/<\s*https:\/\//i.test(list)) return warned(id, 'List-Unsubscribe has no https URL.', fix)
  if (post === null || !/^\s*List-Unsubscribe\s*=\s*One-Click\s*$/i.test(post))
    return warned(id, 'List-Unsubscribe-Post is not “List-Unsubscribe=One-Click”.', fix)
  if (!coversBoth(message, signers)) return warned(id, 'No valid DKIM signature covers both fields (RFC 8058 4).', fix)
  return passed(id, 'Recipients can unsubscribe with one click (RFC 8058).')
}

function coversBoth({ sent }: CheckedMessage, signers: readonly string[] | undefined): boolean {
  return (sent?.outline.fields ?? []).some(({ name, value }) => {
    if (name.toLowerCase() !== 'dkim-signature') return false
    const { tags } = readTags(value)
    const covered = (tags.get('h') ?? '')
      .toLowerCase()
      .split(':')
      .map((each) => each.trim())
    const isValid = signers === undefined || signers.includes((tags.get('d') ?? '').trim().toLowerCase())
    return isValid && ['list-unsubscribe', 'list-unsubscribe-post'].every((field) => covered.includes(field))
  })
}

function evaluateEncryption(message: CheckedMessage, isEncrypted: boolean | undefined): Check {
  const fix = 'Let the sending servers use STARTTLS.'
  if (isEncrypted === true) return passed('transport.tls', 'The message arrived with TLS.')
  if (isEncrypted === false) return failed('transport.tls', 'The message arrived without TLS.', fix)
  const received = headerOf(message, 'Received')
  if (received === null)
    return unmeasured('transport.tls', 'The message has no Received field, so that its transport is unknown.')
  // RFC 3848 and RFC 6531 register the protocols with an S for TLS.
  if (/\bwith\s+(?:UTF8)?[ES]*SMTPSA?\b|\bTLSv?1/i.test(received))
    return passed('transport.tls', 'The last hop used TLS, by its Received field.')
  return unmeasured('transport.tls', 'The last Received field does not name TLS.', fix)
}

function evaluateDate(message: CheckedMessage, nowMs: number): Check {
  const text = headerOf(message, 'Date')
  const at = text === null ? Number.NaN : Date.parse(text.replace(/\([^()]*\)/g, ''))
  if (Number.isNaN(at))
    return failed('message.date', 'The message has no valid Date field.', 'Add Date (RFC 5322 3.6.1).')
  const days = Math.floor((nowMs - at) / dayMs)
  if (days > limits.ampMessageDays)
    return failed(
      'message.date',
      `The message is ${days} days old; mail clients show its AMP part for ${limits.ampMessageDays} days.`,
      'Send a new message.',
    )
  if (nowMs - at < -dayMs) return warned('message.date', 'Date is more than a day in the future.', 'Correct the clock.')
  return passed('message.date', `Date is ${new Date(at).toISOString()}.`)
}

function evaluateForwarding(message: CheckedMessage): Check {
  const field = ['Resent-From', 'X-Forwarded-To', 'X-Forwarded-For', 'Auto-Forwarded'].find(
    (name) => headerOf(message, name) !== null,
  )
  return field === undefined
    ? passed('message.forwarded', 'The message was sent directly.')
    : failed(
        'message.forwarded',
        `The message was forwarded (${field}); that removes or disables the AMP part.`,
        'Send it directly from the production servers.',
      )
}
