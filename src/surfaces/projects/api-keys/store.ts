import { and, eq, isNull, or } from 'drizzle-orm'
import { type Db, type IdPage, type Tables, isInIdPage, inOrder } from '../../../platform/storage/index.ts'

export type KeyRow = Tables['apiKeys']['$inferSelect']

function live({ tables: { apiKeys } }: Db, projectId: string) {
  return and(eq(apiKeys.projectId, projectId), isNull(apiKeys.revokedAt))
}

/** Keys that are not revoked, oldest first; a page of them if given. */
export async function selectLiveKeys(db: Db, projectId: string, page?: IdPage): Promise<KeyRow[]> {
  const { apiKeys } = db.tables
  const order = page ?? { descending: false }
  const query = db
    .select()
    .from(apiKeys)
    .where(and(live(db, projectId), isInIdPage(apiKeys.id, order)))
    .orderBy(...inOrder([apiKeys.id], order))
  return page === undefined ? query : query.limit(page.limit)
}

export async function selectLiveKey(db: Db, projectId: string, keyId: string): Promise<KeyRow | undefined> {
  const { apiKeys } = db.tables
  return (
    await db
      .select()
      .from(apiKeys)
      .where(and(live(db, projectId), eq(apiKeys.id, keyId)))
  )[0]
}

/** Searches all projects, revoked and replaced keys included. */
export async function hasKeyHash(db: Db, hash: string): Promise<boolean> {
  const { apiKeys } = db.tables
  const rows = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(or(eq(apiKeys.hash, hash), eq(apiKeys.previousHash, hash)))
  return rows.length > 0
}

export async function insertKey(
  db: Db,
  projectId: string,
  key: Omit<Tables['apiKeys']['$inferInsert'], 'projectId'>,
): Promise<void> {
  await db.insert(db.tables.apiKeys).values({ ...key, projectId })
}

export type KeyChange = Partial<Pick<KeyRow, 'hash' | 'prefix' | 'previousHash' | 'previousExpiresAt' | 'revokedAt'>>

/** Undefined if the project has no live key with this id. */
export async function updateKey(
  db: Db,
  projectId: string,
  { keyId, change }: { keyId: string; change: KeyChange },
): Promise<KeyRow | undefined> {
  const { apiKeys } = db.tables
  const isMeant = and(live(db, projectId), eq(apiKeys.id, keyId))
  return (await db.update(apiKeys).set(change).where(isMeant).returning())[0]
}
