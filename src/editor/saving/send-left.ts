import type { ApiDocument, EditorApi } from '../bridge/index.ts'
import { requestOf } from './queue.ts'
import type { LeftEdits, OfflineStore } from './offline-store.ts'

/**
 * Sends unconfirmed edits of closed windows before the email is opened; the service rebases them. `isChanged`: the
 * document must be read again. `left`: the oldest edits that the service rejects as they are; they stay stored, and
 * the user decides in the editor.
 */
export async function sendLeft(
  store: OfflineStore,
  api: Pick<EditorApi, 'acquireLock' | 'applyOperations'>,
  { userId, lock }: Pick<ApiDocument, 'userId' | 'lock'>,
): Promise<{ isChanged: boolean; left: LeftEdits | undefined }> {
  const all = await store.left()
  // The closed window may not have released its lock yet.
  const isOwnLock = !lock.held && lock.holder?.kind === 'plugin_user' && lock.holder.id === userId
  let isChanged = all.length > 0 && isOwnLock
  if (isChanged) await api.acquireLock({ force: true }).catch(() => undefined)
  for (const left of all) {
    const { edits, remove, revision } = left
    const request = requestOf(edits)
    // Too large for one request; the editor sends it in parts.
    if (request === undefined) return { isChanged, left }
    try {
      await api.applyOperations({ baseRevision: revision, ...request })
    } catch (error) {
      // Without a connection the email cannot be opened either; the next opening retries.
      if ((error as { code?: string }).code === 'NETWORK_ERROR') throw error
      return { isChanged, left }
    }
    isChanged = true
    remove()
  }
  return { isChanged, left: undefined }
}
