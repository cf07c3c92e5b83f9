import { type ResolveRecords, danglingAlias, isUnknown, readTags } from '../findings/index.ts'

/** The record that applies to a domain, and where it stands. */
export type FoundDmarc = { readonly asked: readonly string[] } & (
  | { readonly outcome: 'found'; readonly domain: string; readonly record: string; readonly others: number }
  /** Several records at the name itself: none of them counts. */
  | { readonly outcome: 'several'; readonly domain: string; readonly record: string; readonly others: number }
  /** `near`: what stands there and is no record; `dangling`: where an alias leads that leads nowhere. */
  | { readonly outcome: 'none'; readonly near?: string; readonly dangling?: string }
  | { readonly outcome: 'unknown' }
)

/** Names of so many labels and more are not walked label by label: RFC 9989 4.10. */
const maxWalk = 8

/**
 * Finds the record (RFC 9989 4.10): the domain’s own, else that of its organisational domain, which is found by asking
 * upwards: the last one with a record, or the one below a `psd=y`. `asked` are the names in their order, eight at most.
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
    // Of several records none counts, and the walk goes on.
    if (found.outcome !== 'found') continue
    const psd = readTags(found.record).tags.get('psd')?.toLowerCase()
    // A public suffix speaks for domains that have no record below it.
    if (psd === 'y') return { ...(best.outcome === 'found' ? best : found), asked }
    best = found
    if (psd === 'n') break
  }
  return { ...best, asked }
}

type Answer = FoundDmarc extends infer Found ? (Found extends unknown ? Omit<Found, 'asked'> : never) : never

/** True if a TXT record is DMARC: the version comes first, and its value is case-sensitive (RFC 9989 4.7). */
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
