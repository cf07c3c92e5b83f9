import type { ApiDocument, EditorApi } from '../bridge/index.ts'
import { requestOf } from './queue.ts'
import type { LeftEdits, Shelf } from './offline-store.ts'

/**
 * Sends what closed windows left unconfirmed, before the email is opened; the service rebases it onto what others did since.
 * `isChanged`: what was opened has to be read again. `left` is the oldest that it does not accept as it is: it stays kept, and the editor asks about it.
 */
export async function sendLeft(
  shelf: Shelf,
  api: Pick<EditorApi, 'acquireLock' | 'applyOperations'>,
  { userId, lock }: Pick<ApiDocument, 'userId' | 'lock'>,
): Promise<{ isChanged: boolean; left: LeftEdits | undefined }> {
  const all = await shelf.left()
  // The closed window may not have been able to give its lock up.
  const isOwnLock = !lock.held && lock.holder?.kind === 'plugin_user' && lock.holder.id === userId
  let isChanged = all.length > 0 && isOwnLock
  if (isChanged) await api.acquireLock({ force: true }).catch(() => undefined)
  for (const left of all) {
    const { edits, remove, revision } = left
    const request = requestOf(edits)
    // The editor sends in parts what is too much for one request.
    if (request === undefined) return { isChanged, left }
    try {
      await api.applyOperations({ baseRevision: revision, ...request })
    } catch (error) {
      // Without a service there is nothing to open either, and the next opening finds it again.
      if ((error as { code?: string }).code === 'NETWORK_ERROR') throw error
      return { isChanged, left }
    }
    isChanged = true
    remove()
  }
  return { isChanged, left: undefined }
}
