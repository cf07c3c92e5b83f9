import type { Db } from '../../../platform/storage/index.ts'
import { type EntryRow, selectByKeys } from './store.ts'

/** The entry that decides the verdict on an email address. */
export type Listed = Pick<EntryRow, 'id' | 'kind' | 'list' | 'domain'>

/** The entry of each mailbox, in one query. A mailbox precedes its domain, and a subdomain the domains above it. */
export async function findListed(
  db: Db,
  projectId: string,
  mailboxes: readonly { readonly hashes: readonly string[]; readonly domain: string }[],
): Promise<(Listed | undefined)[]> {
  const keys = mailboxes.map(({ domain, hashes }) => [...hashes, ...enclosing(domain)])
  const found = await selectByKeys(db, projectId, [...new Set(keys.flat())], db.nowMs())
  const byKey = new Map(found.map((row) => [row.valueKey, row]))
  return keys.map((own) => own.map((key) => byKey.get(key)).find((row) => row !== undefined))
}

// Unlike the built-in lists, those of a project may name a public suffix, such as co.uk.
function enclosing(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
