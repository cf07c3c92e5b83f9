import { and, asc, count, eq, lt } from 'drizzle-orm'
import type { Db, Tables } from '../../platform/storage/index.ts'

export type PasskeyRow = Tables['passkeys']['$inferSelect']

/** Of an account, the first one first. */
export async function selectPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  const { passkeys } = db.tables
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id))
}

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const { passkeys } = db.tables
  const [row] = await db.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId))
  return row?.count ?? 0
}

export async function selectPasskeyByCredential(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  const { passkeys } = db.tables
  return (await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)))[0]
}

/** False if an account has this credential. */
export async function insertPasskey(db: Db, row: PasskeyRow): Promise<boolean> {
  const { passkeys } = db.tables
  return (await db.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id })).length > 0
}

/** False if the account has no such passkey. */
export async function updatePasskeyName(
  db: Db,
  { id, name, userId }: Pick<PasskeyRow, 'id' | 'name' | 'userId'>,
): Promise<boolean> {
  const { passkeys } = db.tables
  const isOne = and(eq(passkeys.id, id), eq(passkeys.userId, userId))
  return (await db.update(passkeys).set({ name }).where(isOne).returning({ id: passkeys.id })).length > 0
}

/** False if the passkey was removed, or was used since the row was read. */
export async function updatePasskeyUse(
  db: Db,
  { id, signCount }: Pick<PasskeyRow, 'id' | 'signCount'>,
  use: { signCount: number; lastUsedAt: number },
): Promise<boolean> {
  const { passkeys } = db.tables
  const isUnused = and(eq(passkeys.id, id), eq(passkeys.signCount, signCount))
  return (await db.update(passkeys).set(use).where(isUnused).returning({ id: passkeys.id })).length > 0
}

/** One passkey of the account, or all; returns those that existed. */
export async function deletePasskeys(db: Db, userId: string, id?: string): Promise<{ id: string; name: string }[]> {
  const { passkeys } = db.tables
  const isOne = and(eq(passkeys.userId, userId), id === undefined ? undefined : eq(passkeys.id, id))
  return db.delete(passkeys).where(isOne).returning({ id: passkeys.id, name: passkeys.name })
}

/** False for a challenge that was used; deletes those that have expired. */
export async function insertUsedChallenge(db: Db, row: Tables['usedChallenges']['$inferSelect']): Promise<boolean> {
  const { usedChallenges } = db.tables
  await db.delete(usedChallenges).where(lt(usedChallenges.expiresAt, db.nowMs()))
  return (await db.insert(usedChallenges).values(row).onConflictDoNothing().returning()).length > 0
}
