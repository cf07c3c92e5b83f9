import { domainToASCII } from 'node:url'

/** A message that was received completely. */
export interface InboundMessage {
  /** As sent, without the dots that SMTP adds. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly clientIp: string
  readonly helo: string
  /** Empty for the null sender of bounces (RFC 5321 4.5.5). */
  readonly mailFrom: string
  /** True if the session was encrypted. */
  readonly isEncrypted: boolean
}

/** The outcome of a message: `refused` is permanent and the reason is shown to the sender. */
export type Delivery = { readonly status: 'stored' } | { readonly status: 'refused'; readonly reason: string }

/** A recipient that exists. */
export interface Recipient {
  /**
   * Resolves with `stored` after the commit. The sender may repeat a message whose response was lost, so storing it again
   * must change nothing. Rejects if it cannot be stored now: the sender is asked to try again later.
   */
  deliver(message: InboundMessage): Promise<Delivery>
}

/** A kind of recipient, such as the reporting addresses of sending domains. */
export interface RecipientKind {
  /** For metrics and logs. */
  readonly name: string
  /** Start of the local part, in lower case; the rest is the token. */
  readonly prefix: string
  /** Undefined if nothing has this token. Rejects while the storage is unavailable. */
  find(token: string): Promise<Recipient | undefined>
}

export interface FoundRecipient {
  readonly kind: string
  readonly recipient: Recipient
}

/** Max characters of a local part (RFC 5321 4.5.3.1.1). */
const maxLocalPart = 64

/**
 * Finds the recipient of an email address. The local part is compared in lower case, because some senders change it.
 * Undefined for other domains and unknown tokens.
 */
export async function findRecipient(
  address: string,
  { domain, kinds }: { domain: string; kinds: readonly RecipientKind[] },
): Promise<FoundRecipient | undefined> {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at).toLowerCase()
  const host = domainToASCII(address.slice(at + 1).replace(/\.$/, ''))
  if (at < 1 || local.length > maxLocalPart || host !== domain) return undefined
  for (const kind of kinds) {
    if (!local.startsWith(kind.prefix)) continue
    const recipient = await kind.find(local.slice(kind.prefix.length))
    if (recipient !== undefined) return { kind: kind.name, recipient }
  }
  return undefined
}
