import { readAddress, registrableDomain } from '../../../deliverability/address/index.ts'
import {
  type DmarcCheck,
  checkDmarc,
  checkReceiver,
  compareDmarc,
  explainTags,
  isDmarc,
  evaluateTags,
  writeRecord,
  zoneStrings,
} from '../../../deliverability/dmarc/index.ts'
import { type RecordToPublish, type ResolveRecords, readTags } from '../../../deliverability/findings/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import type { GenerateRecord, GeneratedRecord } from './contract.ts'

export interface Draft {
  readonly domain: string
  readonly value: string
  readonly before: DmarcCheck
}

/** Writes the record that a request describes, and reads the one that applies now. VALIDATION_FAILED for bad addresses. */
export async function draftRecord(
  domain: string,
  body: GenerateRecord,
  { address, resolve }: { address: string | null; resolve: ResolveRecords },
): Promise<Draft> {
  const { aggregate_reports: aggregates = address === null ? [] : [address], failure_reports: failures = [] } = body
  for (const [member, list] of [
    ['aggregate_reports', aggregates],
    ['failure_reports', failures],
  ] as const)
    for (const [index, each] of list.entries()) checkReportAddress(each, `/${member}/${index}`)
  if (body.failure_options !== undefined && failures.length === 0)
    refuse('/failure_options', 'has no effect without failure_reports')
  const value = writeRecord({
    policy: body.policy,
    subdomainPolicy: body.subdomain_policy,
    nonexistentPolicy: body.nonexistent_policy,
    isTesting: body.testing,
    dkimAlignment: body.dkim_alignment,
    spfAlignment: body.spf_alignment,
    aggregateUris: aggregates,
    failureUris: failures,
    failureOptions: body.failure_options,
  })
  return { domain, value, before: await checkDmarc(domain, { resolve, registrable: registrableDomain }) }
}

/** Everything about a draft but its plan. */
export async function describeDraft(
  { before, domain, value }: Draft,
  resolve: ResolveRecords,
): Promise<Omit<GeneratedRecord, 'plan'>> {
  const name = `_dmarc.${domain}`
  const present = usableRecord(before)
  const read = readTags(value)
  // A record of a parent applies to subdomains by its sp, so it is no earlier version of this one.
  const own = before.found_at === domain ? present : null
  return {
    record: { name, type: 'TXT', value },
    zone_line: `${name}. IN TXT ${zoneStrings(value)}`,
    tags: explainTags(value),
    before:
      present === null
        ? null
        : {
            record: present,
            found_at: before.found_at ?? domain,
            policy: before.policy ?? null,
            tags: explainTags(present),
          },
    differences: differencesOf(present, value),
    weakened: compareDmarc(own, value).some(({ isWeakening }) => isWeakening),
    authorization_records: await missingConsents(domain, value, resolve),
    findings: evaluateTags({ ...read, domain, record: value }, { hasReports: read.tags.has('rua') }),
  }
}

function usableRecord({ record }: DmarcCheck): string | null {
  return record !== undefined && isDmarc(record) ? record : null
}

/** Tags of two records that differ; `v` never does. */
export function differencesOf(before: string | null, after: string): GeneratedRecord['differences'] {
  const [old, now] = [readTags(before ?? '').tags, readTags(after).tags]
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((tag) => {
    const [was, is] = [old.get(tag), now.get(tag)]
    if (tag === 'v' || normal(tag, was) === normal(tag, is)) return []
    return [{ tag: tag.slice(0, 60), before: was?.slice(0, 1000) ?? null, after: is?.slice(0, 1000) ?? null }]
  })
}

// Values are not case-sensitive except for URIs; lists may have spaces.
function normal(tag: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const compact = value.replaceAll(/\s+/g, '')
  return tag === 'rua' || tag === 'ruf' ? compact : compact.toLowerCase()
}

async function missingConsents(domain: string, value: string, resolve: ResolveRecords): Promise<RecordToPublish[]> {
  const { tags } = readTags(value)
  const uris = `${tags.get('rua') ?? ''},${tags.get('ruf') ?? ''}`.split(',')
  const hosts = uris.flatMap((uri) => /^mailto:[^@]+@(.+)$/i.exec(uri)?.[1]?.toLowerCase() ?? [])
  const foreign = [...new Set(hosts)].filter((host) => registrableDomain(host) !== registrableDomain(domain))
  const consents = await Promise.all(foreign.map((host) => checkReceiver(domain, host, resolve)))
  return consents
    .filter(({ state }) => state !== 'published')
    .map(({ name }) => ({ name, type: 'TXT', value: 'v=DMARC1' }))
}

export function checkReportAddress(text: string, path: string): void {
  if (/^https:\/\//i.test(text)) {
    if (URL.canParse(text) && !/[\s;]/.test(text)) return
    refuse(path, 'not a URL: send an https URL without spaces and semicolons')
  }
  if (readAddress(text.replace(/^mailto:/i, '')).valid && !/[\s;]/.test(text)) return
  refuse(path, 'not an email address: send an address such as dmarc@example.com')
}

function refuse(path: string, message: string): never {
  fail('VALIDATION_FAILED', { issues: [{ path, message }] })
}
