/** The ids that callers gave to resources of their own. */
import { type SQL, and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ExternalKind } from '../../kernel/ids/index.ts'
import { type Db, advisoryLock } from './db.ts'
import { preparedAndKept } from './prepared.ts'

export type ExternalMatch = { id: string; externalId: string | null }

const tableOf = { template: 'templates', folder: 'folders', module: 'modules', asset: 'assets' } as const

type Named = Db['tables'][(typeof tableOf)[ExternalKind]]

// A template in the trash no longer holds its external id.
function isHeld(table: Named) {
  return 'deletedAt' in table ? isNull(table.deletedAt) : undefined
}

function findOne(kind: ExternalKind) {
  return preparedAndKept((db): ReturnType<typeof selectOne> => selectOne(db, kind))
}

function selectOne(db: Db, kind: ExternalKind) {
  const table = db.tables[tableOf[kind]] as Db['tables']['templates']
  const isIt = and(
    eq(table.projectId, sql.placeholder('project')),
    eq(table.externalId, sql.placeholder('external')),
    isHeld(table),
  )
  return db.select({ id: table.id, externalId: table.externalId }).from(table).where(isIt)
}

const findOneOf = {
  template: findOne('template'),
  folder: findOne('folder'),
  module: findOne('module'),
  asset: findOne('asset'),
}

/** The resources of the project with these external ids; synchronous for one id if storage is. */
export function findByExternalIds(
  db: Db,
  kind: ExternalKind,
  { projectId, externalIds }: { projectId: string; externalIds: readonly string[] },
): ExternalMatch[] | PromiseLike<ExternalMatch[]> {
  const [first, ...others] = externalIds
  if (first === undefined) return []
  if (others.length === 0) return findOneOf[kind](db, { project: projectId, external: first })
  const table = db.tables[tableOf[kind]] as Db['tables']['templates']
  const isOne = and(eq(table.projectId, projectId), inArray(table.externalId, [...externalIds]), isHeld(table))
  return db.select({ id: table.id, externalId: table.externalId }).from(table).where(isOne)
}

/**
 * Serializes the uses of an external id until the transaction ends. SQLite has a single writer anyway. Acquired before the
 * transaction writes or locks any row, which prevents deadlocks.
 */
export async function lockExternalId(db: Db, kind: ExternalKind, projectId: string, externalId: string): Promise<void> {
  await advisoryLock(db, `external ${kind} ${projectId} ${externalId}`)
}

/** Condition: the metadata of a row has all of these values. */
export function hasMetadata({ dialect }: Db, column: Named['metadata'] | SQL, wanted: Record<string, string>): SQL {
  return dialect === 'postgres'
    ? sql`${column} @> ${JSON.stringify(wanted)}::text::jsonb`
    : sql`not exists (
        select 1 from json_each(${JSON.stringify(wanted)}) as wanted
        where not exists (
          select 1 from json_each(${column}) as held where held.key = wanted.key and held.value = wanted.value
        )
      )`
}
