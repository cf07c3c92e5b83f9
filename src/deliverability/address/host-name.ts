import type * as PublicSuffixes from 'tldts'

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const hostName = new RegExp(`^${label}(?:\\.${label})*$`)

/**
 * The A-labels of a domain in lowercase (RFC 5890, mapped by UTS 46); undefined if it is not a host name. Existing A-labels
 * are not validated: DNS shows if they exist.
 */
export function asciiDomain(domain: string): string | undefined {
  const ascii = /^[\0-\x7f]*$/.test(domain) ? domain.toLowerCase() : mapped(domain)
  return ascii !== undefined && ascii.length <= 253 && hostName.test(ascii) ? ascii : undefined
}

/** The registrable domain of a host name by the public suffix list; the name itself if it is a suffix. */
export function registrableDomain(domain: string): string {
  const known = registrable.get(domain)
  if (known !== undefined) return known
  const found = publicSuffixes().getDomain(domain, { extractHostname: false, validateHostname: false }) ?? domain
  if (registrable.size >= maxRegistrable) registrable.clear()
  registrable.set(domain, found)
  return found
}

/** Names repeat in the mail of a domain, and a lookup in the list takes microseconds. */
const registrable = new Map<string, string>()
const maxRegistrable = 5000

/** True if a label is a top-level domain of the public suffix list. */
export function isTopLevel(label: string): boolean {
  return (
    publicSuffixes().parse(`example.${label}`, { extractHostname: false, validateHostname: false }).isIcann === true
  )
}

/** The host name and its parents down to the registrable domain, longest first. */
export function parentDomains(domain: string): string[] {
  const labels = domain.split('.')
  const min = registrableDomain(domain).split('.').length
  return Array.from({ length: Math.max(1, labels.length - min + 1) }, (_, from) => labels.slice(from).join('.'))
}

// Loaded lazily: the list hashes its names on load, which takes a fifth of the startup time.
function publicSuffixes(): typeof PublicSuffixes {
  return require('tldts') as typeof PublicSuffixes
}

// The URL parser implements UTS 46, and rejects mappings to forbidden host code points. Other ASCII characters would end the
// host, as in a port, or be removed.
function mapped(domain: string): string | undefined {
  return /[\0-,/:-@[-`{-\x7f]/.test(domain) ? undefined : URL.parse(`http://${domain}/`)?.hostname
}
