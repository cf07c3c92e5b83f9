/** SQL of grants; callers check the permission before. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../platform/storage/index.ts'
import type { GrantRow } from '../template/index.ts'

/** What grants are on: a template or a folder. */
export type Target = { templateId: string } | { folderId: string }

function on({ tables: { grants } }: Db, target: Target) {
  return 'templateId' in target ? eq(grants.templateId, target.templateId) : eq(grants.folderId, target.folderId)
}

/** Adds a grant, or changes the level of the one its principal has there. */
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

/** Takes every grant on the target away. */
export async function deleteGrants(db: Db, projectId: string, target: Target): Promise<void> {
  const { grants } = db.tables
  await db.delete(grants).where(and(eq(grants.projectId, projectId), on(db, target)))
}

/** Takes one grant away; false when there is none of that id on the target. */
export async function deleteGrant(db: Db, projectId: string, target: Target, id: string): Promise<boolean> {
  const { grants } = db.tables
  const isMeant = and(eq(grants.projectId, projectId), on(db, target), eq(grants.id, id))
  return (await db.delete(grants).where(isMeant).returning({ id: grants.id })).length > 0
}

/** True if the project has a living API key of that id. */
export async function hasKey(db: Db, projectId: string, keyId: string): Promise<boolean> {
  const { apiKeys } = db.tables
  const isLiving = and(eq(apiKeys.projectId, projectId), eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt))
  return (await db.select({ id: apiKeys.id }).from(apiKeys).where(isLiving)).length > 0
}

/** True if the company has an account of that id. */
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
