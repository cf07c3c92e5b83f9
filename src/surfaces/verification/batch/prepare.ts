import { readAddress } from '../../../engines/address/index.ts'
import { presentInvalid } from '../verifier/index.ts'
import type * as rows from './store.ts'

/** One address of a batch, with what stood beside it in the file. */
export interface Entry {
  readonly email: string
  readonly extra?: readonly string[]
}

/** The rows of a batch that is not there yet. */
export interface Prepared {
  readonly rows: readonly Omit<rows.AddressRow, 'batchId'>[]
  readonly uniqueCount: number
  readonly invalidCount: number
  /** Mailboxes by domain, for the estimate. */
  readonly byDomain: ReadonlyMap<string, number>
  /** Names of the columns that stood beside the addresses. */
  readonly columns: readonly string[] | undefined
}

/** Entries that are read before others have their turn. */
const atOnce = 500

/** Reads addresses: what is none has its verdict at once, those of one mailbox share that of the first. */
export async function prepareBatch(entries: readonly Entry[], columns?: readonly string[]): Promise<Prepared> {
  const now = Date.now()
  const firsts = new Map<string, { position: number; row: { copies: number } }>()
  const byDomain = new Map<string, number>()
  const prepared: Omit<rows.AddressRow, 'batchId'>[] = []
  let invalidCount = 0
  for (const [position, { email, extra = null }] of entries.entries()) {
    if (position % atOnce === atOnce - 1) await new Promise((resolve) => setTimeout(resolve, 0))
    const blank = { position, email, extra: extra === null ? null : [...extra], sameAs: null, copies: 1, tries: 0 }
    const address = readAddress(email)
    if (!address.valid) {
      invalidCount += 1
      prepared.push({ ...blank, dueAt: null, reachable: 'invalid', result: presentInvalid(email, address) })
      continue
    }
    const first = firsts.get(address.normalized)
    const row = {
      ...blank,
      sameAs: first?.position ?? null,
      dueAt: first === undefined ? now : null,
      reachable: null,
      result: null,
    }
    prepared.push(row)
    if (first !== undefined) {
      first.row.copies += 1
      continue
    }
    firsts.set(address.normalized, { position, row })
    byDomain.set(address.domain, (byDomain.get(address.domain) ?? 0) + 1)
  }
  return { rows: prepared, uniqueCount: firsts.size, invalidCount, byDomain, columns }
}
