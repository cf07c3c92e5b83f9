import { and, eq, isNull, or } from 'drizzle-orm'
import type { Db } from '../storage/index.ts'

/** The key with that hash, its present or its replaced one, with the project it belongs to; also when it has ended. */
export async function findKey(db: Db, hash: string) {
  const { apiKeys, projects } = db.tables
  const [row] = await db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      hash: apiKeys.hash,
      previousHash: apiKeys.previousHash,
      previousExpiresAt: apiKeys.previousExpiresAt,
      scopes: apiKeys.scopes,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
      projectId: apiKeys.projectId,
      companyId: projects.companyId,
    })
    .from(apiKeys)
    .innerJoin(projects, eq(projects.id, apiKeys.projectId))
    .where(and(or(eq(apiKeys.hash, hash), eq(apiKeys.previousHash, hash)), isNull(projects.deletedAt)))
    .limit(1)
  return row
}

/** Notes when a key was last used. */
export async function touchKey(db: Db, keyId: string, at: number): Promise<void> {
  await db.update(db.tables.apiKeys).set({ lastUsedAt: at }).where(eq(db.tables.apiKeys.id, keyId))
}
