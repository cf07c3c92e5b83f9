import { readIp, readable } from '../../ip/index.ts'
import { readDomain } from '../aggregate/read-header.ts'
import type { FailureReport } from '../report.ts'
import type { Warnings } from '../warnings.ts'
import { type HeaderField, fieldOf, readFields, unbracket } from '../../message/index.ts'

export interface ArfParts {
  /** The message/feedback-report part. */
  readonly feedback: string
  /** The header of the failed message, or the message. */
  readonly original: string
  /** Author of the report. */
  readonly from: string
}

export type UnhashedReport = Omit<FailureReport, 'contentHash' | 'warnings'>

/** Reads a feedback report (RFC 5965, RFC 6591, RFC 9991); undefined if it is of another type, such as abuse. */
export function readArf({ feedback, from, original }: ArfParts, warnings: Warnings): UnhashedReport | undefined {
  const fields = readFields(feedback)
  const feedbackType = listOf(fieldOf(fields, 'Feedback-Type'))[0] ?? ''
  if (feedbackType !== 'auth-failure') return undefined
  const authFailures = listOf(fieldOf(fields, 'Auth-Failure'))
  if (authFailures.length === 0) warnings.add('auth_failure_missing', 'The report has no Auth-Failure field.')
  const identityAlignment = listOf(fieldOf(fields, 'Identity-Alignment'))
  const sourceIp = readSource(fieldOf(fields, 'Source-IP'))
  if (sourceIp === null) warnings.add('source_ip_missing', 'The report has no valid Source-IP field.')
  const incidents = Number(fieldOf(fields, 'Incidents') ?? '1')
  return {
    type: 'failure',
    format: 'arf',
    feedbackType,
    authFailures,
    identityAlignment,
    deliveryResult: fieldOf(fields, 'Delivery-Result')?.toLowerCase() ?? null,
    sourceIp,
    incidents: Number.isSafeInteger(incidents) && incidents > 0 ? incidents : 1,
    arrivedAt: readDate(fieldOf(fields, 'Arrival-Date') ?? fieldOf(fields, 'Received-Date')),
    reportedDomain: domainOf(fieldOf(fields, 'Reported-Domain')),
    reporter: {
      userAgent: fieldOf(fields, 'User-Agent'),
      mta: fieldOf(fields, 'Reporting-MTA')?.replace(/^dns;\s{0,10}/i, '') ?? null,
      from: from === '' ? null : from,
    },
    authenticationResults: fieldOf(fields, 'Authentication-Results'),
    dkim: {
      domain: domainOf(fieldOf(fields, 'DKIM-Domain')),
      identity: fieldOf(fields, 'DKIM-Identity'),
      selector: fieldOf(fields, 'DKIM-Selector'),
    },
    spfRecord: fieldOf(fields, 'SPF-DNS'),
    message: messageOf(readFields(original), {
      mailFrom: unbracket(fieldOf(fields, 'Original-Mail-From')),
      recipient: unbracket(fieldOf(fields, 'Original-Rcpt-To')),
    }),
    redacted: false,
  }
}

export function messageOf(
  headers: readonly HeaderField[],
  envelope: Pick<FailureReport['message'], 'mailFrom' | 'recipient'>,
): FailureReport['message'] {
  return {
    ...envelope,
    headerFrom: unbracket(fieldOf(headers, 'From')),
    messageId: unbracket(fieldOf(headers, 'Message-ID')),
    subject: fieldOf(headers, 'Subject'),
    headers,
  }
}

/** Comma-separated words, without comments (RFC 6591 3.1 allows CFWS). */
export function listOf(value: string | null): string[] {
  return (value ?? '')
    .replaceAll(/\([^()]*\)/g, ' ')
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '')
    .slice(0, 20)
}

/** The first IP address of a text, which may be followed by a host name. */
export function readSource(value: string | null): string | null {
  for (const word of (value ?? '').split(/[\s()[\],;]+/).slice(0, 10)) {
    const ip = readIp(word.replace(/^IPv6:/i, ''))
    if (ip !== undefined) return readable(ip)
  }
  return null
}

/** Unix milliseconds of an RFC 5322 date. */
export function readDate(value: string | null): number | null {
  if (value === null) return null
  const ms = Date.parse(value.slice(0, 100).replaceAll(/\([^()]*\)/g, ' '))
  return Number.isNaN(ms) ? null : ms
}

export function domainOf(value: string | null): string | null {
  const domain = readDomain((unbracket(value) ?? '').replace(/^.*@/, ''))
  return domain === '' ? null : domain
}
