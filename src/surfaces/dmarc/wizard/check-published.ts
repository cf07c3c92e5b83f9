import { isDmarc } from '../../../deliverability/dmarc/index.ts'
import { type ResolveRecords, isUnknown, readTags } from '../../../deliverability/findings/index.ts'
import type { CheckedDns } from './contract.ts'
import { differencesOf } from './generate.ts'

/** Compares the DMARC records at the name of a domain with a planned one, tag by tag. */
export async function checkPublished(
  { domain, planned }: { domain: string; planned: string },
  resolve: ResolveRecords,
): Promise<Omit<CheckedDns, 'plan'>> {
  const name = `_dmarc.${domain}`
  const reply = await resolve(name, 'TXT')
  const published = reply.records.filter(isDmarc).slice(0, 5)
  const [record] = published
  const found = { domain, name, planned, published }
  if (isUnknown(reply)) return { ...found, state: 'unmeasured', differences: [] }
  if (record === undefined) return { ...found, state: 'missing', differences: differencesOf(null, planned) }
  const differences = differencesOf(record, planned)
  if (published.length > 1) return { ...found, state: 'several', differences }
  if (differences.length === 0) return { ...found, state: 'published', differences }
  const kept = readTags(planned).tags.size - differences.filter(({ after }) => after !== null).length
  // The version alone is no sign of the plan.
  return { ...found, state: kept > 1 ? 'partly_published' : 'different', differences }
}
