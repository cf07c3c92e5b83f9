import { type OutboundAnswer, OutboundError, type Send } from '../../../platform/net/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { type FailureKind, failureOfKind, failureOfStatus } from './failure.ts'
import { redact } from './redaction.ts'
import { requestedDelayMs } from './schedule.ts'
import { signatureOf } from './signature.ts'

/** 410 Gone: the receiver wants no further requests (RFC 9110 15.5.11). */
export const gone = 410

interface Message {
  url: string
  eventId: string
  deliveryId: string
  /** 1 for the first attempt. */
  attempt: number
  /** Stored once and sent unchanged by every attempt. */
  body: string
  /** Newest first. */
  keys: readonly Uint8Array[]
  /** Own headers of the webhook, names in lower case. */
  headers: Readonly<Record<string, string>>
}

/** `failure` is undefined for a 2xx response. */
export interface Attempted {
  /** Start, epoch milliseconds. */
  at: number
  durationMs: number
  statusCode?: number
  failure?: FailureKind
  /** One sentence about the failure. */
  detail?: string
  excerpt?: string
  /** Milliseconds from `Retry-After`. */
  requestedDelayMs?: number
}

interface AttemptDeps {
  send: Send
  nowMs(): number
  timeoutMs: number
  userAgent: string
  signal: AbortSignal
}

/**
 * Sends the message once, signed with the current time. Undefined if `signal` aborted it, which does not count as an
 * attempt.
 */
export async function attempt(parts: AttemptDeps, message: Message): Promise<Attempted | undefined> {
  const at = parts.nowMs()
  // The clock of jobs may be set back to that of the database.
  const durationMs = () => Math.max(0, parts.nowMs() - at)
  try {
    const answer = await parts.send({
      method: 'POST',
      url: message.url,
      headers: headersOf(message, at, parts.userAgent),
      body: message.body,
      timeoutMs: parts.timeoutMs,
      maxBodyBytes: limits.webhookExcerptBytes,
      onTooLarge: 'cut',
      signal: parts.signal,
    })
    return {
      at,
      durationMs: durationMs(),
      ...read(answer, { nowMs: parts.nowMs(), secrets: Object.values(message.headers) }),
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (error.kind === 'aborted') return undefined
    return { at, durationMs: durationMs(), failure: failureOfKind(error.kind), detail: error.message }
  }
}

function headersOf(message: Message, nowMs: number, userAgent: string): Record<string, string> {
  const timestamp = Math.floor(nowMs / 1000)
  return {
    ...message.headers,
    'content-type': 'application/json',
    'user-agent': userAgent,
    'webhook-id': message.eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf(message.keys, { id: message.eventId, timestamp, body: message.body }),
    'svc-delivery-id': message.deliveryId,
    'svc-attempt': String(message.attempt),
  }
}

function read(
  { status, headers, body }: OutboundAnswer,
  { nowMs, secrets }: { nowMs: number; secrets: readonly string[] },
): Omit<Attempted, 'at' | 'durationMs'> {
  const failure = failureOfStatus(status)
  const excerpt = excerptOf(body, headers['content-encoding'], secrets)
  const asked = requestedDelayMs(status, headers['retry-after'], nowMs)
  return {
    statusCode: status,
    ...(failure === undefined ? {} : { failure, detail: reportStatus(status) }),
    ...(excerpt === undefined ? {} : { excerpt }),
    ...(asked === undefined ? {} : { requestedDelayMs: asked }),
  }
}

function reportStatus(status: number): string {
  if (status === gone) return 'The receiver responded with 410 Gone.'
  if (status >= 300 && status < 400) return `The receiver responded with ${status}; redirects are not followed.`
  return `The receiver responded with ${status}.`
}

const decoder = new TextDecoder()
// Characters that break terminals, logs or PostgreSQL JSON; tabs and line breaks stay.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g
const unreadable = /[\u0000-\u0008\u000e-\u001f\ufffd]/g

/**
 * The beginning of a response as text for the delivery log, at most 1 kB of UTF-8. Undefined if the body is empty,
 * compressed, or more than a tenth of it is not text. Values of own headers are masked.
 */
export function excerptOf(
  body: Uint8Array,
  encoding: string | undefined,
  secrets: readonly string[] = [],
): string | undefined {
  if (body.length === 0 || (encoding !== undefined && encoding !== 'identity')) return undefined
  // A character that is cut at the end would become a replacement character of three bytes.
  const text = decoder.decode(body.subarray(0, limits.webhookExcerptBytes)).replace(/(?<!\ufffd)\ufffd+$/, '')
  const strange = text.match(unreadable)?.length ?? 0
  if (strange * 10 > text.length) return undefined
  return cut(redact(text, secrets).replaceAll(control, ' ').trim()) || undefined
}

// Replacement characters in the middle are longer than the bytes that they replace.
function cut(text: string): string {
  let kept = text
  while (new TextEncoder().encode(kept).length > limits.webhookExcerptBytes) kept = kept.slice(0, -8)
  return kept
}
