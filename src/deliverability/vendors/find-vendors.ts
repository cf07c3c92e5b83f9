import { senderOfInclude } from '../senders/index.ts'
import table from './vendors.json' with { type: 'json' }

/** A service that a domain uses, and the record that reveals it. */
export interface Vendor {
  readonly name: string
  readonly category: string
  readonly source: 'spf' | 'txt' | 'dkim' | 'dmarc' | 'ns'
}

export interface DomainRecords {
  /** TXT records of the domain itself. */
  readonly texts: readonly string[]
  /** Domains in include and redirect of its SPF record. */
  readonly included: readonly string[]
  /** Selectors with a DKIM key. */
  readonly selectors: readonly string[]
  /** The DMARC record. */
  readonly dmarc?: string
  readonly nameServers: readonly string[]
}

/** Rows of key, name and category. Senders in SPF records have a table of their own. */
const rows = table as Readonly<Record<Exclude<Vendor['source'], 'spf'>, readonly (readonly string[])[]>>

/** Selectors that only one vendor uses. */
export const distinctiveSelectors: readonly string[] = rows.dkim.map(([selector = '']) => selector)

/** Each vendor once per source. */
export function findVendors({ dmarc = '', included, nameServers, selectors, texts }: DomainRecords): Vendor[] {
  const tokens = texts.map((text) => text.trim().toLowerCase())
  const found = [
    ...included.flatMap((target) => {
      const sender = senderOfInclude(target)
      return sender === undefined ? [] : [{ name: sender.name, category: sender.kind, source: 'spf' as const }]
    }),
    ...matching('txt', (key) => tokens.some((token) => token.startsWith(key))),
    ...matching('dkim', (key) => selectors.includes(key)),
    ...matching('dmarc', (key) => reportReceivers(dmarc).some((host) => isBelow(host, key))),
    ...matching('ns', (key) => nameServers.some((host) => isOf(host.toLowerCase().replace(/\.$/, ''), key))),
  ]
  return [...new Map(found.map((each) => [`${each.source} ${each.name}`, each])).values()]
}

/** Domains that receive DMARC reports by mail (RFC 9989 4.7). */
export function reportReceivers(dmarc: string): string[] {
  return [...dmarc.matchAll(/mailto:[^@,;\s]{1,64}@([a-z0-9.-]{1,253})/gi)].map(([, host = '']) => host.toLowerCase())
}

function matching(source: keyof typeof rows, holds: (key: string) => boolean): Vendor[] {
  return rows[source]
    .filter(([key = '']) => holds(key))
    .map(([, name = '', category = '']) => ({ name, category, source }))
}

function isBelow(host: string, key: string): boolean {
  return host === key || host.endsWith(`.${key}`)
}

// Numbered name servers are matched by a part of the name: such a key ends in a character that no name ends in.
function isOf(host: string, key: string): boolean {
  return /[.-]$/.test(key) ? host.includes(key) : isBelow(host, key)
}
