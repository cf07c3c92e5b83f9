import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import type { Db, Tables } from '../../../platform/storage/index.ts'

export type SessionRow = Tables['editorSessions']['$inferSelect']

/** Stored by the hash of its id. */
export async function insertSession(db: Db, row: SessionRow): Promise<void> {
  await db.insert(db.tables.editorSessions).values(row)
}

/** An unexpired session by the hash of its id; knowledge of the id authorizes, so no project is checked. */
export async function selectSession(db: Db, hash: string, nowMs: number): Promise<SessionRow | undefined> {
  const { editorSessions: sessions } = db.tables
  return (
    await db
      .select()
      .from(sessions)
      .where(and(eq(sessions.hash, hash), gt(sessions.expiresAt, nowMs)))
  )[0]
}

/** Marks a session as replaced; false if it already was. */
export async function replaceSession(
  db: Db,
  hash: string,
  change: { replacedAt: number; expiresAt: number },
): Promise<boolean> {
  const { editorSessions: sessions } = db.tables
  const isFirst = and(eq(sessions.hash, hash), isNull(sessions.replacedAt))
  const changed = await db.update(sessions).set(change).where(isFirst).returning({ hash: sessions.hash })
  return changed.length > 0
}

/** Deletes expired sessions. */
export async function deleteEnded(db: Db, nowMs: number): Promise<void> {
  const { editorSessions: sessions } = db.tables
  await db.delete(sessions).where(lte(sessions.expiresAt, nowMs))
}
