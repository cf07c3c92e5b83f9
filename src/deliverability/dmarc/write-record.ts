import { readTags } from '../findings/index.ts'
import type { DmarcPolicy } from './evaluate-tags.ts'

/** The tags of RFC 9989 4.7 that a record may have. Undefined: the default. */
export interface DmarcTags {
  readonly policy: DmarcPolicy
  readonly subdomainPolicy?: DmarcPolicy | undefined
  readonly nonexistentPolicy?: DmarcPolicy | undefined
  readonly isTesting?: boolean | undefined
  readonly dkimAlignment?: 'relaxed' | 'strict' | undefined
  readonly spfAlignment?: 'relaxed' | 'strict' | undefined
  /** URIs, such as `mailto:dmarc@example.com`. */
  readonly aggregateUris?: readonly string[] | undefined
  readonly failureUris?: readonly string[] | undefined
  readonly failureOptions?: readonly string[] | undefined
}

/** Writes a record with `p` right after `v`, as receivers of RFC 7489 require, and without tags that have their default. */
export function writeRecord(tags: DmarcTags): string {
  const { aggregateUris = [], failureUris = [], failureOptions = [], policy, subdomainPolicy } = tags
  const belowIt = subdomainPolicy ?? policy
  const options = failureOptions.filter((each) => each !== '0')
  const pairs: [string, string | undefined][] = [
    ['v', 'DMARC1'],
    ['p', policy],
    ['sp', subdomainPolicy === policy ? undefined : subdomainPolicy],
    ['np', tags.nonexistentPolicy === belowIt ? undefined : tags.nonexistentPolicy],
    ['t', tags.isTesting === true ? 'y' : undefined],
    ['adkim', tags.dkimAlignment === 'strict' ? 's' : undefined],
    ['aspf', tags.spfAlignment === 'strict' ? 's' : undefined],
    ['rua', listed(aggregateUris)],
    ['ruf', listed(failureUris)],
    ['fo', failureUris.length === 0 || options.length === 0 ? undefined : options.join(':')],
  ]
  return pairs.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join('; ')
}

/** The record with a report URI at the end of `rua`; the record itself if it already has the URI. */
export function addReportUri(record: string, uri: string): string {
  const { tags } = readTags(record)
  const uris = (tags.get('rua') ?? '').split(',').map((each) => each.trim())
  if (uris.includes(uri)) return record
  const rua = [...uris.filter((each) => each !== ''), uri].join(',')
  const pairs = [...tags].map(([name, value]) => `${name}=${name === 'rua' ? rua : value}`)
  return [...pairs, ...(tags.has('rua') ? [] : [`rua=${rua}`])].join('; ')
}

/** A URI for a tag: commas and exclamation marks separate URIs and sizes there (RFC 9989 4.7). */
export function reportUri(address: string): string {
  const uri = /^(?:mailto|https):/i.test(address) ? address : `mailto:${address}`
  return uri.replaceAll(',', '%2C').replaceAll('!', '%21')
}

/** Character strings of a TXT record (RFC 1035 3.3.14: at most 255 bytes each), as a zone file has them. */
export function zoneStrings(value: string): string {
  const parts = value.match(/[^]{1,255}/g) ?? ['']
  return parts.map((part) => `"${part.replaceAll(/["\\]/g, (each) => `\\${each}`)}"`).join(' ')
}

function listed(uris: readonly string[]): string | undefined {
  return uris.length === 0 ? undefined : uris.map(reportUri).join(',')
}
