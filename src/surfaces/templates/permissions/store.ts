/** Grants. Permissions are checked by the callers. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../platform/storage/index.ts'
import type { GrantRow } from '../template/index.ts'

export type Target = { templateId: string } | { folderId: string }

function on({ tables: { grants } }: Db, target: Target) {
  return 'templateId' in target ? eq(grants.templateId, target.templateId) : eq(grants.folderId, target.folderId)
}

/** Inserts a grant, or changes the level of the principal's existing grant on the target. */
export async function saveGrant(
  db: Db,
  projectId: string,
  target: Target,
  grant: Omit<GrantRow, 'templateId' | 'folderId' | 'projectId'>,
): Promise<GrantRow> {
  const { grants } = db.tables
  const isMeant = and(
    on(db, target),
    eq(grants.projectId, projectId),
    eq(grants.principalKind, grant.principalKind),
    eq(grants.principalId, grant.principalId),
  )
  const [changed] = await db.update(grants).set({ level: grant.level }).where(isMeant).returning()
  if (changed !== undefined) return changed
  const row = { templateId: null, folderId: null, ...target, ...grant, projectId }
  await db.insert(grants).values(row)
  return row
}

export async function deleteGrants(db: Db, projectId: string, target: Target): Promise<void> {
  const { grants } = db.tables
  await db.delete(grants).where(and(eq(grants.projectId, projectId), on(db, target)))
}

/** False if the target has no grant with this id. */
export async function deleteGrant(db: Db, projectId: string, target: Target, id: string): Promise<boolean> {
  const { grants } = db.tables
  const isMeant = and(eq(grants.projectId, projectId), on(db, target), eq(grants.id, id))
  return (await db.delete(grants).where(isMeant).returning({ id: grants.id })).length > 0
}

/** Excludes revoked keys. */
export async function hasKey(db: Db, projectId: string, keyId: string): Promise<boolean> {
  const { apiKeys } = db.tables
  const isLiving = and(eq(apiKeys.projectId, projectId), eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt))
  return (await db.select({ id: apiKeys.id }).from(apiKeys).where(isLiving)).length > 0
}

export async function hasUser(db: Db, companyId: string, userId: string): Promise<boolean> {
  const { users } = db.tables
  return (
    (
      await db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.companyId, companyId), eq(users.id, userId)))
    ).length > 0
  )
}
