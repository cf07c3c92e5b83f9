import { macOf } from '../../../platform/identity/index.ts'

/** What is signed: `id.timestamp.body`, as Standard Webhooks 1.0 has it. */
export interface SignedContent {
  /** Id of the event; the same on every attempt. */
  id: string
  /** Unix seconds of this attempt. */
  timestamp: number
  /** The bytes that are sent, as text. */
  body: string
}

const secretPrefix = 'whsec_'

/** The key in a secret `whsec_` + base64. Throws when it is not one. */
export function keyOf(secret: string): Uint8Array {
  if (!secret.startsWith(secretPrefix)) throw new Error('A webhook secret begins with whsec_')
  return Uint8Array.from(atob(secret.slice(secretPrefix.length)), (character) => character.charCodeAt(0))
}

/**
 * The value of `webhook-signature`: one `v1,` + base64 HMAC-SHA256 for each key, in their order, separated by spaces.
 * A receiver accepts the message when one of them matches, which is what makes rotation possible.
 */
export function signatureOf(keys: readonly Uint8Array[], { id, timestamp, body }: SignedContent): string {
  const content = `${id}.${timestamp}.${body}`
  return keys.map((key) => `v1,${macOf(key, content)}`).join(' ')
}
