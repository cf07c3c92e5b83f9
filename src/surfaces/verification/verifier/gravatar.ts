import type { Address } from '../../../deliverability/address/index.ts'
import type { Send } from '../../../platform/net/index.ts'

const requestTimeoutMs = 3000

/**
 * Checks for an avatar; undefined if the server does not respond. The request discloses a hash of the address, from which a
 * server that knows the address can recognize it: so a server must be configured.
 */
export async function hasGravatar(send: Send, server: string, { normalized }: Address): Promise<boolean | undefined> {
  try {
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(normalized))
    const hash = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    const url = `${server.replace(/\/$/, '')}/${hash}?d=404&s=1`
    const answer = await send({
      method: 'GET',
      url,
      timeoutMs: requestTimeoutMs,
      maxBodyBytes: 64 * 1024,
      onTooLarge: 'cut',
    })
    if (answer.status === 404) return false
    return answer.status === 200 ? true : undefined
  } catch {
    return undefined
  }
}
