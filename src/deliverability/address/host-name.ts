import type * as PublicSuffixes from 'tldts'

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const hostName = new RegExp(`^${label}(?:\\.${label})*$`)

/**
 * The A-labels of a domain in lower case (RFC 5890, by the mapping of UTS 46); undefined for one that is no host name.
 * A-labels that come as such are not looked into: whether they exist, DNS says.
 */
export function asciiDomain(domain: string): string | undefined {
  const ascii = /^[\0-\x7f]*$/.test(domain) ? domain.toLowerCase() : mapped(domain)
  return ascii !== undefined && ascii.length <= 253 && hostName.test(ascii) ? ascii : undefined
}

/** The part of a host name that someone registered, by the public suffix list; the name itself where that is a suffix. */
export function registrableDomain(domain: string): string {
  return publicSuffixes().getDomain(domain, { extractHostname: false, validateHostname: false }) ?? domain
}

/** True if a label is a top-level domain of the public suffix list. */
export function isTopLevel(label: string): boolean {
  return (
    publicSuffixes().parse(`example.${label}`, { extractHostname: false, validateHostname: false }).isIcann === true
  )
}

/** The host name and each one above it down to the one that was registered, longest first. */
export function parentDomains(domain: string): string[] {
  const labels = domain.split('.')
  const min = registrableDomain(domain).split('.').length
  return Array.from({ length: Math.max(1, labels.length - min + 1) }, (_, from) => labels.slice(from).join('.'))
}

// Read on use: the list hashes its names when it is read, which takes a fifth of what is read for a start together.
function publicSuffixes(): typeof PublicSuffixes {
  return require('tldts') as typeof PublicSuffixes
}

// The URL parser does what UTS 46 says, and refuses what maps to a character that hosts may not have.
function mapped(domain: string): string | undefined {
  return URL.parse(`http://${domain}/`)?.hostname
}
