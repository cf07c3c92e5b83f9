import { registrableDomain } from '../../address/index.ts'
import { readDomain } from './read-header.ts'

/** Few, because each may keep the piece of text in memory that it was cut out of. */
const maxCached = 500

/** Domains of the records of one report, of which most repeat. */
export interface Domains {
  /** As `readDomain`. */
  read(text: string): string
  /**
   * Compares domains as DMARC does: equal, or in relaxed mode with the same organizational domain. The tree walk of RFC 9989
   * needs DNS as of the day of the report, so organizational domains are those of the public suffix list.
   */
  isAligned(domain: string, headerFrom: string, mode: 'r' | 's'): boolean
}

export function createDomains(): Domains {
  const read = cached(readDomain)
  const organizationOf = cached(registrableDomain)
  return {
    read,
    isAligned: (domain, headerFrom, mode) => {
      if (domain === '') return false
      if (domain === headerFrom) return true
      return mode === 'r' && organizationOf(domain) === organizationOf(headerFrom)
    },
  }
}

function cached(compute: (text: string) => string): (text: string) => string {
  const cache = new Map<string, string>()
  return (text) => {
    const known = cache.get(text)
    if (known !== undefined) return known
    if (cache.size >= maxCached) cache.clear()
    const value = compute(text)
    cache.set(text, value)
    return value
  }
}
