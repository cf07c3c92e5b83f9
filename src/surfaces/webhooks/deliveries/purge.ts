import { firstId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { type JobHandler, cancelPartition } from '../../../platform/jobs/index.ts'
import { type Db, type Store, statementwise } from '../../../platform/storage/index.ts'
import { deleteSlots, deliverWebhook } from '../sending/index.ts'
import { clearDeliveries } from '../subscriptions/index.ts'
import { deleteDeliveries, deleteDeliveriesOf } from './store.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Rows per transaction. Small, because other writers are blocked meanwhile. */
const batch = 1000

/** Deletes deliveries of all projects after 90 days; stops early once the signal aborts. Returns the number of rows. */
export function purgeDeliveries(store: Store, nowMs: number, signal?: AbortSignal): Promise<number> {
  const beforeId = firstId('delivery', nowMs - limits.deliveryDays * dayMs)
  return inBatches(store, (db) => deleteDeliveries(db, beforeId, batch), signal)
}

/** Deletes the log of deleted webhooks and cancels their pending deliveries. */
export function createClearing(store: Store): JobHandler<{ webhookId: string }> {
  return {
    kind: clearDeliveries,
    concurrency: 1,
    async run({ payload }, { signal }) {
      const { webhookId } = payload
      await inBatches(store, (db) => deleteDeliveriesOf(db, webhookId, batch), signal)
      while (
        !signal.aborted &&
        (await store.tx((db) => cancelPartition(db, deliverWebhook, webhookId), statementwise)) > 0
      );
      await store.tx((db) => deleteSlots(db, webhookId), statementwise)
      return signal.aborted ? { snooze: 0 } : { done: undefined }
    },
  }
}

async function inBatches(store: Store, remove: (db: Db) => Promise<number>, signal?: AbortSignal): Promise<number> {
  for (let removed = 0; ;) {
    const count = await store.tx(remove, statementwise)
    removed += count
    if (count < batch || signal?.aborted) return removed
  }
}
