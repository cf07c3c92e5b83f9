import { type ResolveRecords, danglingAlias, isUnknown, readTags } from '../findings/index.ts'

/** The record that applies to a domain, and the domain that publishes it. */
export type FoundDmarc = { readonly asked: readonly string[] } & (
  | { readonly outcome: 'found'; readonly domain: string; readonly record: string; readonly others: number }
  /** Several records at one name: none of them counts. */
  | { readonly outcome: 'several'; readonly domain: string; readonly record: string; readonly others: number }
  /** `near`: a similar record that is not DMARC; `dangling`: the nonexistent target of a CNAME. */
  | { readonly outcome: 'none'; readonly near?: string; readonly dangling?: string }
  | { readonly outcome: 'unknown' }
)

/** Names with at least this many labels are not walked label by label: RFC 9989 4.10. */
const maxWalk = 8

/**
 * Finds the record by the tree walk (RFC 9989 4.10): that of the domain, otherwise that of its organizational domain: the
 * last parent with a record, or the name below a `psd=y`. `asked` are the queried names in order, at most eight.
 */
export async function findDmarc(domain: string, resolve: ResolveRecords): Promise<FoundDmarc> {
  const asked: string[] = []
  const ask = (name: string) => {
    asked.push(`_dmarc.${name}`)
    return lookUp(name, resolve)
  }
  const own = await ask(domain)
  if (own.outcome !== 'none') return { ...own, asked }
  const labels = domain.split('.')
  const first = labels.length > maxWalk ? labels.length - maxWalk + 1 : 1
  let best: Answer = own
  for (let from = first; from < labels.length; from++) {
    const found = await ask(labels.slice(from).join('.'))
    if (found.outcome === 'unknown') return { ...found, asked }
    // Multiple records do not count, and the walk continues.
    if (found.outcome !== 'found') continue
    const psd = readTags(found.record).tags.get('psd')?.toLowerCase()
    // The record of a public suffix applies to domains without a record below it.
    if (psd === 'y') return { ...(best.outcome === 'found' ? best : found), asked }
    best = found
    if (psd === 'n') break
  }
  return { ...best, asked }
}

type Answer = FoundDmarc extends infer Found ? (Found extends unknown ? Omit<Found, 'asked'> : never) : never

/** A TXT record is DMARC if it starts with the version, whose value is case-sensitive (RFC 9989 4.7). */
export function isDmarc(record: string): boolean {
  return /^\s*v\s*=\s*DMARC1\s*(?:;|$)/.test(record)
}

async function lookUp(domain: string, resolve: ResolveRecords): Promise<Answer> {
  const name = `_dmarc.${domain}`
  const reply = await resolve(name, 'TXT')
  if (isUnknown(reply)) return { outcome: 'unknown' }
  const found = reply.records.filter(isDmarc)
  const [record] = found
  if (record !== undefined)
    return { outcome: found.length > 1 ? 'several' : 'found', domain, record, others: found.length - 1 }
  const near = reply.records.find((text) => /dmarc/i.test(text))
  const dangling = danglingAlias(name, reply)
  return { outcome: 'none', ...(near === undefined ? {} : { near }), ...(dangling === undefined ? {} : { dangling }) }
}
