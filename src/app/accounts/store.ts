import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm'
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

/** The latest first. */
export async function selectSessionsOf(db: Db, userId: string, now: number): Promise<SessionRow[]> {
  const { consoleSessions } = db.tables
  return db
    .select()
    .from(consoleSessions)
    .where(and(eq(consoleSessions.userId, userId), gt(consoleSessions.expiresAt, now)))
    .orderBy(desc(consoleSessions.createdAt), consoleSessions.hash)
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

export type InvitationRow = Tables['invitations']['$inferSelect']

/** Replaces an earlier invitation of the same email address to the company. */
export async function insertInvitation(db: Db, row: InvitationRow): Promise<void> {
  const { invitations } = db.tables
  const isEarlier = and(eq(invitations.companyId, row.companyId), eq(invitations.email, row.email))
  await db.delete(invitations).where(isEarlier)
  await db.insert(invitations).values(row)
}

/** Of one company, expired ones included, the latest first. */
export async function selectInvitations(db: Db, companyId: string): Promise<InvitationRow[]> {
  const { invitations } = db.tables
  return db.select().from(invitations).where(eq(invitations.companyId, companyId)).orderBy(desc(invitations.id))
}

/** Undefined after expiry. */
export async function selectInvitationByHash(db: Db, hash: string, now: number): Promise<InvitationRow | undefined> {
  const { invitations } = db.tables
  const isOpen = and(eq(invitations.hash, hash), gt(invitations.expiresAt, now))
  return (await db.select().from(invitations).where(isOpen))[0]
}

/** True if it existed. */
export async function deleteInvitation(db: Db, companyId: string, id: string): Promise<boolean> {
  const { invitations } = db.tables
  const isOne = and(eq(invitations.companyId, companyId), eq(invitations.id, id))
  return (await db.delete(invitations).where(isOne).returning({ id: invitations.id })).length > 0
}

export async function deleteInvitationsBy(db: Db, inviterId: string): Promise<void> {
  const { invitations } = db.tables
  await db.delete(invitations).where(eq(invitations.inviterId, inviterId))
}

export type ResetLinkRow = Tables['resetLinks']['$inferSelect']

/** Stores the hash of the token, and deletes expired links. */
export async function insertResetLink(db: Db, row: ResetLinkRow): Promise<void> {
  const { resetLinks } = db.tables
  await db.delete(resetLinks).where(lt(resetLinks.expiresAt, row.createdAt))
  await db.insert(resetLinks).values(row)
}

/** The account of an open link, unless it is disabled. */
export async function selectResetLink(
  db: Db,
  hash: string,
  now: number,
): Promise<{ userId: string; companyId: string; email: string } | undefined> {
  const { resetLinks, users } = db.tables
  const [row] = await db
    .select({ userId: users.id, companyId: users.companyId, email: users.email })
    .from(resetLinks)
    .innerJoin(users, eq(users.id, resetLinks.userId))
    .where(and(eq(resetLinks.hash, hash), gt(resetLinks.expiresAt, now), isNull(users.disabledAt)))
  return row
}

/** Deletes all links of the account; returns true if one of them had this hash. */
export async function deleteResetLinks(db: Db, userId: string, hash: string): Promise<boolean> {
  const { resetLinks } = db.tables
  const deleted = await db.delete(resetLinks).where(eq(resetLinks.userId, userId)).returning({ hash: resetLinks.hash })
  return deleted.some((link) => link.hash === hash)
}
