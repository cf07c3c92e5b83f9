import { macOf } from '../../../platform/identity/index.ts'

/** The signed content `id.timestamp.body` of Standard Webhooks 1.0. */
export interface SignedContent {
  /** Id of the event; the same on every attempt. */
  id: string
  /** Unix seconds of this attempt. */
  timestamp: number
  /** The request body, byte for byte. */
  body: string
}

const secretPrefix = 'whsec_'

/** Decodes a secret `whsec_` + base64. Throws if it is malformed. */
export function keyOf(secret: string): Uint8Array {
  if (!secret.startsWith(secretPrefix)) throw new Error('A webhook secret begins with whsec_')
  return Uint8Array.from(atob(secret.slice(secretPrefix.length)), (character) => character.charCodeAt(0))
}

/**
 * The value of `webhook-signature`: one `v1,` + base64 HMAC-SHA256 for each key, in their order, separated by spaces. A
 * receiver accepts the message if one of them matches, which makes rotation possible.
 */
export function signatureOf(keys: readonly Uint8Array[], { id, timestamp, body }: SignedContent): string {
  const content = `${id}.${timestamp}.${body}`
  return keys.map((key) => `v1,${macOf(key, content)}`).join(' ')
}
