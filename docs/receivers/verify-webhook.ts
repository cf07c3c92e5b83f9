import { createHmac, timingSafeEqual } from 'node:crypto'

/** Answers the event, or throws. `body` is the body as it came, before any JSON parser has seen it. */
export function verifyWebhook(
  secret: string,
  headers: Record<string, string | undefined>,
  body: string,
  nowSeconds = Date.now() / 1000,
): unknown {
  const id = headers['webhook-id'] ?? ''
  const timestamp = headers['webhook-timestamp'] ?? ''
  if (!/^\d+$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > 300) throw new Error('Too old or too new')
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  const isSigned = (headers['webhook-signature'] ?? '').split(' ').some((signature) => {
    const given = Buffer.from(signature.slice(3), 'base64')
    return signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned) throw new Error('Not signed with this secret')
  return JSON.parse(body)
}
