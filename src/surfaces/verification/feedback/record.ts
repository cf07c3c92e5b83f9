import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Db, type Store, statementwise } from '../../../platform/storage/index.ts'
import type { AddressHash } from '../cache/index.ts'
import type { FeedbackManyRecorded, FeedbackRecorded, FeedbackReport } from './contract.ts'
import { type ReadReport, readReport } from './read-report.ts'
import { type FeedbackState, countsMs } from './state.ts'
import * as rows from './store.ts'

const verdicts = { bounced: 'invalid', complained: 'risky', delivered: 'safe' } as const

/** VALIDATION_FAILED for a report that cannot be read. Must run in a transaction. */
export async function recordFeedback(
  db: Db,
  caller: Caller,
  report: FeedbackReport,
  hashOf: AddressHash,
): Promise<FeedbackRecorded> {
  const read = readReport(report, db.nowMs())
  if ('message' in read) return fail('VALIDATION_FAILED', { issues: [read] })
  await store(db, caller, [read], hashOf)
  const { classifiedAs, kind } = read
  const expiresAt = kind === undefined ? 0 : read.at + countsMs[kind]
  return {
    verdict: verdictOf(read, db.nowMs()),
    ...(classifiedAs === undefined ? {} : { classified_as: classifiedAs }),
    expires_at: expiresAt > db.nowMs() ? new Date(expiresAt).toISOString() : null,
  }
}

/** Stores what can be read, and returns the rest. Must run in a transaction. */
export async function recordFeedbackMany(
  db: Db,
  caller: Caller,
  reports: readonly FeedbackReport[],
  hashOf: AddressHash,
): Promise<FeedbackManyRecorded> {
  const nowMs = db.nowMs()
  const readable: ReadReport[] = []
  const refused: FeedbackManyRecorded['refused'] = []
  const counts = { safe: 0, risky: 0, invalid: 0, none: 0 }
  for (const [index, report] of reports.entries()) {
    if (index % yieldEvery === yieldEvery - 1) await new Promise((resolve) => setImmediate(resolve))
    const read = readReport(report, nowMs)
    if ('message' in read) {
      refused.push({ index, ...read })
      continue
    }
    readable.push(read)
    counts[verdictOf(read, nowMs) ?? 'none'] += 1
  }
  await store(db, caller, readable, hashOf)
  return { accepted: readable.length, verdicts: counts, refused }
}

const yieldEvery = 500

function verdictOf({ at, kind }: ReadReport, nowMs: number): (typeof verdicts)[FeedbackState['kind']] | null {
  return kind === undefined || at + countsMs[kind] <= nowMs ? null : verdicts[kind]
}

async function store(db: Db, caller: Caller, reports: readonly ReadReport[], hashOf: AddressHash): Promise<void> {
  const { projectId } = caller
  const byHash = new Map<string, rows.FeedbackRow>()
  for (const { address, at, bounce, kind } of reports) {
    if (kind === undefined) continue
    const hash = hashOf(projectId, address)
    byHash.set(hash, merged(byHash.get(hash) ?? emptyRow(projectId, hash), { at, bounce, kind }))
  }
  await rows.upsertFeedback(db, [...byHash.values()])
  const delivered = [...byHash.values()].flatMap(({ addressHash: hash, deliveredAt: at }) =>
    at === null ? [] : [{ hash, at }],
  )
  await rows.clearContradicted(db, projectId, delivered)
  if (reports.length > 0)
    await recordAct(db, caller, ['verification.feedback_recorded', projectId], { reports: reports.length })
}

function emptyRow(projectId: string, addressHash: string): rows.FeedbackRow {
  return { projectId, addressHash, bounce: null, bouncedAt: null, complainedAt: null, deliveredAt: null, lastAt: 0 }
}

function merged(
  row: rows.FeedbackRow,
  { at, bounce, kind }: { at: number; bounce: rows.FeedbackRow['bounce']; kind: FeedbackState['kind'] },
): rows.FeedbackRow {
  const column = `${kind}At` as const
  if (at <= (row[column] ?? 0)) return row
  const lastAt = Math.max(row.lastAt, at)
  return { ...row, [column]: at, lastAt, ...(kind === 'bounced' ? { bounce } : {}) }
}

const purgedAtOnce = 500

/** Deletes feedback that counts no more; returns the number of rows. */
export async function purgeFeedback(store: Store, nowMs: number, signal: AbortSignal): Promise<number> {
  const days = Math.max(limits.feedbackBounceDays, limits.feedbackComplaintDays, limits.feedbackDeliveryDays)
  const beforeMs = nowMs - days * 86_400_000
  let purged = 0
  for (let some = purgedAtOnce; some === purgedAtOnce && !signal.aborted; purged += some)
    some = await store.tx((db) => rows.deleteFeedback(db, beforeMs, purgedAtOnce), statementwise)
  return purged
}
