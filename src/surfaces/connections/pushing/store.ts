import { type SQL, type SQLWrapper, and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { type Db, type IdPage, type Tables, isInIdPage, inOrder } from '../../../platform/storage/index.ts'
import { type TemplateVisibility, namesOpenTemplate } from '../../templates/index.ts'

export type PushRow = Tables['pushes']['$inferSelect']
export type LinkRow = Tables['connectionTemplates']['$inferSelect']

/** Identifies a template at a connection; `locale` is empty for the template in its own language. */
export interface LinkKey {
  connectionId: string
  templateId: string
  locale: string
}

const live = ['queued', 'running']

export async function insertPush(db: Db, row: PushRow): Promise<void> {
  await db.insert(db.tables.pushes).values(row)
}

/** Updates an unfinished push; undefined if it is finished. */
export async function updatePush(db: Db, id: string, change: Partial<PushRow>): Promise<PushRow | undefined> {
  const { pushes } = db.tables
  const isLive = and(eq(pushes.id, id), inArray(pushes.status, live))
  return (await db.update(pushes).set(change).where(isLive).returning())[0]
}

/** Condition: the caller may see the template of a column; erased templates only if no grants restrict the caller. */
function isVisible(db: Db, templateId: SQLWrapper, { guards }: TemplateVisibility): SQL | undefined {
  return guards === undefined ? undefined : namesOpenTemplate(db, templateId, { guards, erased: sql`false` })
}

/** A push of one of the project's connections whose template the caller may see. */
export async function selectPush(
  db: Db,
  projectId: string,
  { connectionId, id, visibility }: { connectionId: string; id: string; visibility: TemplateVisibility },
): Promise<PushRow | undefined> {
  const { pushes } = db.tables
  const isOwn = and(eq(pushes.projectId, projectId), eq(pushes.connectionId, connectionId), eq(pushes.id, id))
  const isSeen = and(isOwn, isVisible(db, pushes.templateId, visibility))
  return (await db.select().from(pushes).where(isSeen))[0]
}

/** Pushes of a connection whose templates the caller may see, with any of the statuses and of any of the templates. */
export async function selectPushes(
  db: Db,
  connectionId: string,
  page: IdPage,
  filter: { statuses?: string[] | undefined; templateIds?: string[] | undefined; visibility: TemplateVisibility },
): Promise<PushRow[]> {
  const { pushes } = db.tables
  const isListed = and(
    eq(pushes.connectionId, connectionId),
    isInIdPage(pushes.id, page),
    filter.statuses === undefined ? undefined : inArray(pushes.status, filter.statuses),
    filter.templateIds === undefined ? undefined : inArray(pushes.templateId, filter.templateIds),
    isVisible(db, pushes.templateId, filter.visibility),
  )
  return db
    .select()
    .from(pushes)
    .where(isListed)
    .orderBy(...inOrder([pushes.id], page))
    .limit(page.limit)
}

/** Deletes at most `max` older pushes of any project; returns the number deleted. */
export async function deletePushesBefore(db: Db, beforeMs: number, max: number): Promise<number> {
  const { pushes } = db.tables
  const old = db.select({ id: pushes.id }).from(pushes).where(lt(pushes.createdAt, beforeMs)).limit(max)
  return (await db.delete(pushes).where(inArray(pushes.id, old)).returning({ id: pushes.id })).length
}

/** URLs of uploaded images at a connection, keyed by content digest. */
export async function selectImages(
  db: Db,
  connectionId: string,
  digests: readonly string[],
): Promise<Map<string, string>> {
  if (digests.length === 0) return new Map()
  const { connectionImages: images } = db.tables
  const isWanted = and(eq(images.connectionId, connectionId), inArray(images.digest, [...digests]))
  const found = await db.select({ digest: images.digest, url: images.url }).from(images).where(isWanted)
  return new Map(found.map(({ digest, url }) => [digest, url]))
}

export async function saveImage(
  db: Db,
  row: { connectionId: string; digest: string; url: string; createdAt: number },
): Promise<void> {
  const { connectionImages: images } = db.tables
  const target = [images.connectionId, images.digest]
  await db
    .insert(images)
    .values(row)
    .onConflictDoUpdate({ target, set: { url: row.url } })
}

export async function selectLink(db: Db, key: LinkKey): Promise<LinkRow | undefined> {
  return (await db.select().from(db.tables.connectionTemplates).where(linkOf(db, key)))[0]
}

/** Pushed templates of a connection that the caller may see. */
export async function selectLinks(
  db: Db,
  connectionId: string,
  { limit, visibility }: { limit: number; visibility: TemplateVisibility },
): Promise<LinkRow[]> {
  const { connectionTemplates: links } = db.tables
  return db
    .select()
    .from(links)
    .where(and(eq(links.connectionId, connectionId), isVisible(db, links.templateId, visibility)))
    .orderBy(asc(links.templateId), asc(links.locale))
    .limit(limit)
}

/** Inserts or updates the state of a template at a connection. */
export async function saveLink(db: Db, key: LinkKey, change: Partial<Omit<LinkRow, keyof LinkKey>>): Promise<void> {
  const { connectionTemplates: links } = db.tables
  const fresh = { remoteId: null, pendingSince: null, pushedRevision: null, pushedAt: null, ...change }
  await db
    .insert(links)
    .values({ ...key, ...fresh })
    .onConflictDoUpdate({ target: [links.connectionId, links.templateId, links.locale], set: change })
}

function linkOf({ tables: { connectionTemplates: links } }: Db, { connectionId, locale, templateId }: LinkKey) {
  return and(eq(links.connectionId, connectionId), eq(links.templateId, templateId), eq(links.locale, locale))
}
