import { fail } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import { type AuditActor, recordAudit } from '../../platform/audit/index.ts'
import type { Db, Store } from '../../platform/storage/index.ts'
import { type User, resetPassword } from '../../surfaces/projects/index.ts'
import { deleteResetLinks, deleteSessionsOf, insertResetLink, selectResetLink } from './store.ts'
import { createToken, hashToken } from './token.ts'

/** Creates the token of a link that sets a new password. */
export async function createResetLink(db: Db, { id: userId, companyId }: User, actor: AuditActor): Promise<string> {
  const token = createToken()
  const createdAt = db.nowMs()
  await insertResetLink(db, {
    hash: hashToken(token),
    userId,
    createdAt,
    expiresAt: createdAt + limits.resetLinkMinutes * 60_000,
  })
  await recordAudit(db, { actor, action: 'user.reset_requested', companyId, target: userId })
  return token
}

/** The email address of the account; undefined for a link that is used, expired or unknown. */
export async function readResetLink(db: Db, token: string): Promise<string | undefined> {
  return (await selectResetLink(db, hashToken(token), db.nowMs()))?.email
}

/**
 * Sets the password, ends all sessions of the account and uses up its links. RESET_LINK_INVALID, VALIDATION_FAILED for a
 * weak password.
 */
export async function useResetLink(
  store: Store,
  { token, password, from }: { token: string; password: string; from: Pick<AuditActor, 'ip' | 'requestId'> },
): Promise<User> {
  const hash = hashToken(token)
  const link = (await selectResetLink(store.read, hash, store.read.nowMs())) ?? fail('RESET_LINK_INVALID')
  return resetPassword(store, {
    who: link.userId,
    password,
    actor: { kind: 'user', id: link.userId, ...from },
    also: async (db, { id }) => {
      // Deleted and counted here, so that of two requests with one link only one succeeds.
      if (!(await deleteResetLinks(db, id, hash))) fail('RESET_LINK_INVALID')
      await deleteSessionsOf(db, id)
    },
  })
}
