import { limits } from '../../../kernel/limits.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { emitPurged } from './events.ts'
import { eraseExpiredTrash } from './store.ts'

const dayMs = 24 * 60 * 60 * 1000
const batch = 200

/**
 * Erases templates of all projects that have been in the trash for 30 days, at most 200 per call so that writers do not wait
 * long. The caller repeats, in a new transaction each time, while `more` is true.
 */
export async function purgeTrash(db: Db, now: number): Promise<{ erased: number; more: boolean }> {
  const { selected, erased } = await eraseExpiredTrash(db, now - limits.trashDays * dayMs, batch)
  for (const [projectId, rows] of Map.groupBy(erased, (row) => row.projectId)) await emitPurged(db, projectId, rows)
  return { erased: erased.length, more: selected === batch }
}
