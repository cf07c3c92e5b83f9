import { limits } from '../../kernel/limits.ts'
import { type AuditActor, recordAudit } from '../../platform/audit/index.ts'
import type { Caller } from '../../platform/identity/index.ts'
import { type Db, type Store, statementwise } from '../../platform/storage/index.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  extendSession,
  insertSession,
  selectSession,
  selectSessionsOf,
} from './store.ts'
import { createToken, hashToken } from './token.ts'

/** A signed-in browser. */
export interface Session {
  userId: string
  companyId: string
  email: string
  name: string
  role: NonNullable<Caller['role']>
  /** True if the expiry was just extended, so that the cookie must be sent again. */
  isRenewed: boolean
}

const lifetimeMs = limits.consoleSessionHours * 3_600_000
// The expiry is extended at most this often, to avoid a write per page view.
const renewalMs = 5 * 60_000

/** Client of a sign-in, for the list of sessions. */
export interface SessionOrigin {
  ip?: string
  userAgent?: string
}

/** Opens a session for a user and returns its token. Each sign-in gets a new token, which prevents session fixation. */
export async function openSession(
  store: Store,
  userId: string,
  { ip, userAgent }: SessionOrigin = {},
  nowMs: number = store.read.nowMs(),
): Promise<string> {
  const token = createToken()
  await store.tx(async (db) => {
    await deleteExpiredSessions(db, nowMs)
    await insertSession(db, {
      hash: hashToken(token),
      userId,
      createdAt: nowMs,
      expiresAt: nowMs + lifetimeMs,
      ip: ip ?? null,
      userAgent: userAgent?.slice(0, 300) ?? null,
    })
  })
  return token
}

/** Extends the session; undefined for an unknown or expired token. */
export async function readSession(
  store: Store,
  token: string,
  nowMs: number = store.read.nowMs(),
): Promise<Session | undefined> {
  const hash = hashToken(token)
  const row = await selectSession(store.read, hash, nowMs)
  if (row === undefined) return undefined
  const { expiresAt, ...session } = row
  const isRenewed = nowMs + lifetimeMs - expiresAt > renewalMs
  if (isRenewed) await store.tx((db) => extendSession(db, hash, nowMs + lifetimeMs), statementwise)
  return { ...session, isRenewed }
}

/** Ends a session and records the IP address; unknown tokens are ignored. */
export async function endSession(
  store: Store,
  token: string,
  from: Pick<AuditActor, 'ip' | 'requestId'> = {},
  nowMs: number = store.read.nowMs(),
): Promise<void> {
  const hash = hashToken(token)
  await store.tx(async (db) => {
    const session = await selectSession(db, hash, nowMs)
    await deleteSession(db, hash)
    if (session === undefined) return
    const { companyId, userId } = session
    const actor = { kind: 'user', id: userId, ...from } as const
    await recordAudit(db, { actor, action: 'user.signed_out', companyId, target: userId })
  })
}

/** A session in the list of an account. */
export interface SessionEntry {
  /** Identifies the session to `endOtherSession`; no credential. */
  id: string
  createdAt: number
  expiresAt: number
  ip: string | null
  userAgent: string | null
  isCurrent: boolean
}

/** The sessions of an account that have not expired, the latest first. */
export async function listSessions(db: Db, userId: string, token: string): Promise<SessionEntry[]> {
  const own = hashToken(token)
  return (await selectSessionsOf(db, userId, db.nowMs())).map(({ hash, userId: _, ...session }) => ({
    ...session,
    id: hash,
    isCurrent: hash === own,
  }))
}

/** Ends one session of the account, or all but that of the token. */
export async function endOtherSessions(
  db: Db,
  { token, only, actor }: { token: string; only?: string; actor: AuditActor & { companyId: string } },
): Promise<void> {
  const own = hashToken(token)
  const sessions = await selectSessionsOf(db, actor.id, db.nowMs())
  const ended = sessions.filter(({ hash }) => (only === undefined ? hash !== own : hash === only))
  for (const { hash } of ended) await deleteSession(db, hash)
  if (ended.length === 0) return
  const { companyId, ...by } = actor
  await recordAudit(db, {
    actor: by,
    action: 'user.sessions_ended',
    companyId,
    target: actor.id,
    detail: { sessions: ended.length },
  })
}
