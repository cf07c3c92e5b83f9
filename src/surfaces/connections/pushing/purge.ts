import { limits } from '../../../kernel/limits.ts'
import { type Store, statementwise } from '../../../platform/storage/index.ts'
import { deletePushesBefore } from './store.ts'

/** Rows of one transaction: other writers wait for it. */
const batch = 1000

/** Forgets pushes of every project after `limits.pushDays`; stops early once the signal aborts. Answers how many. */
export async function purgePushes(store: Store, nowMs: number, signal?: AbortSignal): Promise<number> {
  const beforeMs = nowMs - limits.pushDays * 24 * 60 * 60 * 1000
  for (let removed = 0; ;) {
    const count = await store.tx((db) => deletePushesBefore(db, beforeMs, batch), statementwise)
    removed += count
    if (count < batch || signal?.aborted) return removed
  }
}
