import type { BlockTarget } from './target.ts'

/** Label of a mailbox in a list: SHA-1 in hexadecimal digits, or SHA-256 in Base32 without padding (RFC 4648 6). */
export type ListHash = 'sha1' | 'sha256'

export type Digest = (name: 'SHA-1' | 'SHA-256', bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>

/** Mailboxes for the health check of custom lists: the first must be listed, the second must not. */
export const testMailboxes = { listed: 'test@example.com', clean: 'invalid@example.com' } as const

/**
 * The form of a mailbox in lists, from its normalized spelling: without the suffix, which lists drop at every provider.
 * Displayed as “the address”, because findings are stored and must not contain it.
 */
export function mailboxTarget(normalized: string): BlockTarget {
  const at = normalized.lastIndexOf('@')
  const local = normalized.slice(0, at)
  const tag = local.indexOf('+', 1)
  const name = local.startsWith('"') || tag < 0 ? local : local.slice(0, tag)
  return { kind: 'email', text: 'the address', query: `${name}${normalized.slice(at)}` }
}

/** The label of a mailbox in a query. */
export async function hashMailbox(mailbox: string, hash: ListHash, digest: Digest): Promise<string> {
  const bytes = new TextEncoder().encode(mailbox)
  if (hash === 'sha256') return base32(await digest('SHA-256', bytes))
  return [...(await digest('SHA-1', bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[parseInt(group.padEnd(5, '0'), 2)]).join('')
}
