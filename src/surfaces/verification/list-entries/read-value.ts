import { type Address, asciiDomain, readAddress } from '../../../deliverability/address/index.ts'

/** An email address or a domain in A-labels, or the message for a text that is neither. */
export type ReadValue =
  | { readonly kind: 'address'; readonly address: Address }
  | { readonly kind: 'domain'; readonly domain: string }
  | { readonly kind: 'refused'; readonly message: string }

/** Reads an entry of a list. A domain may be written as `@domain` or `*@domain` and end with a dot, as in other systems. */
export function readValue(text: string): ReadValue {
  const trimmed = text.trim()
  const bare = trimmed.replace(/^\*?@/, '')
  if (bare.includes('@')) {
    const read = readMailbox(trimmed)
    return 'message' in read ? { kind: 'refused', message: read.message } : { kind: 'address', address: read }
  }
  const domain = asciiDomain(bare.replace(/\.$/, ''))
  if (domain !== undefined && /\.[a-z][a-z0-9-]*$/.test(domain)) return { kind: 'domain', domain }
  return {
    kind: 'refused',
    message: 'neither an email address nor a domain: send one such as anna@example.com or example.com',
  }
}

/** An email address in a text as people copy it: with outer blanks, a display name, or `mailto:`. */
export function readMailbox(text: string): Address | { readonly message: string } {
  const read = readAddress(text.trim())
  if (read.valid) return read
  const corrected = read.corrected === undefined ? undefined : readAddress(read.corrected)
  return corrected?.valid === true ? corrected : { message: `not an email address: ${read.message}` }
}
