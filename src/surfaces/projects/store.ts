import { and, asc, eq, gt, isNull, like, lt, ne, notInArray, or, sql } from 'drizzle-orm'
import { demoCompanyId, demoProjectId, publicCompanyId } from '../../kernel/ids/index.ts'
import type { VisitSealedRows } from '../../platform/identity/index.ts'
import {
  type Db,
  type IdPage,
  type Tables,
  isInIdPage,
  lockRows,
  lockRowsToChange,
  inOrder,
} from '../../platform/storage/index.ts'
import { secretContext } from './secret-context.ts'

export type CompanyRow = Tables['companies']['$inferSelect']
export type ProjectRow = Tables['projects']['$inferSelect']
export type UserRow = Tables['users']['$inferSelect']

export async function insertCompany(db: Db, company: CompanyRow): Promise<void> {
  await db.insert(db.tables.companies).values(company)
}

export async function selectCompany(db: Db, companyId: string): Promise<CompanyRow | undefined> {
  const { companies } = db.tables
  return (await db.select().from(companies).where(eq(companies.id, companyId)))[0]
}

/** Oldest first, without the internal companies of the service. */
export async function selectCompanies(db: Db): Promise<CompanyRow[]> {
  const { companies } = db.tables
  const isOwn = notInArray(companies.id, [publicCompanyId, demoCompanyId])
  return db.select().from(companies).where(isOwn).orderBy(asc(companies.id))
}

export async function updatePlan(db: Db, companyId: string, plan: CompanyRow['plan']): Promise<void> {
  const { companies } = db.tables
  await db.update(companies).set({ plan }).where(eq(companies.id, companyId))
}

/** The company, its row locked until the transaction ends: its projects are counted one after the other. */
export async function lockCompany(db: Db, companyId: string): Promise<CompanyRow | undefined> {
  const { companies } = db.tables
  return (await lockRowsToChange(db, db.select().from(companies).where(eq(companies.id, companyId))))[0]
}

export function countProjects(db: Db, companyId: string): Promise<number> {
  const { projects } = db.tables
  return db.$count(projects, and(eq(projects.companyId, companyId), isNull(projects.deletedAt)))
}

/** Adds a project; its secret is sealed before. */
export async function insertProject(db: Db, project: Tables['projects']['$inferInsert']): Promise<void> {
  await db.insert(db.tables.projects).values(project)
}

/** Undefined if the project is deleted. */
export async function selectProject(db: Db, projectId: string): Promise<ProjectRow | undefined> {
  const { projects } = db.tables
  const isLiving = and(eq(projects.id, projectId), isNull(projects.deletedAt))
  return (await db.select().from(projects).where(isLiving))[0]
}

/** The same, if it is one of the company. */
export async function selectProjectOf(db: Db, companyId: string, projectId: string): Promise<ProjectRow | undefined> {
  const project = await selectProject(db, projectId)
  return project?.companyId === companyId ? project : undefined
}

/** The living projects of one company or of all but that of the demo, oldest first; a page of them if given. */
export async function selectProjects(db: Db, companyId?: string, page?: IdPage): Promise<ProjectRow[]> {
  const { projects } = db.tables
  const ofCompany = companyId === undefined ? undefined : eq(projects.companyId, companyId)
  const order = page ?? { descending: false }
  const query = db
    .select()
    .from(projects)
    .where(and(ofCompany, isInIdPage(projects.id, order), ne(projects.id, demoProjectId), isNull(projects.deletedAt)))
    .orderBy(...inOrder([projects.id], order))
  return page === undefined ? query : query.limit(page.limit)
}

/** The active project of a Plugin ID, with the plan of its company. */
export async function selectPlugin(
  db: Db,
  pluginId: string,
): Promise<{ project: ProjectRow; plan: string } | undefined> {
  const { companies, projects } = db.tables
  const isLiving = and(eq(projects.pluginId, pluginId), isNull(projects.deletedAt))
  const [row] = await db
    .select({ project: projects, plan: companies.plan })
    .from(projects)
    .innerJoin(companies, eq(companies.id, projects.companyId))
    .where(isLiving)
  return row
}

export type ProjectChange = Partial<
  Pick<
    ProjectRow,
    | 'name'
    | 'allowedOrigins'
    | 'settings'
    | 'updatedAt'
    | 'deletedAt'
    | 'pluginSecret'
    | 'previousSecret'
    | 'previousSecretUntil'
  >
>

export async function updateProject(db: Db, projectId: string, change: ProjectChange): Promise<void> {
  const { projects } = db.tables
  await db.update(projects).set(change).where(eq(projects.id, projectId))
}

/** A project that is not deleted, its row locked until the transaction ends. */
export async function lockProject(db: Db, projectId: string): Promise<ProjectRow | undefined> {
  const { projects } = db.tables
  const isLiving = and(eq(projects.id, projectId), isNull(projects.deletedAt))
  return (await lockRowsToChange(db, db.select().from(projects).where(isLiving)))[0]
}

/** False if the email address already has an account. */
export async function insertUser(db: Db, user: Tables['users']['$inferInsert']): Promise<boolean> {
  const { users } = db.tables
  const made = await db.insert(users).values(user).onConflictDoNothing({ target: users.email }).returning()
  return made.length > 0
}

/** `email` must be normalized. */
export async function selectUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const { users } = db.tables
  return (await db.select().from(users).where(eq(users.email, email)))[0]
}

/** By id or normalized email address; the row is locked until the transaction ends. */
export async function lockUser(db: Db, idOrEmail: string): Promise<UserRow | undefined> {
  const { users } = db.tables
  const isMeant = or(eq(users.id, idOrEmail), eq(users.email, idOrEmail))
  return (await lockRows(db, db.select().from(users).where(isMeant)))[0]
}

/** Owners of a company that are not disabled; the rows are locked until the transaction ends. */
export async function lockActiveOwners(db: Db, companyId: string): Promise<UserRow[]> {
  const { users } = db.tables
  const isOwner = and(eq(users.companyId, companyId), eq(users.role, 'owner'), isNull(users.disabledAt))
  return lockRows(db, db.select().from(users).where(isOwner).orderBy(asc(users.id)))
}

export async function updateUser(
  db: Db,
  userId: string,
  change: Partial<Pick<UserRow, 'role' | 'passwordHash' | 'disabledAt'>>,
): Promise<void> {
  const { users } = db.tables
  await db.update(users).set(change).where(eq(users.id, userId))
}

/** Also deletes the account's sessions. */
export async function deleteUser(db: Db, userId: string): Promise<void> {
  const { users } = db.tables
  await db.delete(users).where(eq(users.id, userId))
}

/** In any company. */
export async function hasUsers(db: Db): Promise<boolean> {
  const { users } = db.tables
  return (await db.select({ id: users.id }).from(users).limit(1)).length > 0
}

/** Oldest first. */
export async function selectUsers(db: Db, companyId: string): Promise<UserRow[]> {
  const { users } = db.tables
  return db.select().from(users).where(eq(users.companyId, companyId)).orderBy(asc(users.id))
}

export async function updateLastSignIn(db: Db, userId: string, lastSignInAt: number): Promise<void> {
  const { users } = db.tables
  await db.update(users).set({ lastSignInAt }).where(eq(users.id, userId))
}

/** Increments a counter of a window and returns the new value. */
export async function countUp(db: Db, bucket: string, windowStart: number): Promise<number> {
  const { rateCounters } = db.tables
  const [row] = await db
    .insert(rateCounters)
    .values({ bucket, windowStart, count: 1 })
    .onConflictDoUpdate({
      target: [rateCounters.bucket, rateCounters.windowStart],
      set: { count: sql`${rateCounters.count} + 1` },
    })
    .returning({ count: rateCounters.count })
  return row?.count ?? 1
}

/** Deletes the sign-in counters of windows that began before the time; returns the number of rows. */
export async function deleteSignInCounts(db: Db, before: number): Promise<number> {
  const { rateCounters } = db.tables
  const isPast = and(like(rateCounters.bucket, 'sign-in:%'), lt(rateCounters.windowStart, before))
  return (await db.delete(rateCounters).where(isPast).returning({ bucket: rateCounters.bucket })).length
}

export async function resetCount(db: Db, bucket: string, windowStart: number): Promise<void> {
  const { rateCounters } = db.tables
  await db.delete(rateCounters).where(and(eq(rateCounters.bucket, bucket), eq(rateCounters.windowStart, windowStart)))
}

/** Visits the sealed Secret Keys of projects, deleted ones included. */
export const visitSealedProjects: VisitSealedRows = async (db, visit, { after, limit }) => {
  const { projects } = db.tables
  const page = db.select().from(projects).where(gt(projects.id, after)).orderBy(asc(projects.id)).limit(limit)
  const rows = await lockRows(db, page)
  for (const { id, pluginSecret, previousSecret } of rows) {
    const context = secretContext(id)
    const change = {
      pluginSecret: visit(pluginSecret, context),
      previousSecret: previousSecret === null ? null : visit(previousSecret, context),
    }
    if (change.pluginSecret !== pluginSecret || change.previousSecret !== previousSecret)
      await db.update(projects).set(change).where(eq(projects.id, id))
  }
  return rows.length < limit ? undefined : rows.at(-1)?.id
}
