import { and, eq } from 'drizzle-orm'
import type { Db, Tables } from '../../platform/storage/index.ts'

export type IdentityRow = Tables['userIdentities']['$inferSelect']

/** The account of a person at a provider; undefined without one. */
export async function selectIdentity(
  db: Db,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
): Promise<{ email: string } | undefined> {
  const { userIdentities, users } = db.tables
  const isOne = and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject))
  const rows = await db
    .select({ email: users.email })
    .from(userIdentities)
    .innerJoin(users, eq(users.id, userIdentities.userId))
    .where(isOne)
  return rows[0]
}

/** False if the person, or the account, has one of this issuer. */
export async function insertIdentity(db: Db, row: IdentityRow): Promise<boolean> {
  const { userIdentities } = db.tables
  return (await db.insert(userIdentities).values(row).onConflictDoNothing().returning()).length > 0
}

/** True if the account has an identity of the issuer. */
export async function hasIdentity(db: Db, userId: string, issuer: string): Promise<boolean> {
  const { userIdentities } = db.tables
  const isOne = and(eq(userIdentities.userId, userId), eq(userIdentities.issuer, issuer))
  return (await db.select({ userId: userIdentities.userId }).from(userIdentities).where(isOne)).length > 0
}

/** Deletes all of the account; true if there was one. */
export async function deleteIdentities(db: Db, userId: string): Promise<boolean> {
  const { userIdentities } = db.tables
  return (await db.delete(userIdentities).where(eq(userIdentities.userId, userId)).returning()).length > 0
}
