/** The work of a batch: a job that goes on where it was broken off, for each row has its result or is still due. */
import { readAddress } from '../../../engines/address/index.ts'
import { judge } from '../../../engines/verdict/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { type JobHandler, type JobKind, defineJob } from '../../../platform/jobs/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { answersFor } from '../examination/index.ts'
import { type AddressHash, recall } from '../memory/index.ts'
import { type Findings, type Verifier, evidenceOf } from '../verifier/index.ts'
import { finishBatch } from './finish.ts'
import { interleave } from './interleave.ts'
import { type Found, createRecorder } from './record.ts'
import * as rows from './store.ts'

export interface BatchParts {
  readonly store: Store
  /** Asks mail servers after those that somebody waits for. */
  readonly batchVerifier: Verifier
  readonly hashOf: AddressHash
  readonly baseUrl: string
}

/** Verifies the addresses of one batch, whose id is the job's. */
export const verifyBatchJob: JobKind<object> = defineJob<object>({
  name: 'verification.batch',
  // A batch may run for days: what ends an attempt is mostly the end of the process, and nothing of the attempt is lost.
  maxAttempts: 30,
  retryDelaysMs: [1000, 5000, 15_000],
  jitter: 0.2,
  scope: 'verification',
  keepMs: limits.batchDays * 86_400_000,
  async cancelled(db, jobs) {
    for (const { id } of jobs) await finishBatch(db, id, { status: 'cancelled' })
  },
})

/** Does these jobs. */
export function batchHandler(parts: BatchParts): JobHandler<object> {
  const { baseUrl, store } = parts
  return {
    kind: verifyBatchJob,
    concurrency: 4,
    async run({ id }, { nowMs, progress, signal }) {
      const batch = await store.tx(async (db) => {
        const row = await rows.lockBatch(db, id)
        if (row?.status === 'pending') await rows.updateBatch(db, id, { status: 'processing' })
        return row
      })
      if (batch === undefined || batch.completedAt !== null) return { done: undefined }
      const recorder = createRecorder(store, batch, (done) => progress(done, batch.total))
      const due = await dueByDomain(store, id, nowMs())
      const width = { all: limits.batchAtOnce, ofKey: limits.batchAtOnceOfDomain }
      await interleave(due, { signal, width }, async (row) => {
        const found = await examineRow(parts, { batch, row, signal })
        // What a call that was broken off says is not the verdict.
        if (!signal.aborted) await recorder.add(row, found)
      })
      await recorder.flush()
      const next = signal.aborted ? nowMs() : await rows.selectNextDue(store.read, id)
      return next === null ? { done: undefined } : { snooze: Math.max(100, next - nowMs()) }
    },
    async settle(db, ended) {
      for (const { isLast, job, outcome } of ended)
        if (isLast) await finishBatch(db, job.id, { status: 'done' in outcome ? 'completed' : 'failed', baseUrl })
    },
  }
}

async function examineRow(
  { batchVerifier, hashOf, store }: BatchParts,
  { batch, row, signal }: { batch: rows.BatchRow; row: rows.AddressRow; signal: AbortSignal },
): Promise<Found> {
  const address = readAddress(row.email)
  if (!address.valid) throw new Error('A row that is due has an address')
  const depth = { skipsSmtp: batch.skipsSmtp, asksDomain: false, asksGravatar: false }
  const hash = hashOf(batch.projectId, address)
  const spelling = hashOf(batch.projectId, { normalized: address.ascii })
  const {
    findings: known,
    missingDaysAgo,
    verifiedDaysAgo,
  } = await recall(store.read, batch.projectId, hash, Date.now())
  if (known !== undefined && answersFor(known, { depth, spelling }))
    return { address, hash, findings: known, isCached: true, retryAtMs: undefined }
  const findings: Findings = {
    ...(await batchVerifier.examine(address, depth, signal, { triesBefore: row.tries })),
    spelling,
    ...(verifiedDaysAgo === undefined ? {} : { verifiedDaysAgo }),
    ...(missingDaysAgo === undefined ? {} : { missingDaysAgo }),
  }
  const { subStatus } = judge(evidenceOf(findings))
  const mayChange = subStatus === 'greylisted' || subStatus === 'deferred'
  const retryAfterMs = findings.smtp?.retryAfterMs
  // After the last try the server is not asked again.
  const retryAtMs = mayChange && retryAfterMs !== undefined ? Date.now() + retryAfterMs : undefined
  return { address, hash, findings, isCached: false, retryAtMs }
}

async function dueByDomain(store: Store, batchId: string, nowMs: number): Promise<Map<string, rows.AddressRow[]>> {
  const due = new Map<string, rows.AddressRow[]>()
  for (let after = -1; ;) {
    const page = await rows.selectDue(store.read, batchId, { after, limit: 1000, nowMs })
    for (const row of page) {
      const domain = row.email.slice(row.email.lastIndexOf('@') + 1).toLowerCase()
      const known = due.get(domain)
      if (known === undefined) due.set(domain, [row])
      else known.push(row)
    }
    const last = page.at(-1)
    if (last === undefined) return due
    after = last.position
  }
}
