import { type SQL, and, asc, desc, eq, gt, gte, inArray, isNull, like, lt, lte, or, sql } from 'drizzle-orm'
import { type Db, lockRows, prepared, preparedInsert } from '../storage/index.ts'
import type { AuditRow } from './entry.ts'

/** The last row of a chain. `seq` is null while the chain is not keyed. */
export type Head = { at: number; hash: string; seq: number | null }

/**
 * Locks the project's chain until the transaction ends. SQLite has one writer anyway. Not an `advisoryLock`: serializable
 * transactions take it too, and read nothing after it from their snapshot.
 */
export async function lockChain(db: Db, projectId: string | null): Promise<void> {
  if (db.dialect !== 'postgres') return
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${projectId ?? ''}`}, 0))`)
}

const lastOf = (isInChain: (db: Db) => SQL) =>
  prepared((db) => {
    const { at, hash, seq } = db.tables.auditLog
    return db.select({ at, hash, seq }).from(db.tables.auditLog).where(isInChain(db)).orderBy(desc(at)).limit(1)
  })
const lastOfProject = lastOf((db) => eq(db.tables.auditLog.projectId, sql.placeholder('project')))
const lastOfNone = lastOf((db) => isNull(db.tables.auditLog.projectId))

export async function lastOfChain(db: Db, projectId: string | null): Promise<Head | undefined> {
  return (projectId === null ? await lastOfNone(db) : await lastOfProject(db, { project: projectId }))[0]
}

/**
 * Locks the chain and returns its last row. Reads the currently committed data: a serializable transaction would see the row
 * as of its beginning, and conflict with every other transaction that appends.
 */
export async function lockedHead(db: Db, projectId: string | null): Promise<Head | undefined> {
  // Sequential: a head that is read before the lock is held may no longer be the last row.
  await lockChain(db, projectId)
  return lastOfChain(db.newest, projectId)
}

export const insertAudit = preparedInsert(({ auditLog }) => auditLog)

export async function insertAudits(db: Db, rows: AuditRow[]): Promise<void> {
  await db.insert(db.tables.auditLog).values(rows)
}

export async function countChain(db: Db, projectId: string | null): Promise<number> {
  return db.$count(db.tables.auditLog, inChain(db, projectId))
}

/** Null is the chain of entries without a project. */
export async function listChains(db: Db, { since = 0 }: { since?: number } = {}): Promise<(string | null)[]> {
  const { auditLog } = db.tables
  const rows = await db
    .selectDistinct({ projectId: auditLog.projectId })
    .from(auditLog)
    .where(since === 0 ? undefined : gt(auditLog.at, since))
  return rows.map((row) => row.projectId)
}

/** The projects whose chains have rows signed with this key. */
export async function listChainsSignedBy(db: Db, keyId: string): Promise<(string | null)[]> {
  const { auditLog } = db.tables
  const rows = await db
    .selectDistinct({ projectId: auditLog.projectId })
    .from(auditLog)
    .where(like(auditLog.hash, `v2.${keyId}.%`))
  return rows.map((row) => row.projectId)
}

/** The next rows of a chain after that time, oldest first. */
export async function readChain(
  db: Db,
  projectId: string | null,
  { after, limit }: { after: number; limit: number },
): Promise<AuditRow[]> {
  const { auditLog } = db.tables
  return db
    .select()
    .from(auditLog)
    .where(and(inChain(db, projectId), gt(auditLog.at, after)))
    .orderBy(auditLog.at)
    .limit(limit)
}

function inChain({ tables: { auditLog } }: Db, projectId: string | null) {
  return projectId === null ? isNull(auditLog.projectId) : eq(auditLog.projectId, projectId)
}

/** Times in milliseconds since epoch, the end exclusive. */
export interface AuditFilter {
  /** Null: entries without a project. */
  projectId?: string | null
  actorId?: string
  /** One action, or all of a resource as `resource.*`. */
  action?: string
  target?: string
  /** Rows match if the target or the details contain one of these, such as pseudonyms of email addresses. */
  mentions?: readonly string[]
  since?: number
  until?: number
}

/** Start of a page of the log: after this row. */
export type AuditPosition = { at: number; id: string }

/** Matching rows, sorted by time. */
export async function selectAudit(
  db: Db,
  filter: AuditFilter,
  { after, limit, order }: { after?: AuditPosition | undefined; limit: number; order: 'newest' | 'oldest' },
): Promise<AuditRow[]> {
  const { auditLog } = db.tables
  const { projectId, actorId, action, target, mentions, since, until } = filter
  const [beyond, sorted] = order === 'newest' ? [lt, desc] : [gt, asc]
  const resource = action?.endsWith('.*') === true ? action.slice(0, -1) : undefined
  return db
    .select()
    .from(auditLog)
    .where(
      and(
        projectId === undefined ? undefined : inChain(db, projectId),
        actorId === undefined ? undefined : eq(auditLog.actorId, actorId),
        action === undefined || resource !== undefined ? undefined : eq(auditLog.action, action),
        resource === undefined ? undefined : sql`substr(${auditLog.action}, 1, ${resource.length}) = ${resource}`,
        target === undefined ? undefined : eq(auditLog.target, target),
        mentions === undefined ? undefined : or(...mentions.map((text) => isMentioned(db, text))),
        since === undefined ? undefined : gt(auditLog.at, since - 1),
        until === undefined ? undefined : lt(auditLog.at, until),
        after === undefined
          ? undefined
          : or(beyond(auditLog.at, after.at), and(eq(auditLog.at, after.at), beyond(auditLog.id, after.id))),
      ),
    )
    .orderBy(sorted(auditLog.at), sorted(auditLog.id))
    .limit(limit)
}

function isMentioned({ tables: { auditLog } }: Db, text: string): SQL | undefined {
  const like = `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return or(eq(auditLog.target, text), sql`cast(${auditLog.detail} as text) like ${like} escape '\\'`)
}

export type CheckpointRow = Db['tables']['auditCheckpoints']['$inferSelect']

export async function selectCheckpoints(db: Db): Promise<CheckpointRow[]> {
  return db.select().from(db.tables.auditCheckpoints)
}

/** `lock` locks it until the transaction ends. */
export async function selectCheckpoint(
  db: Db,
  projectId: string | null,
  { lock = false } = {},
): Promise<CheckpointRow | undefined> {
  const { auditCheckpoints } = db.tables
  const query = db
    .select()
    .from(auditCheckpoints)
    .where(eq(auditCheckpoints.chain, projectId ?? ''))
  return (await (lock ? lockRows(db, query) : query))[0]
}

/** Replaces the previous checkpoint of a chain. */
export async function saveCheckpoint(db: Db, { chain, ...rest }: CheckpointRow): Promise<void> {
  const { auditCheckpoints } = db.tables
  await db
    .insert(auditCheckpoints)
    .values({ chain, ...rest })
    .onConflictDoUpdate({ target: auditCheckpoints.chain, set: rest })
}

export async function lastBefore(db: Db, projectId: string | null, before: number): Promise<Head | undefined> {
  const { auditLog } = db.tables
  const { at, hash, seq } = auditLog
  return (
    await db
      .select({ at, hash, seq })
      .from(auditLog)
      .where(and(inChain(db, projectId), lt(at, before)))
      .orderBy(desc(at))
      .limit(1)
  )[0]
}

/** Counts the rows of a chain after one time, up to and including another. */
export async function countBetween(
  db: Db,
  projectId: string | null,
  { after, until }: { after: number; until: number },
): Promise<number> {
  const { auditLog } = db.tables
  return db.$count(auditLog, and(inChain(db, projectId), gt(auditLog.at, after), lte(auditLog.at, until)))
}

/** Deletes the oldest rows of a chain up to that time, at most `limit`, and returns their number. */
export async function deleteUntil(db: Db, projectId: string | null, at: number, limit: number): Promise<number> {
  const { auditLog } = db.tables
  const oldest = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(inChain(db, projectId), lte(auditLog.at, at)))
    .orderBy(auditLog.at)
    .limit(limit)
  const gone = await db.delete(auditLog).where(inArray(auditLog.id, oldest)).returning({ id: auditLog.id })
  return gone.length
}

export async function hasRow(db: Db, projectId: string | null, head: { at: number; hash: string }): Promise<boolean> {
  const { auditLog } = db.tables
  const found = await db
    .select({ hash: auditLog.hash })
    .from(auditLog)
    .where(and(inChain(db, projectId), eq(auditLog.at, head.at)))
  return found.some(({ hash }) => hash === head.hash)
}

/** A value that the audit log stores besides its rows; `lock` locks it until the transaction ends. */
export async function selectState(db: Db, key: string, { lock = false } = {}): Promise<unknown> {
  const { settings } = db.tables
  const query = db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return (await (lock ? lockRows(db, query) : query))[0]?.value
}

/** Inserts or replaces such a value. */
export async function saveState(db: Db, key: string, value: unknown): Promise<void> {
  const { settings } = db.tables
  await db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } })
}

export async function deleteState(db: Db, key: string): Promise<void> {
  const { settings } = db.tables
  await db.delete(settings).where(eq(settings.key, key))
}

/** The values whose keys begin with the prefix, sorted by key; `lock` locks them until the transaction ends. */
export async function selectStates(
  db: Db,
  prefix: string,
  { after = '', limit = 1000, lock = false } = {},
): Promise<{ key: string; value: unknown }[]> {
  const { settings } = db.tables
  const query = db
    .select()
    .from(settings)
    .where(and(gte(settings.key, prefix), like(settings.key, `${prefix}%`), gt(settings.key, after)))
    .orderBy(asc(settings.key))
    .limit(limit)
  return lock ? lockRows(db, query) : query
}

/** A trigger or rule on the table of the audit log, as the database describes it. */
export type Guard = { name: string; definition: string; enabled: boolean }

/** Every trigger and rule on the table, sorted by name. */
export async function selectGuards(db: Db): Promise<Guard[]> {
  if (db.dialect === 'sqlite') {
    const rows = await db.rows<{ name: string; definition: string }>(
      sql`select name, sql as definition from sqlite_schema where type = 'trigger' and tbl_name = 'audit_log' order by name`,
    )
    return rows.map((row) => ({ ...row, enabled: true }))
  }
  const rows = await db.rows<{ name: string; definition: string; state: string }>(sql`
    select t.tgname as name, pg_get_triggerdef(t.oid) || ' ' || p.prosrc as definition, t.tgenabled::text as state
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid = to_regclass('audit_log') and not t.tgisinternal
    union all
    select r.rulename, pg_get_ruledef(r.oid), r.ev_enabled::text
    from pg_rewrite r where r.ev_class = to_regclass('audit_log')
    order by 1`)
  return rows.map(({ name, definition, state }) => ({ name, definition, enabled: state === 'O' || state === 'A' }))
}
