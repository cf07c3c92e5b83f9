import { type ResolveRecords, isUnknown, readTags } from '../findings/index.ts'

/** The record that applies to a domain, and where it stands. */
export type FoundDmarc =
  | { readonly outcome: 'found'; readonly domain: string; readonly record: string; readonly others: number }
  /** Several records at one name: none of them counts, and nobody looks further. */
  | { readonly outcome: 'several'; readonly domain: string; readonly record: string; readonly others: number }
  | { readonly outcome: 'none' }
  | { readonly outcome: 'unknown' }

/** Names longer than this are not walked label by label: RFC 9989 4.10. */
const longestWalk = 8

/**
 * Finds the record (RFC 9989 4.10): the domain’s own, else that of its organisational domain, which is found by asking
 * upwards: the last one with a record, or the one below a `psd=y`.
 */
export async function findDmarc(domain: string, resolve: ResolveRecords): Promise<FoundDmarc> {
  const own = await ask(domain, resolve)
  if (own.outcome !== 'none') return own
  const labels = domain.split('.')
  const first = labels.length > longestWalk ? labels.length - longestWalk + 1 : 1
  let best: FoundDmarc = { outcome: 'none' }
  for (let from = first; from < labels.length; from++) {
    const found = await ask(labels.slice(from).join('.'), resolve)
    if (found.outcome === 'unknown') return found
    if (found.outcome !== 'found') continue
    const psd = readTags(found.record).tags.get('psd')?.toLowerCase()
    // A public suffix speaks for domains that have no record below it.
    if (psd === 'y') return best.outcome === 'found' ? best : found
    best = found
    if (psd === 'n') return best
  }
  return best
}

async function ask(domain: string, resolve: ResolveRecords): Promise<FoundDmarc> {
  const reply = await resolve(`_dmarc.${domain}`, 'TXT')
  if (isUnknown(reply)) return { outcome: 'unknown' }
  // RFC 9989 4.7: the version comes first, and its value is case-sensitive.
  const found = reply.records.filter((text) => /^\s*v\s*=\s*DMARC1\s*(?:;|$)/.test(text))
  const [record] = found
  if (record === undefined) return { outcome: 'none' }
  return { outcome: found.length > 1 ? 'several' : 'found', domain, record, others: found.length - 1 }
}
