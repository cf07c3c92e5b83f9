import { and, asc, eq, gt, lt } from 'drizzle-orm'
import { type Db, type Tables, lockRows } from '../../platform/storage/index.ts'

export type AuthenticatorRow = Tables['authenticators']['$inferSelect']

export async function selectAuthenticator(db: Db, userId: string): Promise<AuthenticatorRow | undefined> {
  const { authenticators } = db.tables
  return (await db.select().from(authenticators).where(eq(authenticators.userId, userId)))[0]
}

export async function insertAuthenticator(db: Db, row: AuthenticatorRow): Promise<void> {
  await db.insert(db.tables.authenticators).values(row)
}

/** False if nothing changed; a step only moves forward. */
export async function updateAuthenticator(
  db: Db,
  userId: string,
  change: Partial<Pick<AuthenticatorRow, 'secret' | 'lastStep' | 'confirmedAt'>>,
): Promise<boolean> {
  const { authenticators } = db.tables
  const isOne = eq(authenticators.userId, userId)
  const isLater = change.lastStep === undefined ? undefined : lt(authenticators.lastStep, change.lastStep)
  const changed = await db
    .update(authenticators)
    .set(change)
    .where(and(isOne, isLater))
    .returning({ userId: authenticators.userId })
  return changed.length > 0
}

/** With the recovery codes; true if it existed. */
export async function deleteAuthenticator(db: Db, userId: string): Promise<boolean> {
  const { authenticators, recoveryCodes } = db.tables
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const isOne = eq(authenticators.userId, userId)
  return (await db.delete(authenticators).where(isOne).returning({ userId: authenticators.userId })).length > 0
}

/** Locked until the transaction ends, by id. */
export async function lockAuthenticators(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<AuthenticatorRow[]> {
  const { authenticators } = db.tables
  const isAfter = gt(authenticators.userId, after)
  return lockRows(db, db.select().from(authenticators).where(isAfter).orderBy(asc(authenticators.userId)).limit(limit))
}

export async function insertRecoveryCodes(db: Db, userId: string, hashes: readonly string[]): Promise<void> {
  await db.insert(db.tables.recoveryCodes).values(hashes.map((hash) => ({ hash, userId })))
}

/** True if the account had a code with this hash. */
export async function deleteRecoveryCode(db: Db, userId: string, hash: string): Promise<boolean> {
  const { recoveryCodes } = db.tables
  const isOne = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hash))
  return (await db.delete(recoveryCodes).where(isOne).returning({ hash: recoveryCodes.hash })).length > 0
}
