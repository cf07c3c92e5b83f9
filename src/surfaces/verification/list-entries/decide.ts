import type { Address } from '../../../deliverability/address/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import type { AddressHash } from '../cache/index.ts'
import { type Findings, type Verifier, describeLocally } from '../verifier/index.ts'
import { type EntryRow, selectByKeys } from './store.ts'

/** The entry that decides the verdict on an email address. */
export type Listed = Pick<EntryRow, 'id' | 'kind' | 'list' | 'domain'>

interface Lookup {
  readonly projectId: string
  readonly hashOf: AddressHash
}

export async function decide(db: Db, lookup: Lookup, address: Address): Promise<Listed | undefined> {
  return (await decideMany(db, lookup, [address]))[0]
}

/** The entry of each address, in one query. The mailbox precedes its domain, and a subdomain the domains above it. */
export async function decideMany(
  db: Db,
  { hashOf, projectId }: Lookup,
  addresses: readonly Address[],
): Promise<(Listed | undefined)[]> {
  const keys = addresses.map((address) => [...hashOf.all(projectId, address), ...enclosing(address.domain)])
  const found = await selectByKeys(db, projectId, [...new Set(keys.flat())], db.nowMs())
  const byKey = new Map(found.map((row) => [row.valueKey, row]))
  return keys.map((own) => own.map((key) => byKey.get(key)).find((row) => row !== undefined))
}

// Unlike the built-in lists, those of a project may name a public suffix, such as co.uk.
function enclosing(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** Findings that lead to the verdict of the entry. Nothing is queried. */
export async function listFindings(
  verifier: Pick<Verifier, 'lists'>,
  address: Address,
  { domain, id, kind, list }: Listed,
): Promise<Findings> {
  const subject = kind === 'address' ? 'The email address' : `The domain ${domain}`
  return {
    ...(await describeLocally(verifier, address)),
    decidedBy: list,
    steps: [
      { check: 'syntax', status: 'pass', detail: 'The syntax is valid.' },
      {
        check: 'project_list',
        status: list === 'block' ? 'fail' : 'pass',
        detail: `${subject} is on the ${list} list of the project (${id}). Nothing was queried.`,
      },
    ],
  }
}
