import { fromBase64, hmacSha256, isEqual, toBase64 } from './crypto.ts'
import { WebhookVerificationError } from './errors.ts'
import type { WebhookEvent } from './generated/models.ts'

type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const tolerance = 300

/**
 * The event of a delivery (Standard Webhooks 1.0). `body` is the raw body, before any JSON parser. Several secrets are accepted
 * during a rotation. Throws `WebhookVerificationError` with a code. `now` and the tolerance are in seconds.
 */
export async function verifyWebhook(options: {
  body: string | Uint8Array<ArrayBuffer>
  headers: HeadersLike
  secret: string | readonly string[]
  tolerance?: number
  now?: number
}): Promise<WebhookEvent> {
  const { now = Date.now() / 1000 } = options
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(options.headers, name),
  )
  if (!id || !timestamp || !signatures)
    throw refusal('MISSING_HEADER', 'webhook-id, webhook-timestamp and webhook-signature are required')
  checkTimestamp(timestamp, now, options.tolerance ?? tolerance)
  const body = typeof options.body === 'string' ? new TextEncoder().encode(options.body) : options.body
  const content = join(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  const expected = await Promise.all(
    [options.secret].flat().map(async (secret) => `v1,${toBase64(await hmacSha256(keyOf(secret), content))}`),
  )
  const isSigned = signatures.split(' ').some((each) => expected.some((own) => isEqual(each, own)))
  if (!isSigned) throw refusal('NO_MATCHING_SIGNATURE', 'No signature is of this secret and this body')
  return parseEvent(body)
}

function headerOf(headers: HeadersLike, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : value?.[0]
}

function checkTimestamp(timestamp: string, now: number, allowed: number): void {
  if (!/^\d{1,15}$/.test(timestamp)) throw refusal('INVALID_TIMESTAMP', 'webhook-timestamp must be Unix seconds')
  if (now - Number(timestamp) > allowed) throw refusal('TIMESTAMP_TOO_OLD', 'The delivery is older than the tolerance')
  if (Number(timestamp) - now > allowed) throw refusal('TIMESTAMP_TOO_NEW', 'The delivery is of the future')
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = fromBase64(secret.replace(/^whsec_/, ''))
  if (key === undefined || key.length === 0) throw refusal('INVALID_SECRET', 'A secret is whsec_ and base64')
  return key
}

function parseEvent(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as WebhookEvent
  } catch {
    throw refusal('INVALID_BODY', 'The body is not JSON')
  }
}

function refusal(code: string, message: string): WebhookVerificationError {
  return new WebhookVerificationError(code, message)
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}
