import { firstId } from '../../kernel/ids/index.ts'
import { limits } from '../../kernel/limits.ts'
import { type Store, statementwise } from '../storage/index.ts'
import { deleteEvents } from './store.ts'

const dayMs = 24 * 60 * 60 * 1000
const batch = 1000

/**
 * Deletes events of every project that are older than 30 days, in batches so that writers do not wait; stops between two
 * once the signal aborts. Returns their number.
 */
export async function purgeEvents(store: Store, nowMs: number, signal?: AbortSignal): Promise<number> {
  const beforeId = firstId('event', nowMs - limits.eventDays * dayMs)
  for (let removed = 0; ;) {
    const count = await store.tx((db) => deleteEvents(db, beforeId, batch), statementwise)
    removed += count
    if (count < batch || signal?.aborted) return removed
  }
}
