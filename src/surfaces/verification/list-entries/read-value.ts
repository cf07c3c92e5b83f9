import { type Address, asciiDomain, readAddress } from '../../../deliverability/address/index.ts'

/** An email address or a domain in A-labels, or the message for a text that is neither. */
export type ReadValue =
  | { readonly kind: 'address'; readonly address: Address }
  | { readonly kind: 'domain'; readonly domain: string }
  | { readonly kind: 'refused'; readonly message: string }

/** Reads an entry of a list. A domain may have an at sign in front and a final dot, as in lists of other systems. */
export function readValue(text: string): ReadValue {
  const trimmed = text.trim()
  if (trimmed.lastIndexOf('@') > 0) {
    const read = readMailbox(trimmed)
    return 'message' in read ? { kind: 'refused', message: read.message } : { kind: 'address', address: read }
  }
  const domain = asciiDomain(trimmed.replace(/^@/, '').replace(/\.$/, ''))
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
