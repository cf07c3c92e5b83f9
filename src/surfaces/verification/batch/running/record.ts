import type { Address } from '../../../../deliverability/address/index.ts'
import { evaluate } from '../../../../deliverability/verdict/index.ts'
import type { Sweep } from '../../../../platform/memory/index.ts'
import { type Db, type Store, underLocks } from '../../../../platform/storage/index.ts'
import { settlePart } from '../../credits/index.ts'
import { cacheMany } from '../../cache/index.ts'
import { type OwnData, withDelivery } from '../../decisions/index.ts'
import { learnFromVerifications } from '../../patterns/index.ts'
import { type Findings, evidenceOf, presentResult } from '../../verifier/index.ts'
import * as rows from '../store.ts'

export interface BatchResult {
  readonly row: rows.DueRow
  readonly address: Address
  readonly hash: string
  readonly findings: Findings
  /** What the project itself knows about the mailbox. */
  readonly own: OwnData
  readonly isCached: boolean
  /** True if there is something new to cache. */
  readonly isMore: boolean
  /** Set for addresses that cost no credit whatever their verdict. */
  readonly isFree?: true
  /** Time of the next attempt, epoch milliseconds; set for temporary results. */
  readonly retryAtMs?: number
}

/** Batches results into few transactions. */
export interface Recorder {
  add(found: BatchResult): Promise<void>
  /** Resolves when all added results are durable. */
  flush(): Promise<void>
}

/** Rows per transaction, and the longest time that the first of them waits for others, milliseconds. */
const together = 250
const soonMs = 250

export interface RecorderOptions {
  /** Number of rows with a verdict. */
  notify(processed: number): void
  readonly sweep: Sweep
}

export function createRecorder(store: Store, batch: rows.BatchRow, { sweep, notify }: RecorderOptions): Recorder {
  let waiting: BatchResult[] = []
  let writing = Promise.resolve()
  let processed = batch.processed

  function write(): Promise<void> {
    const some = waiting
    waiting = []
    writing = writing.then(async () => {
      if (some.length === 0) return
      processed += await store.tx((db) => record(db, batch, some), underLocks)
      notify(processed)
      sweep(some.length)
    })
    return writing
  }

  // An error stays in the chain of writes; the next write or flush rejects with it.
  function writeSoon(): void {
    const soon = new Promise<void>((resolve) => setTimeout(resolve, soonMs))
    soon.then(write).catch(() => undefined)
  }

  return {
    async add(found) {
      waiting.push(found)
      if (waiting.length >= together) await write()
      else if (waiting.length === 1) writeSoon()
    },
    flush: write,
  }
}

interface Evaluated extends BatchResult {
  readonly reachable: rows.Reachable
  readonly creditsUsed: number
}

async function record(db: Db, batch: rows.BatchRow, some: readonly BatchResult[]): Promise<number> {
  // The lock serializes concurrent writers. A canceled batch is already settled and stays unchanged.
  const current = await rows.lockBatch(db, batch.id)
  if (current === undefined || current.completedAt !== null) return 0
  const putOff = some.flatMap(({ retryAtMs: dueAt, row }) =>
    dueAt === undefined ? [] : [{ position: row.position, dueAt, tries: row.tries + 1 }],
  )
  await rows.putOffRows(db, batch.id, putOff)
  const evaluated = some.filter(({ retryAtMs }) => retryAtMs === undefined).map(evaluateRow)
  const written = await rows.finishRows(
    db,
    batch.id,
    evaluated.map((each) => finished(each, batch)),
  )
  const done = evaluated.filter(({ row }) => written.has(row.position))
  const counts = { safe: 0, risky: 0, invalid: 0, unknown: 0, creditsUsed: 0 }
  for (const each of done) {
    counts[each.reachable] += each.row.copies - (await freeOthers(db, batch.id, each))
    counts.creditsUsed += each.creditsUsed
  }
  const processed = counts.safe + counts.risky + counts.invalid + counts.unknown
  await rows.countResults(db, batch.id, counts)
  const released = done.filter(({ creditsUsed, row }) => !row.isPaid && creditsUsed === 0).length
  if (current.holdId !== null)
    await settlePart(db, current.holdId, { charged: counts.creditsUsed, released, calls: processed })
  const { projectId } = batch
  const found = done.filter(({ isMore }) => isMore)
  await cacheMany(db, projectId, found)
  await learnFromVerifications(
    db,
    projectId,
    found.filter(({ isCached }) => !isCached),
  )
  return processed
}

function shownFindings({ findings, own }: BatchResult): Findings {
  return withDelivery(findings, own.feedback)
}

function evaluateRow(found: BatchResult): Evaluated {
  const { isCharged, reachable } = evaluate(evidenceOf(shownFindings(found)))
  return {
    ...found,
    reachable,
    creditsUsed: isCharged && found.isFree !== true && !found.isCached && !found.row.isPaid ? 1 : 0,
  }
}

function finished(evaluated: Evaluated, { includesDomain }: rows.BatchRow) {
  const { address, creditsUsed, isCached, reachable, row } = evaluated
  const result = presentResult(address, shownFindings(evaluated), {
    isCached,
    creditsUsed,
    showsIntelligence: includesDomain,
  })
  return { position: row.position, reachable, result }
}

/**
 * RFC 5321 2.4: one refused spelling proves nothing about another. Returns the number of rows that get a verification of
 * their own.
 */
async function freeOthers(db: Db, batchId: string, { findings, reachable, row }: Evaluated): Promise<number> {
  const isRefused = reachable === 'invalid' && findings.smtp !== undefined
  return isRefused && row.copies > 1 ? rows.freeOthers(db, { ...row, batchId }) : 0
}
