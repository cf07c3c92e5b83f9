import { and, eq, isNull, or } from 'drizzle-orm'
import type { Db } from '../storage/index.ts'
import { type Role, findRole } from './roles.ts'

/** The key with that hash, its current or its replaced one, with its project; also if it is revoked or expired. */
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
      settings: projects.settings,
    })
    .from(apiKeys)
    .innerJoin(projects, eq(projects.id, apiKeys.projectId))
    .where(and(or(eq(apiKeys.hash, hash), eq(apiKeys.previousHash, hash)), isNull(projects.deletedAt)))
    .limit(1)
  return row
}

/** The current permissions of a key of a project; also if it is revoked or expired. */
export async function findKeyById(
  db: Db,
  projectId: string,
  id: string,
): Promise<{ scopes: string[]; expiresAt: number | null; revokedAt: number | null } | undefined> {
  const { apiKeys, projects } = db.tables
  const { scopes, expiresAt, revokedAt } = apiKeys
  const [row] = await db
    .select({ scopes, expiresAt, revokedAt })
    .from(apiKeys)
    .innerJoin(projects, eq(projects.id, apiKeys.projectId))
    .where(and(eq(apiKeys.projectId, projectId), eq(apiKeys.id, id), isNull(projects.deletedAt)))
  return row
}

/** Undefined if the account does not exist or is disabled. */
export async function findUserRole(db: Db, companyId: string, id: string): Promise<Role | undefined> {
  const { users } = db.tables
  const isOne = and(eq(users.companyId, companyId), eq(users.id, id), isNull(users.disabledAt))
  return findRole((await db.select({ role: users.role }).from(users).where(isOne))[0]?.role ?? '')
}

/** Updates `last_used_at`. */
export async function touchKey(db: Db, keyId: string, at: number): Promise<void> {
  await db.update(db.tables.apiKeys).set({ lastUsedAt: at }).where(eq(db.tables.apiKeys.id, keyId))
}
