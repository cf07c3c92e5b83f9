import type { Address } from '../../../engines/address/index.ts'
import { judge } from '../../../engines/verdict/index.ts'
import type { Db, Store } from '../../../platform/storage/index.ts'
import { remember } from '../memory/index.ts'
import { type Findings, evidenceOf, presentResult } from '../verifier/index.ts'
import * as rows from './store.ts'

/** What was found out about one row. */
export interface Found {
  readonly address: Address
  readonly hash: string
  readonly findings: Findings
  readonly isCached: boolean
  /** When it may be asked again, epoch milliseconds, because the server wants it so. */
  readonly retryAtMs: number | undefined
}

/** Writes results, many in one transaction. */
export interface Recorder {
  add(row: rows.AddressRow, found: Found): Promise<void>
  /** Resolves when all that was added is durable. */
  flush(): Promise<void>
}

/** Rows of one transaction, and how long the first of them waits for the others, milliseconds. */
const together = 100
const soonMs = 100

/** A recorder for one batch; says how many rows have their verdicts, as far as this run knows. */
export function createRecorder(store: Store, batch: rows.BatchRow, tell: (processed: number) => void): Recorder {
  let waiting: { row: rows.AddressRow; found: Found }[] = []
  let writing = Promise.resolve()
  let processed = batch.processed

  function write(): Promise<void> {
    const some = waiting
    waiting = []
    writing = writing.then(async () => {
      if (some.length === 0) return
      processed += await store.tx((db) => record(db, batch, some))
      tell(processed)
    })
    return writing
  }

  // A failure stays with the chain of writes, and is heard by the next one and by flush.
  function writeSoon(): void {
    const soon = new Promise<void>((resolve) => setTimeout(resolve, soonMs))
    soon.then(write).catch(() => undefined)
  }

  return {
    async add(row, found) {
      waiting.push({ row, found })
      if (waiting.length >= together) await write()
      else if (waiting.length === 1) writeSoon()
    },
    flush: write,
  }
}

async function record(
  db: Db,
  batch: rows.BatchRow,
  some: readonly { row: rows.AddressRow; found: Found }[],
): Promise<number> {
  // Whoever else works on it waits here; what is over, because it was cancelled, stays as it was settled.
  const current = await rows.lockBatch(db, batch.id)
  if (current === undefined || current.completedAt !== null) return 0
  const counts = { safe: 0, risky: 0, invalid: 0, unknown: 0, creditsUsed: 0 }
  for (const { found, row } of some) {
    const { address, findings, hash, isCached, retryAtMs } = found
    if (retryAtMs !== undefined) {
      await rows.putOffRow(db, row, { dueAt: retryAtMs, tries: row.tries + 1 })
      continue
    }
    const { isCharged, reachable } = judge(evidenceOf(findings))
    const creditsUsed = isCharged && !isCached ? 1 : 0
    const result = presentResult(address, findings, { isCached, creditsUsed, showsIntelligence: false })
    if (!(await rows.finishRow(db, row, { reachable, result }))) continue
    // RFC 5321 2.4: that one spelling is refused proves nothing about another.
    const isRefused = reachable === 'invalid' && findings.smtp !== undefined
    const freed = isRefused && row.copies > 1 ? await rows.freeOthers(db, row) : 0
    counts[reachable] += row.copies - freed
    counts.creditsUsed += creditsUsed
    if (!isCached) await remember(db, { projectId: batch.projectId, hash, findings })
  }
  await rows.countResults(db, batch.id, counts)
  return counts.safe + counts.risky + counts.invalid + counts.unknown
}
