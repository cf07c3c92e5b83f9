import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Db } from '../storage/index.ts'

/** The key with that hash, with the project it belongs to; also when it is revoked or expired. */
export async function findKey(db: Db, hash: string) {
  const { apiKeys, projects } = db.tables
  const [row] = await db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      hash: apiKeys.hash,
      scopes: apiKeys.scopes,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
      projectId: apiKeys.projectId,
      companyId: projects.companyId,
    })
    .from(apiKeys)
    .innerJoin(projects, eq(projects.id, apiKeys.projectId))
    .where(and(eq(apiKeys.hash, hash), isNull(projects.deletedAt)))
    .limit(1)
  return row
}

/** Notes when a key was last used. */
export async function touchKey(db: Db, keyId: string, at: number): Promise<void> {
  await db.update(db.tables.apiKeys).set({ lastUsedAt: at }).where(eq(db.tables.apiKeys.id, keyId))
}

/** Stores a signed-in browser by the hash of its cookie. */
export async function insertSession(
  db: Db,
  session: { hash: string; userId: string; createdAt: number; expiresAt: number },
): Promise<void> {
  await db.insert(db.tables.consoleSessions).values(session)
}

/** The session with that hash and its account, unless it has ended. */
export async function findSessionRow(db: Db, hash: string, now: number) {
  const { consoleSessions, users } = db.tables
  const [row] = await db
    .select({
      expiresAt: consoleSessions.expiresAt,
      userId: users.id,
      companyId: users.companyId,
      email: users.email,
      name: users.name,
      role: users.role,
    })
    .from(consoleSessions)
    .innerJoin(users, eq(users.id, consoleSessions.userId))
    .where(and(eq(consoleSessions.hash, hash), gt(consoleSessions.expiresAt, now)))
    .limit(1)
  return row
}

export async function extendSession(db: Db, hash: string, expiresAt: number): Promise<void> {
  await db.update(db.tables.consoleSessions).set({ expiresAt }).where(eq(db.tables.consoleSessions.hash, hash))
}

export async function removeSession(db: Db, hash: string): Promise<void> {
  await db.delete(db.tables.consoleSessions).where(eq(db.tables.consoleSessions.hash, hash))
}

export async function removeSessionsOf(db: Db, userId: string): Promise<void> {
  await db.delete(db.tables.consoleSessions).where(eq(db.tables.consoleSessions.userId, userId))
}

export async function removeEndedSessions(db: Db, now: number): Promise<void> {
  await db.delete(db.tables.consoleSessions).where(lt(db.tables.consoleSessions.expiresAt, now))
}

export async function insertSetupLink(
  db: Db,
  link: { hash: string; createdAt: number; expiresAt: number },
): Promise<void> {
  await db.insert(db.tables.setupLinks).values(link)
}

/** Marks the link as used; the number of rows tells whether it could still be. */
export async function useSetupLink(db: Db, hash: string, now: number): Promise<boolean> {
  const { setupLinks } = db.tables
  const rows = await db
    .update(setupLinks)
    .set({ usedAt: now })
    .where(and(eq(setupLinks.hash, hash), isNull(setupLinks.usedAt), gt(setupLinks.expiresAt, now)))
    .returning({ hash: setupLinks.hash })
  return rows.length === 1
}

export async function hasSetupLink(db: Db, hash: string, now: number): Promise<boolean> {
  const { setupLinks } = db.tables
  const rows = await db
    .select({ hash: setupLinks.hash })
    .from(setupLinks)
    .where(and(eq(setupLinks.hash, hash), isNull(setupLinks.usedAt), gt(setupLinks.expiresAt, now)))
  return rows.length === 1
}
