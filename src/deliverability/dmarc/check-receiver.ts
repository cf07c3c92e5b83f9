import { type ResolveRecords, isAbsent, readTags } from '../findings/index.ts'
import { isDmarc } from './find-dmarc.ts'

/** The consent of a host to receive reports about a domain of another organization. */
export interface ReceiverConsent {
  /** The name of the record: `<domain>._report._dmarc.<host>`. */
  readonly name: string
  readonly state: 'published' | 'missing' | 'unmeasured'
  readonly record?: string
  /** Addresses that replace the requested ones, if the record has `rua`. */
  readonly replacedBy?: string
}

/**
 * RFC 9990 4: a TXT record that starts with `v=DMARC1`, whose `rua` replaces the address at the same host. A wildcard record
 * `*._report._dmarc.<host>` is a consent for all domains; the name server expands it.
 */
export async function checkReceiver(domain: string, host: string, resolve: ResolveRecords): Promise<ReceiverConsent> {
  const name = `${domain}._report._dmarc.${host}`
  const reply = await resolve(name, 'TXT')
  const record = reply.records.find(isDmarc)
  if (record === undefined)
    return { name, state: isAbsent(reply) || reply.outcome === 'found' ? 'missing' : 'unmeasured' }
  const replacedBy = readTags(record).tags.get('rua')
  return { name, state: 'published', record, ...(replacedBy === undefined ? {} : { replacedBy }) }
}
