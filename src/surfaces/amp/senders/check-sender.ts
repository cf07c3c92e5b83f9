import { limits } from '../../../kernel/limits.ts'
import { underLocks } from '../../../platform/storage/index.ts'
import { type CheckDeps, checkRecords } from '../preflight/index.ts'
import { applyOutcome } from './apply-outcome.ts'
import { type SenderRow, lockSender, selectDue, updateSender } from './store.ts'

const dayMs = 86_400_000
const atOnce = 5

/**
 * Checks what the domain of a sender publishes, stores the result and moves approved registrations. Queries that failed move
 * nothing. Undefined if the sender was removed meanwhile.
 */
export async function checkSenderRecords(
  deps: CheckDeps,
  row: SenderRow,
  nowMs: () => number = () => deps.store.read.nowMs(),
): Promise<SenderRow | undefined> {
  const { checks } = await checkRecords(deps, { domain: row.domain, signer: row.domain, selectors: row.selectors })
  return deps.store.tx(async (db) => {
    const sender = await lockSender(db, row.projectId, row.id)
    if (sender === undefined) return undefined
    const now = nowMs()
    const change = { checks: [...checks], checkedAt: now, dueAt: now + limits.ampCheckDays * dayMs }
    await updateSender(db, row.projectId, row.id, change)
    const failures = checks.filter(({ state }) => state === 'fail').map(({ id }) => id)
    // Keys of unknown selectors cannot be found, which says nothing about them.
    const isMeasured = checks.every(({ id, state }) => state !== 'unmeasured' || id === 'dns.dkim')
    if (failures.length > 0 || isMeasured)
      await applyOutcome(db, sender, { isPassed: failures.length === 0, failures, by: 'check' })
    return { ...sender, ...change }
  }, underLocks)
}

/** Checks every sender that is due, a few at a time; returns their number. Stops between two groups once the signal aborts. */
export async function checkDueSenders(
  deps: CheckDeps,
  { nowMs, signal }: { nowMs: () => number; signal: AbortSignal },
): Promise<number> {
  let checked = 0
  const startMs = nowMs()
  while (!signal.aborted) {
    const due = await selectDue(deps.store.read, startMs, atOnce)
    // A check sets the time of the next one, so that the list shrinks.
    await Promise.all(due.map((row) => checkSenderRecords(deps, row, nowMs)))
    checked += due.length
    if (due.length < atOnce) break
  }
  return checked
}
