/** Sessions of the embedded editor: opened by init, replaced by refresh, limited in time. */
import { fail } from '../../../kernel/errors/index.ts'
import { createSessionId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { hashKey } from '../../../platform/identity/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import * as rows from './store.ts'

/** A session that has not expired. */
export type Session = rows.SessionRow

/** The session id in plain text, returned once to its creator; storage only has its hash. */
export interface Opened {
  sessionId: string
  /** Unix time in ms. */
  expiresAt: number
}

export type NewSession = Pick<Session, 'projectId' | 'emailId' | 'startFrom' | 'userId' | 'seat'>

export interface Sessions {
  open(input: NewSession): Promise<Opened>
  /** Undefined if the session has expired. */
  find(sessionId: string): Promise<Session | undefined>
  /**
   * Replaces the session id, so that a leaked one becomes useless. The old id stays valid for `limits.sessionGraceSeconds`,
   * but cannot be refreshed again: SESSION_EXPIRED.
   */
  refresh(session: Session): Promise<Opened>
}

/** `ttlSeconds` is the lifetime of a session. */
export function createSessions({ store, ttlSeconds }: { store: Store; ttlSeconds: number }): Sessions {
  async function open(input: NewSession, replaced?: Session): Promise<Opened> {
    const sessionId = createSessionId()
    const now = store.read.nowMs()
    const expiresAt = now + ttlSeconds * 1000
    const row = { ...input, hash: hashKey(sessionId), createdAt: now, expiresAt, replacedAt: null }
    await store.tx(async (db) => {
      if (replaced !== undefined) {
        const endsAt = Math.min(replaced.expiresAt, now + limits.sessionGraceSeconds * 1000)
        if (!(await rows.replaceSession(db, replaced.hash, { replacedAt: now, expiresAt: endsAt })))
          fail('SESSION_EXPIRED')
      }
      await rows.insertSession(db, row)
      await rows.deleteEnded(db, now)
    })
    return { sessionId, expiresAt }
  }

  return {
    open: (input) => open(input),
    find: async (sessionId) =>
      sessionId.length > 100 ? undefined : rows.selectSession(store.read, hashKey(sessionId), store.read.nowMs()),
    refresh({ projectId, emailId, startFrom, userId, seat, ...session }) {
      const same = { projectId, emailId, startFrom, userId, seat }
      return open(same, { ...same, ...session })
    },
  }
}
