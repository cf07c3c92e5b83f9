import { and, desc, eq, exists, gt, isNull, lt, notExists } from 'drizzle-orm'
import type { Db, Tables } from '../../platform/storage/index.ts'

export type AppRow = Tables['connectedApps']['$inferSelect']
export type TokenRow = Tables['appTokens']['$inferSelect']

export async function insertApp(db: Db, row: AppRow): Promise<void> {
  await db.insert(db.tables.connectedApps).values(row)
}

export async function insertTokens(db: Db, rows: TokenRow[]): Promise<void> {
  await db.insert(db.tables.appTokens).values(rows)
}

/** Those of an account that can still get access, the latest first, with the names of their projects. */
export async function selectApps(db: Db, userId: string, now: number) {
  const { connectedApps, projects } = db.tables
  return db
    .select({ app: connectedApps, projectName: projects.name })
    .from(connectedApps)
    .innerJoin(projects, eq(projects.id, connectedApps.projectId))
    .where(and(eq(connectedApps.userId, userId), isNull(projects.deletedAt), exists(liveTokens(db, now))))
    .orderBy(desc(connectedApps.createdAt), connectedApps.id)
}

/** Deletes the applications of an account that can get no access any more. */
export async function deleteDeadApps(db: Db, userId: string, now: number): Promise<void> {
  const { connectedApps } = db.tables
  await db
    .delete(connectedApps)
    .where(and(eq(connectedApps.userId, userId), lt(connectedApps.createdAt, now), notExists(liveTokens(db, now))))
}

function liveTokens(db: Db, now: number) {
  const { appTokens, connectedApps } = db.tables
  return db
    .select({ hash: appTokens.hash })
    .from(appTokens)
    .where(and(eq(appTokens.appId, connectedApps.id), gt(appTokens.expiresAt, now)))
}

/** The deleted row; undefined if it did not exist. */
export async function deleteApp(db: Db, id: string, userId: string): Promise<AppRow | undefined> {
  const { connectedApps } = db.tables
  const isOne = and(eq(connectedApps.id, id), eq(connectedApps.userId, userId))
  return (await db.delete(connectedApps).where(isOne).returning())[0]
}

/** A token with its application, account and project; also if it has expired or was used. */
export async function selectToken(db: Db, hash: string) {
  const { appTokens, connectedApps, projects, users } = db.tables
  const [row] = await db
    .select({ token: appTokens, app: connectedApps, user: users, project: projects })
    .from(appTokens)
    .innerJoin(connectedApps, eq(connectedApps.id, appTokens.appId))
    .innerJoin(users, eq(users.id, connectedApps.userId))
    .innerJoin(projects, and(eq(projects.id, connectedApps.projectId), eq(projects.companyId, users.companyId)))
    .where(and(eq(appTokens.hash, hash), isNull(users.disabledAt), isNull(projects.deletedAt)))
  return row
}

/** True for the first of several requests. */
export async function useUpToken(db: Db, hash: string, now: number): Promise<boolean> {
  const { appTokens } = db.tables
  const isUnused = and(eq(appTokens.hash, hash), isNull(appTokens.usedAt))
  return (
    (await db.update(appTokens).set({ usedAt: now }).where(isUnused).returning({ hash: appTokens.hash })).length > 0
  )
}

/** Deletes the tokens of all accounts that expired before that time. */
export async function deleteTokensBefore(db: Db, time: number): Promise<void> {
  const { appTokens } = db.tables
  await db.delete(appTokens).where(lt(appTokens.expiresAt, time))
}

export async function touchApp(db: Db, id: string, now: number): Promise<void> {
  const { connectedApps } = db.tables
  await db.update(connectedApps).set({ lastUsedAt: now }).where(eq(connectedApps.id, id))
}
