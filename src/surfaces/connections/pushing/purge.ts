import { limits } from '../../../kernel/limits.ts'
import { type Store, statementwise } from '../../../platform/storage/index.ts'
import { deletePushesBefore } from './store.ts'

/** Rows deleted per transaction, so that other writers do not wait long. */
const batch = 1000

/**
 * Deletes pushes of all projects after `limits.pushDays`; stops early when the signal aborts. Returns the number deleted.
 */
export async function purgePushes(store: Store, nowMs: number, signal?: AbortSignal): Promise<number> {
  const beforeMs = nowMs - limits.pushDays * 24 * 60 * 60 * 1000
  for (let removed = 0; ;) {
    const count = await store.tx((db) => deletePushesBefore(db, beforeMs, batch), statementwise)
    removed += count
    if (count < batch || signal?.aborted) return removed
  }
}
