import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Db, Tables } from '../../platform/storage/index.ts'

export type SessionRow = Tables['consoleSessions']['$inferSelect']

/** Stores only the hash of the token. */
export async function insertSession(db: Db, row: SessionRow): Promise<void> {
  await db.insert(db.tables.consoleSessions).values(row)
}

/** The session and its user; undefined after expiry. */
export async function selectSession(db: Db, hash: string, now: number) {
  const { consoleSessions, users } = db.tables
  const rows = await db
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
    .where(and(eq(consoleSessions.hash, hash), gt(consoleSessions.expiresAt, now), isNull(users.disabledAt)))
  return rows[0]
}

export async function extendSession(db: Db, hash: string, expiresAt: number): Promise<void> {
  const { consoleSessions } = db.tables
  await db.update(consoleSessions).set({ expiresAt }).where(eq(consoleSessions.hash, hash))
}

export async function deleteSession(db: Db, hash: string): Promise<void> {
  const { consoleSessions } = db.tables
  await db.delete(consoleSessions).where(eq(consoleSessions.hash, hash))
}

export async function deleteSessionsOf(db: Db, userId: string): Promise<void> {
  const { consoleSessions } = db.tables
  await db.delete(consoleSessions).where(eq(consoleSessions.userId, userId))
}

export async function deleteExpiredSessions(db: Db, now: number): Promise<void> {
  const { consoleSessions } = db.tables
  await db.delete(consoleSessions).where(lt(consoleSessions.expiresAt, now))
}

/** Stores the hash of the token, and deletes expired links. Each replica has a link of its own. */
export async function insertSetupLink(
  db: Db,
  row: { hash: string; createdAt: number; expiresAt: number },
): Promise<void> {
  const { setupLinks } = db.tables
  await db.delete(setupLinks).where(and(isNull(setupLinks.usedAt), lt(setupLinks.expiresAt, row.createdAt)))
  await db.insert(setupLinks).values({ ...row, usedAt: null })
}

/** True if an unused link has this hash. */
export async function selectSetupLink(db: Db, hash: string, now: number): Promise<boolean> {
  const { setupLinks } = db.tables
  const isOpen = and(eq(setupLinks.hash, hash), isNull(setupLinks.usedAt), gt(setupLinks.expiresAt, now))
  return (await db.select({ hash: setupLinks.hash }).from(setupLinks).where(isOpen)).length > 0
}

/** Uses up all open links; returns true if one of them had this hash. */
export async function useUpSetupLinks(db: Db, hash: string, now: number): Promise<boolean> {
  const { setupLinks } = db.tables
  const isOpen = and(isNull(setupLinks.usedAt), gt(setupLinks.expiresAt, now))
  const used = await db.update(setupLinks).set({ usedAt: now }).where(isOpen).returning({ hash: setupLinks.hash })
  return used.some((link) => link.hash === hash)
}
