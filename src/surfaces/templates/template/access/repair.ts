/** Finds templates whose guard is not the nearest target with grants, and repairs them. */
import { type Store, underLocks } from '../../../../platform/storage/index.ts'
import { lockGuards, selectGuardedProjects, selectWrongGuards, updateGuard } from './store.ts'

/** Templates repaired per transaction, so that changes of grants do not wait long. */
const batch = 500

/** Ids of the repaired templates of one project. */
export interface WrongGuards {
  projectId: string
  templateIds: string[]
}

/**
 * Searches all projects with grants for templates whose guard contradicts grants and folders, and repairs them under the
 * lock that excludes changes of both. None are expected: a finding is a bug of svc or a manual change of the database. Stops
 * between projects when the signal aborts.
 */
export async function repairGuards(store: Store, signal: AbortSignal): Promise<WrongGuards[]> {
  const found: WrongGuards[] = []
  for (const projectId of await selectGuardedProjects(store.read)) {
    if (signal.aborted) break
    // Checked without the lock first; repairs check again under the lock, so concurrent changes cause no false repair.
    if ((await selectWrongGuards(store.read, projectId, 1)).length === 0) continue
    const templateIds: string[] = []
    for (let some = batch; some === batch && !signal.aborted;) {
      const repaired = await store.tx(async (db) => {
        await lockGuards(db, projectId, 'exclusive')
        const wrong = await selectWrongGuards(db, projectId, batch)
        for (const { id, guardId } of wrong) await updateGuard(db, projectId, id, guardId)
        return wrong.map(({ id }) => id)
      }, underLocks)
      templateIds.push(...repaired)
      some = repaired.length
    }
    if (templateIds.length > 0) found.push({ projectId, templateIds })
  }
  return found
}
