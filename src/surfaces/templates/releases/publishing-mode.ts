/** Switches the templates of a project between publishing on save and by hand. */
import { recordAct } from '../../../platform/audit/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type JobHandler, type JobKind, defineJob, enqueue } from '../../../platform/jobs/index.ts'
import { type Db, type Store, underLocks } from '../../../platform/storage/index.ts'
import {
  clearPublished,
  findTemplateRecord,
  isPublishedByHand,
  publishDraft,
  selectUnreleased,
} from '../template/index.ts'

/** `on_save`: every save is live at once. `by_hand`: a template is live as it was published last. */
export type PublishingMode = 'on_save' | 'by_hand'

interface Order {
  caller: Caller
}

const publishAll: JobKind<Order> = defineJob<Order>({
  name: 'templates.publish_all',
  maxAttempts: 10,
  retryDelaysMs: [1000, 10_000, 60_000, 600_000],
  jitter: 0.2,
  keepsProgress: true,
  scope: 'admin',
})

/**
 * Applies a mode that the transaction has stored. Templates that were live on save are published as they are, by a job, so that
 * callers go on getting what they got; back to `on_save`, every save is live at once, releases stay, and scheduled ones are
 * cancelled: they would replace what was saved meanwhile.
 */
export async function applyPublishingMode(db: Db, caller: Caller, mode: PublishingMode): Promise<void> {
  if (mode === 'by_hand') {
    await enqueue(db, publishAll, { payload: { caller }, projectId: caller.projectId })
    return
  }
  for (const { templateId, number } of await clearPublished(db, caller.projectId)) {
    await recordAct(db, caller, ['template.publishing_cancelled', templateId], { release: number, reason: onSave })
  }
}

const onSave = 'The project publishes on save.'

// Templates published by one transaction, so that other writers do not wait long.
const batch = 20
const note = 'Live when publishing by hand began'

/** Publishes batch by batch; a run that was interrupted goes on with the templates that are left. */
export function createPublishAll(store: Store): JobHandler<Order, { published: number }> {
  return {
    kind: publishAll,
    concurrency: 1,
    async run({ payload: { caller } }, { signal, progress }) {
      let published = 0
      for (;;) {
        if (signal.aborted) return { snooze: 0 }
        const count = await store.tx((db) => publishBatch(db, caller), underLocks)
        published += count
        progress(published, published)
        if (count === 0) return { done: { published } }
      }
    },
  }
}

async function publishBatch(db: Db, caller: Caller): Promise<number> {
  // The project may publish on save again by now.
  if (!(await isPublishedByHand(db, caller.projectId))) return 0
  const ids = await selectUnreleased(db, caller.projectId, batch)
  for (const id of ids) {
    const row = await findTemplateRecord(db, caller.projectId, id)
    if (row?.publishedRelease === null) await publishDraft(db, caller, row, { note, needsNoApproval: true })
  }
  return ids.length
}
