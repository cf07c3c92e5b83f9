import type { ApiDocument, EditorApi } from '../bridge/index.ts'
import type { RestoredEdits } from '../state/index.ts'
import { requestOf } from './queue.ts'
import type { LeftEdits } from './offline-store.ts'
import { restoredBy } from './restoring.ts'

export interface SentEdits {
  isChanged: boolean
  left: LeftEdits | undefined
  restored: RestoredEdits[]
}

/**
 * Sends unconfirmed edits of closed windows before the email is opened; the service rebases them. `isChanged`: the
 * document must be read again. `left`: the oldest edits that the service rejects as they are; they stay stored, and
 * the user decides in the editor. `restored`: the edits that were not saved before.
 */
export async function sendLeft(
  all: readonly LeftEdits[],
  api: Pick<EditorApi, 'acquireLock' | 'applyOperations' | 'getRevision'>,
  { userId, lock, revision: knownRevision }: Pick<ApiDocument, 'userId' | 'lock' | 'revision'>,
): Promise<SentEdits> {
  // The closed window may not have released its lock yet.
  const isOwnLock = !lock.held && lock.holder?.kind === 'plugin_user' && lock.holder.id === userId
  let isChanged = all.length > 0 && isOwnLock
  const restored: RestoredEdits[] = []
  if (isChanged) await api.acquireLock({ force: true }).catch(() => undefined)
  for (const left of all) {
    const { remove, revision } = left
    const request = requestOf(left.edits)
    // Too large for one request; the editor sends it in parts.
    if (request === undefined) return { isChanged, left, restored }
    try {
      const applied = await api.applyOperations({ baseRevision: revision, ...request })
      const edits = restoredBy(applied, left, { api, knownRevision })
      if (edits !== undefined) restored.push(edits)
    } catch (error) {
      // Without a connection the email cannot be opened either; the next opening retries.
      if ((error as { code?: string }).code === 'NETWORK_ERROR') throw error
      return { isChanged, left, restored }
    }
    isChanged = true
    remove()
  }
  return { isChanged, left: undefined, restored }
}
