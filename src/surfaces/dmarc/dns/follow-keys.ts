import { isKey } from '../../../deliverability/dkim/index.ts'
import { type ResolveRecords, isUnknown } from '../../../deliverability/findings/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Db } from '../../../platform/storage/index.ts'
import type { DomainRow } from '../domains/index.ts'
import type { SeenRecord } from './history.ts'
import { selectLatest, selectReportedKeys } from './store.ts'

const atOnce = 10

/**
 * Queries the DKIM keys of a domain: those in its history, then those that its reports name, with signatures that pass or
 * fail. Reports can name any selector, so their number is limited. Names whose query failed are left out.
 */
export async function followKeys(
  db: Db,
  { domain, no }: Pick<DomainRow, 'domain' | 'no'>,
  resolve: ResolveRecords,
): Promise<SeenRecord[]> {
  const max = limits.dmarcFollowedKeys
  const latest = [...(await selectLatest(db, no)).values()].filter(({ kind }) => kind === 'dkim')
  // Removed keys give way to new ones.
  const published = latest.filter(({ record }) => record !== null).map(({ name }) => name)
  const removed = latest.filter(({ record }) => record === null).map(({ name }) => name)
  const reported = (await selectReportedKeys(db, { domain, no, limit: max })).map(
    ({ selector, signer }) => `${selector}._domainkey.${signer}`,
  )
  const names = [...new Set([...published, ...reported, ...removed])].filter(
    (name) => name !== null && isQueryable(name),
  ) as string[]
  const seen: SeenRecord[] = []
  for (let from = 0; from < Math.min(max, names.length); from += atOnce)
    await Promise.all(
      names.slice(from, Math.min(max, from + atOnce)).map(async (name) => {
        const reply = await resolve(name, 'TXT')
        if (isUnknown(reply)) return
        // The order of several records is random.
        const [record = null] = reply.records.filter(isKey).toSorted()
        const owner = reply.owner?.replace(/\.$/, '').toLowerCase()
        seen.push({ kind: 'dkim', name, record, foundAt: record === null || owner === name ? null : (owner ?? null) })
      }),
    )
  return seen.toSorted((one, other) => names.indexOf(one.name ?? '') - names.indexOf(other.name ?? ''))
}

/** Labels may have underscores, which those of a host name have not. */
function isQueryable(name: string): boolean {
  return name.length <= 253 && name.split('.').every((label) => /^[a-z0-9_-]{1,63}$/.test(label))
}
