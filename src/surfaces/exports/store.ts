import { type SQL, and, asc, eq, exists, gt, inArray, lte, not, notExists, sql } from 'drizzle-orm'
import { type Db, type IdPage, type Tables, isInIdPage, inOrder } from '../../platform/storage/index.ts'
import { type TemplateVisibility, namesOpenTemplate, selectRestricted } from '../templates/index.ts'

export type ExportRow = Tables['exports']['$inferSelect']

export type NewExport = Omit<ExportRow, 'projectId' | 'error'>

export type FinishedExport = Pick<ExportRow, 'files' | 'warnings' | 'completedAt' | 'expiresAt'>

/** A code of the error catalog, with details. */
export interface ExportError {
  code: string
  message: string
}

/** Also stores the templates, which determine the callers that may see the export. */
export async function insertExport(db: Db, projectId: string, row: NewExport): Promise<void> {
  await db.insert(db.tables.exports).values({ ...row, projectId })
  const ids = [...new Set(row.templateIds)]
  if (ids.length === 0) return
  const restricted = await selectRestricted(db, ids)
  const named = ids.map((id) => ({ exportId: row.id, templateId: id, isRestricted: restricted.has(id) }))
  await db.insert(db.tables.exportTemplates).values(named)
}

/** Condition: the caller may see every template of the export; an export without templates is visible to all. */
function isVisible(db: Db, { guards, isUnlimited }: TemplateVisibility): SQL | undefined {
  if (isUnlimited) return undefined
  const { exports, exportTemplates: named } = db.tables
  const isOpen = namesOpenTemplate(db, named.templateId, { guards, erased: not(named.isRestricted) })
  const hidden = db
    .select({ one: sql`1` })
    .from(named)
    .where(and(eq(named.exportId, exports.id), not(isOpen)))
  return notExists(hidden)
}

const live = ['queued', 'running']

/** False if the export was canceled or deleted. */
export async function startExport(db: Db, id: string): Promise<boolean> {
  const { exports } = db.tables
  const isLive = and(eq(exports.id, id), inArray(exports.status, live))
  const started = await db.update(exports).set({ status: 'running' }).where(isLive).returning({ id: exports.id })
  return started.length > 0
}

/** Sets the final state of an unfinished export; undefined if it is finished, canceled or deleted. */
async function endExport(db: Db, id: string, end: Partial<ExportRow>): Promise<ExportRow | undefined> {
  const { exports } = db.tables
  const isLive = and(eq(exports.id, id), inArray(exports.status, live))
  return (await db.update(exports).set(end).where(isLive).returning())[0]
}

export function finishExport(db: Db, id: string, made: FinishedExport): Promise<ExportRow | undefined> {
  return endExport(db, id, { status: 'completed', ...made })
}

export function failExport(db: Db, id: string, error: ExportError): Promise<ExportRow | undefined> {
  return endExport(db, id, { status: 'failed', error })
}

export async function cancelExports(db: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids) await endExport(db, id, { status: 'cancelled' })
}

/** An unexpired export of the project that the caller may see. */
export async function selectExport(
  db: Db,
  projectId: string,
  { id, nowMs, visibility }: { id: string; nowMs: number; visibility: TemplateVisibility },
): Promise<ExportRow | undefined> {
  const { exports } = db.tables
  const isOwn = and(eq(exports.projectId, projectId), eq(exports.id, id), gt(exports.expiresAt, nowMs))
  const isSeen = and(isOwn, isVisible(db, visibility))
  return (await db.select().from(exports).where(isSeen))[0]
}

/** An export by its id alone. Only for signed links, whose signature replaces the check of the project. */
export async function selectLinkedExport(db: Db, id: string, nowMs: number): Promise<ExportRow | undefined> {
  const { exports } = db.tables
  return (
    await db
      .select()
      .from(exports)
      .where(and(eq(exports.id, id), gt(exports.expiresAt, nowMs)))
  )[0]
}

/** Each matches any of its values. */
export interface ExportFilter {
  statuses?: string[] | undefined
  formats?: string[] | undefined
  targets?: string[] | undefined
  templateIds?: string[] | undefined
}

/** Unexpired exports of the project that the caller may see. */
export async function selectExports(
  db: Db,
  projectId: string,
  page: IdPage,
  { nowMs, visibility, ...filter }: ExportFilter & { nowMs: number; visibility: TemplateVisibility },
): Promise<ExportRow[]> {
  const { exports } = db.tables
  const { formats, statuses, targets, templateIds } = filter
  const isListed = and(
    eq(exports.projectId, projectId),
    gt(exports.expiresAt, nowMs),
    isInIdPage(exports.id, page),
    formats === undefined ? undefined : inArray(exports.format, formats),
    statuses === undefined ? undefined : inArray(exports.status, statuses),
    targets === undefined ? undefined : inArray(exports.target, targets),
    templateIds === undefined ? undefined : isOfTemplates(db, templateIds),
    isVisible(db, visibility),
  )
  return db
    .select()
    .from(exports)
    .where(isListed)
    .orderBy(...inOrder([exports.id], page))
    .limit(page.limit)
}

function isOfTemplates(db: Db, templateIds: readonly string[]): SQL {
  const { exports, exportTemplates: named } = db.tables
  const isNamed = and(eq(named.exportId, exports.id), inArray(named.templateId, [...templateIds]))
  return exists(
    db
      .select({ one: sql`1` })
      .from(named)
      .where(isNamed),
  )
}

/** Undefined if the project has no export with this id. */
export async function deleteExport(db: Db, projectId: string, id: string): Promise<ExportRow | undefined> {
  const { exports } = db.tables
  return (
    await db
      .delete(exports)
      .where(and(eq(exports.projectId, projectId), eq(exports.id, id)))
      .returning()
  )[0]
}

/** Deletes at most `limit` rows of expired exports of any project, oldest first; returns their ids. */
export async function deleteExpired(db: Db, nowMs: number, limit: number): Promise<string[]> {
  const { exports } = db.tables
  const isExpired = lte(exports.expiresAt, nowMs)
  const oldest = db
    .select({ id: exports.id })
    .from(exports)
    .where(isExpired)
    .orderBy(asc(exports.expiresAt))
    .limit(limit)
  const gone = await db
    .delete(exports)
    .where(and(inArray(exports.id, oldest), isExpired))
    .returning({ id: exports.id })
  return gone.map(({ id }) => id)
}

/** The files of those exports that exist, of any project. */
export async function selectFiles(db: Db, ids: readonly string[]): Promise<Pick<ExportRow, 'id' | 'files'>[]> {
  if (ids.length === 0) return []
  const { exports } = db.tables
  return db
    .select({ id: exports.id, files: exports.files })
    .from(exports)
    .where(inArray(exports.id, [...ids]))
}
