import { limits } from '../../../kernel/limits.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { tellPurged } from './events.ts'
import { eraseTemplates, findExpiredTrash } from './store.ts'

const dayMs = 24 * 60 * 60 * 1000
const batch = 200

/**
 * Erases templates of every project that have been in the trash for 30 days, at most a batch of 200 so that writers
 * do not wait long. Answers how many; the caller repeats, a transaction each, while the batch was full.
 */
export async function purgeTrash(db: Db, now: number): Promise<{ erased: number; more: boolean }> {
  const expired = await findExpiredTrash(db, now - limits.trashDays * dayMs, batch)
  const byProject = Map.groupBy(expired, ({ projectId }) => projectId)
  for (const [projectId, rows] of byProject) {
    await eraseTemplates(
      db,
      projectId,
      rows.map(({ id }) => id),
    )
    await tellPurged(db, projectId, rows)
  }
  return { erased: expired.length, more: expired.length === batch }
}
