/** Finds templates that point to other grants than the nearest ones, and points them there. */
import { type Store, underLocks } from '../../../../platform/storage/index.ts'
import { lockGuards, selectGuardedProjects, selectWrongGuards, updateGuard } from './store.ts'

/** Templates inspected again in one transaction, so that who changes grants does not wait long. */
const batch = 500

/** What was found in one project: ids of the templates that were pointed elsewhere. */
export interface WrongGuards {
  projectId: string
  templateIds: string[]
}

/**
 * Looks in every project that has grants for templates whose guard is not what grants and folders say, and repairs them under
 * the lock that keeps changes of both away. None is expected: what is found is a fault of this service, or of whoever wrote
 * to the database. Stops between two projects once the signal aborts.
 */
export async function repairGuards(store: Store, signal: AbortSignal): Promise<WrongGuards[]> {
  const found: WrongGuards[] = []
  for (const projectId of await selectGuardedProjects(store.read)) {
    if (signal.aborted) break
    // What is being changed right now is in order once the lock is held.
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
