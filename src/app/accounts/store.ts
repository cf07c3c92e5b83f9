import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Db, Tables } from '../../platform/storage/index.ts'

export type SessionRow = Tables['consoleSessions']['$inferSelect']

/** Keeps a session under the hash of its token. */
export async function insertSession(db: Db, row: SessionRow): Promise<void> {
  await db.insert(db.tables.consoleSessions).values(row)
}

/** The session and its user while it has not run out. */
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

/** Moves the end of a session. */
export async function extendSession(db: Db, hash: string, expiresAt: number): Promise<void> {
  const { consoleSessions } = db.tables
  await db.update(consoleSessions).set({ expiresAt }).where(eq(consoleSessions.hash, hash))
}

/** Forgets one session. */
export async function deleteSession(db: Db, hash: string): Promise<void> {
  const { consoleSessions } = db.tables
  await db.delete(consoleSessions).where(eq(consoleSessions.hash, hash))
}

/** Forgets the sessions of a user. */
export async function deleteSessionsOf(db: Db, userId: string): Promise<void> {
  const { consoleSessions } = db.tables
  await db.delete(consoleSessions).where(eq(consoleSessions.userId, userId))
}

/** Forgets the sessions that have run out. */
export async function deleteExpiredSessions(db: Db, now: number): Promise<void> {
  const { consoleSessions } = db.tables
  await db.delete(consoleSessions).where(lt(consoleSessions.expiresAt, now))
}

/** Keeps a setup link under the hash of its token, and forgets those that ran out. Replicas each show one of their own. */
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

/** Uses up every link that is open, and answers whether the one of this hash was among them. */
export async function useUpSetupLinks(db: Db, hash: string, now: number): Promise<boolean> {
  const { setupLinks } = db.tables
  const isOpen = and(isNull(setupLinks.usedAt), gt(setupLinks.expiresAt, now))
  const used = await db.update(setupLinks).set({ usedAt: now }).where(isOpen).returning({ hash: setupLinks.hash })
  return used.some((link) => link.hash === hash)
}
