import type { ReaderDeps } from '../reader.ts'
import type { FailureReport } from '../report.ts'
import type { HeaderField } from '../../message/index.ts'

/** Fields of the failed message that show how it was sent; others, such as Subject and To, are removed. */
const technical = new Set(
  [
    'received received-spf authentication-results arc-authentication-results arc-message-signature arc-seal',
    'dkim-signature return-path from sender reply-to date message-id mime-version content-type list-id list-unsubscribe',
    'x-mailer user-agent precedence auto-submitted feedback-id',
  ]
    .join(' ')
    .split(' '),
)
const hashLength = 12
/** Names before an address in Authentication-Results (RFC 8601), Received-SPF and the tags of signatures. */
const label = /^(?:(?:smtp|header|policy|body)\.[a-z-]{1,20}|[a-z]+-?from|identity|sender|rcpt|for|i|f)=/i

export interface RedactContext {
  readonly deps: ReaderDeps
  readonly key: string
}

/**
 * Removes personal data: local parts become keyed hashes, so that the same mailbox stays recognizable, and display names,
 * the subject and all fields of the message but technical ones are removed.
 */
export function redactFailure(report: FailureReport, context: RedactContext): FailureReport {
  const hide = (text: string | null) => (text === null ? null : hideAddresses(text, context))
  const { message } = report
  return {
    ...report,
    authenticationResults: hide(report.authenticationResults),
    dkim: { ...report.dkim, identity: hide(report.dkim.identity) },
    message: {
      mailFrom: hide(message.mailFrom),
      recipient: hide(message.recipient),
      headerFrom: hide(message.headerFrom),
      messageId: hide(message.messageId),
      subject: null,
      headers: message.headers.flatMap((field) => redactField(field, context)),
    },
    redacted: true,
  }
}

function redactField({ name, value }: HeaderField, context: RedactContext): HeaderField[] {
  const lower = name.toLowerCase()
  if (!technical.has(lower)) return []
  // Addresses only: the rest is display names.
  if (['from', 'sender', 'reply-to', 'return-path'].includes(lower)) {
    const addresses = value.split(/[\s<>()",;:]+/).filter((word) => word.includes('@'))
    return [{ name, value: addresses.map((address) => hideAddresses(address, context)).join(', ') }]
  }
  // A URL to unsubscribe identifies the recipient.
  if (lower === 'list-unsubscribe') return [{ name, value: '' }]
  return [{ name, value: hideAddresses(value, context) }]
}

function hideAddresses(text: string, context: RedactContext): string {
  let hidden = ''
  let from = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > from && !delimiters.has(text[start - 1] ?? '')) start--
    hidden += text.slice(from, start) + hideLocalPart(text.slice(start, at), context)
    from = at
  }
  return hidden + text.slice(from)
}

/** Around a local part, which may contain an address itself (VERP). */
const delimiters = new Set(' \t\r\n<>()[]{}"\',;:@\\')

function hideLocalPart(text: string, { deps, key }: RedactContext): string {
  const [shown = ''] = label.exec(text) ?? []
  const local = text.slice(shown.length)
  if (local === '') return text
  const hash = deps.createHash()
  hash.update(`${key}\0${local.toLowerCase()}`)
  return shown + hash.digest().slice(0, hashLength)
}
