/** The SQL of one template: its row, its document and its words for search. Lists are the library's. */
import { and, eq, getTableColumns, inArray, isNotNull, isNull, like, lt, or, sql } from 'drizzle-orm'
import type { EmailDocument } from '../../../email/document/index.ts'
import {
  type Db,
  type Tables,
  jsonGiven,
  lockFreeRows,
  lockRowsToChange,
  prepared,
  preparedUpdate,
} from '../../../platform/storage/index.ts'
import type { TemplateSource, TemplateType } from './contract.ts'

export type TemplateRecord = Tables['templates']['$inferSelect']
/** A template as one caller sees it. */
export type TemplateRow = TemplateRecord & { favorite: boolean }

/** What one caller may see: whose rows, and whose favorite marks. */
export interface Viewer {
  projectId: string
  /** Owner of the favorite marks that count. */
  owner: string
}

/** The columns of a TemplateRow. The mark is a subquery: on SQLite four times as fast as a join for a single row. */
export function rowColumns(db: Db, viewer: { projectId: unknown; owner: unknown }) {
  return { ...getTableColumns(db.tables.templates), favorite: isFavorite(db, viewer) }
}

/** True if the viewer marked the template. */
export function isFavorite({ tables: { templates, favorites } }: Db, viewer: { projectId: unknown; owner: unknown }) {
  return sql<boolean>`exists (
    select 1 from ${favorites}
    where ${favorites.projectId} = ${viewer.projectId} and ${favorites.owner} = ${viewer.owner}
      and ${favorites.templateId} = ${templates.id}
  )`.mapWith(Boolean)
}

/** Rows a project may read: its own and the public ones. */
export function readableBy({ tables: { templates } }: Db, projectId: unknown) {
  return or(sql`${templates.projectId} = ${projectId}`, eq(templates.isPublic, true))
}

function owned({ tables: { templates } }: Db, projectId: string, ids: readonly string[]) {
  return and(eq(templates.projectId, projectId), inArray(templates.id, [...ids]), eq(templates.isPublic, false))
}

const anyViewer = { projectId: sql.placeholder('project'), owner: sql.placeholder('owner') }

const selectTemplate = prepared((db) => {
  const { templates } = db.tables
  return db
    .select(rowColumns(db, anyViewer))
    .from(templates)
    .where(and(eq(templates.id, sql.placeholder('id')), readableBy(db, anyViewer.projectId)))
})

const selectWithDocument = prepared((db) => {
  const { templates, templateDocuments } = db.tables
  return db
    .select({ ...rowColumns(db, anyViewer), document: templateDocuments.document })
    .from(templates)
    .innerJoin(templateDocuments, eq(templateDocuments.templateId, templates.id))
    .where(and(eq(templates.id, sql.placeholder('id')), readableBy(db, anyViewer.projectId)))
})

const selectDocument = prepared((db) => {
  const { templates, templateDocuments } = db.tables
  return db
    .select({ document: templateDocuments.document })
    .from(templateDocuments)
    .innerJoin(templates, eq(templates.id, templateDocuments.templateId))
    .where(and(eq(templates.id, sql.placeholder('id')), readableBy(db, anyViewer.projectId)))
})

/** A template the project may read, in the trash or not. */
export async function findTemplate(db: Db, viewer: Viewer, id: string): Promise<TemplateRow | undefined> {
  const [row] = await selectTemplate(db, { project: viewer.projectId, owner: viewer.owner, id })
  return row
}

/** A template the project may read with its document, both of one revision. */
export async function findWithDocument(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<{ template: TemplateRow; document: EmailDocument } | undefined> {
  const [row] = await selectWithDocument(db, { project: viewer.projectId, owner: viewer.owner, id })
  if (row === undefined) return undefined
  const { document, ...template } = row
  return { template, document: document as EmailDocument }
}

/** The document of a template the project may read, as it was stored. */
export async function findDocument(db: Db, projectId: string, id: string): Promise<EmailDocument | undefined> {
  const [row] = await selectDocument(db, { project: projectId, id })
  return row?.document as EmailDocument | undefined
}

const selectForUpdate = prepared((db) => {
  const { templates } = db.tables
  return lockRowsToChange(db, db.select().from(templates).where(isOwn(db.tables)))
})

/** One of the project's own templates, locked until the transaction ends. */
export async function lockTemplate(db: Db, projectId: string, id: string): Promise<TemplateRecord | undefined> {
  return (await selectForUpdate(db, { ownProject: projectId, ownId: id }))[0]
}

/** The same for many, locked in the order of their ids so that two calls never wait for each other. */
export async function lockTemplates(db: Db, projectId: string, ids: readonly string[]): Promise<TemplateRecord[]> {
  if (ids.length === 0) return []
  const { templates } = db.tables
  return lockRowsToChange(
    db,
    db
      .select()
      .from(templates)
      .where(owned(db, projectId, ids))
      .orderBy(templates.id),
  )
}

/** Adds a template with its document; its search words are written apart. */
export async function insertTemplate(db: Db, row: TemplateRecord, document: EmailDocument): Promise<void> {
  await db.insert(db.tables.templates).values(row)
  await db.insert(db.tables.templateDocuments).values({ templateId: row.id, document })
}

/** The columns of the editing lock. */
export type LockColumn = 'lockKind' | 'lockId' | 'lockName' | 'lockedAt' | 'lockExpiresAt'

export type TemplateChange = Partial<
  Pick<
    TemplateRecord,
    | 'name'
    | 'folderId'
    | 'subject'
    | 'preheader'
    | 'tags'
    | 'sizeBytes'
    | 'updatedAt'
    | 'deletedAt'
    | 'revision'
    | 'guardId'
    | 'publishedRelease'
    | 'publishedAt'
    | 'draftDiffers'
    | LockColumn
  > & { type: TemplateType; source: TemplateSource }
>

function isOwn({ templates }: Tables) {
  const { id, isPublic, projectId } = templates
  return and(eq(projectId, sql.placeholder('ownProject')), eq(id, sql.placeholder('ownId')), eq(isPublic, false))
}

const updateOwn = preparedUpdate(({ templates }) => templates, isOwn)

/** Changes columns of one of the project’s own templates; a public one stays as it is. */
export async function updateTemplate(db: Db, projectId: string, id: string, change: TemplateChange): Promise<void> {
  await updateOwn(db, change, { ownProject: projectId, ownId: id })
}

const replaceDocument = prepared((db) => {
  const { templateDocuments: documents } = db.tables
  return db
    .update(documents)
    .set({ document: jsonGiven(db, documents.document, 'document') })
    .where(eq(documents.templateId, sql.placeholder('template')))
})

/** Replaces the document of a template that the transaction has claimed; it is given as JSON. */
export async function writeDocument(db: Db, id: string, json: string): Promise<void> {
  await replaceDocument(db, { document: json, template: id })
}

/** Erases templates of the project for good; their documents, search words and favorite marks go with them. */
export async function eraseTemplates(db: Db, projectId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { templates } = db.tables
  await db.delete(templates).where(and(eq(templates.projectId, projectId), inArray(templates.id, [...ids])))
}

/** Erases templates of a project that some users made, unless they changed since a moment; answers how many, at most `limit`. */
export async function eraseTemplatesOfUsers(
  db: Db,
  { projectId, userPrefix, beforeMs }: { projectId: string; userPrefix: string; beforeMs: number },
  limit: number,
): Promise<number> {
  const { templates } = db.tables
  const isTheirs = and(
    eq(templates.projectId, projectId),
    eq(templates.createdByKind, 'plugin_user'),
    like(templates.createdById, `${userPrefix}%`),
    lt(templates.updatedAt, beforeMs),
  )
  const found = await lockFreeRows(
    db,
    db.select({ id: templates.id }).from(templates).where(isTheirs).orderBy(templates.id).limit(limit),
  )
  await eraseTemplates(
    db,
    projectId,
    found.map(({ id }) => id),
  )
  return found.length
}

export type ErasedTemplate = Pick<
  TemplateRecord,
  'id' | 'projectId' | 'name' | 'type' | 'revision' | 'folderId' | 'guardId'
>

/**
 * Erases templates of every project that were put into the trash before the given time, the oldest first, and returns those
 * that this call erased. A template that is being restored, or erased by someone else, is left alone. `selected` reaches
 * `limit` while there may be more.
 */
export async function eraseExpiredTrash(
  db: Db,
  before: number,
  limit: number,
): Promise<{ selected: number; erased: ErasedTemplate[] }> {
  const { templates } = db.tables
  const { id, projectId, name, type, revision, folderId, guardId } = templates
  const isExpired = and(isNotNull(templates.deletedAt), lt(templates.deletedAt, before))
  const candidates = await lockFreeRows(
    db,
    db.select({ id }).from(templates).where(isExpired).orderBy(templates.deletedAt, templates.id).limit(limit),
  )
  if (candidates.length === 0) return { selected: 0, erased: [] }
  const ids = candidates.map((row) => row.id)
  // The condition is repeated, and what was erased is what this says: whatever happened to a row before, a template that was
  // restored stays.
  const erased = await db
    .delete(templates)
    .where(and(inArray(templates.id, ids), isExpired))
    .returning({ id, projectId, name, type, revision, folderId, guardId })
  return { selected: candidates.length, erased }
}

/** Which of the ids are public templates, readable by every project. */
export async function findPublicIds(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { templates } = db.tables
  const rows = await db
    .select({ id: templates.id })
    .from(templates)
    .where(and(inArray(templates.id, [...ids]), eq(templates.isPublic, true), isNull(templates.deletedAt)))
  return rows.map((row) => row.id)
}
