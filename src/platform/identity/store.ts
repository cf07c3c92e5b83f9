import { and, eq, isNull } from 'drizzle-orm'
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
