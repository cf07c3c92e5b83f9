import { Column, type InferInsertModel, Param, Placeholder, SQL, getTableColumns, is, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { limits } from '../../kernel/limits.ts'
import type { Db } from './db.ts'
import type { Tables } from './tables/tables.ts'

type Values = Record<string, unknown>

/** The part of a statement that both dialects' builders share. */
type Query<T> = { prepare(name: string): { execute(values?: Values): PromiseLike<T> } }

/** drizzle's prepared queries; its types declare Postgres for both dialects, and hide these members. */
type SqliteStatement = {
  query: { sql: string; params: unknown[] }
  logger: { logQuery(text: string, params: unknown[]): void }
  stmt: { values(...given: unknown[]): unknown[][]; run(...given: unknown[]): unknown }
  fields: Field[] | undefined
}
type PostgresStatement = { queryString: string; params: unknown[]; fields: Field[] | undefined }
type Field = { path: string[]; field: unknown }

type Run<T> = (db: Db, values: Values) => PromiseLike<T> | T

/**
 * A statement built once instead of on every call, for hot paths: building costs a quarter of a millisecond, more than most
 * statements take. Pass variables as `sql.placeholder('name')`, JSON with `jsonGiven`. Selected fields must be flat; a
 * statement without a selection returns undefined.
 */
export function prepared<T>(build: (db: Db) => Query<T>): (db: Db, values?: Values) => PromiseLike<T> | T {
  // SQLite's statements belong to a connection; on Postgres every transaction has its own Db, and the text is the same.
  const built = new WeakMap<object, Run<T>>()
  return (db, values = {}) => {
    const place = db.dialect === 'sqlite' ? db : db.tables
    let run = built.get(place)
    if (run === undefined) {
      const statement = build(db).prepare('') as object
      run =
        db.dialect === 'sqlite'
          ? runOnSqlite<T>(statement as SqliteStatement)
          : runOnPostgres<T>(statement as PostgresStatement)
      built.set(place, run)
    }
    return run(db, values)
  }
}

/**
 * Like `prepared`, for small rows that are read far more often than anything is written: while `Db.snapshot` stays the same,
 * they are returned without a query. They are shared, so callers must not change them.
 */
export function preparedAndKept<T>(
  build: (db: Db) => Query<T>,
): (db: Db, values: Record<string, string>) => PromiseLike<T> | T {
  const query = prepared(build)
  const keptOf = new WeakMap<object, { snapshot: number; results: Map<string, T> }>()
  return (db, values) => {
    const snapshot = db.snapshot()
    if (snapshot === undefined) return query(db, values)
    let kept = keptOf.get(db.identity)
    if (kept?.snapshot !== snapshot || kept.results.size >= limits.keptReads) {
      kept = { snapshot, results: new Map() }
      keptOf.set(db.identity, kept)
    }
    const key = keyOf(values)
    const known = kept.results.get(key)
    if (known !== undefined) return known
    const result = query(db, values)
    if (!isPromise(result)) kept.results.set(key, result)
    return result
  }
}

// With their lengths, because values may contain any separator.
function keyOf(values: Record<string, string>): string {
  let key = ''
  for (const name in values) key += `${values[name]?.length} ${values[name]}`
  return key
}

function isPromise<T>(result: PromiseLike<T> | T): result is PromiseLike<T> {
  return typeof (result as PromiseLike<T> | undefined)?.then === 'function'
}

/** A JSON parameter of a prepared statement; the value is passed as text. */
export function jsonGiven(db: Db, column: Column, name: string): SQL {
  const given = sql`${sql.placeholder(name)}`
  return db.dialect === 'sqlite' ? given : sql`${given}::text::${sql.raw(column.getSQLType())}`
}

/** Inserts one complete row with a statement built once. */
export function preparedInsert<T extends PgTable>(
  table: (tables: Tables) => T,
): (db: Db, row: Required<InferInsertModel<T>>) => Promise<void> {
  const insert = prepared((db) => {
    const into = table(db.tables)
    const columns = Object.entries(getTableColumns(into))
    const row = Object.fromEntries(columns.map(([name, column]) => [name, givenFor(db, column, name)]))
    return db.insert(into).values(row as InferInsertModel<T>)
  })
  return async (db, row) => void (await insert(db, writable(table(db.tables), row)))
}

/** Updates columns of the rows that match a condition, with one statement built for each set of columns. */
export function preparedUpdate<T extends PgTable>(
  table: (tables: Tables) => T,
  condition: (tables: Tables) => SQL | undefined,
): (db: Db, change: Partial<InferInsertModel<T>>, given: Values) => Promise<void> {
  const updates = new Map<string, ReturnType<typeof prepared>>()
  return async (db, change, given) => {
    const names = Object.keys(change).filter((name) => (change as Values)[name] !== undefined)
    if (names.length === 0) return
    const key = names.join()
    let update = updates.get(key)
    if (update === undefined) {
      update = prepared((first) => {
        const changed = table(first.tables)
        const columns = getTableColumns(changed) as Record<string, Column>
        const set = Object.fromEntries(names.map((name) => [name, givenFor(first, columns[name] as Column, name)]))
        return first
          .update(changed)
          .set(set as never)
          .where(condition(first.tables))
      })
      updates.set(key, update)
    }
    await update(db, { ...given, ...writable(table(db.tables), change) })
  }
}

function givenFor(db: Db, column: Column, name: string): SQL | Placeholder {
  return isJson(column) ? jsonGiven(db, column, name) : sql.placeholder(name)
}

function writable(table: PgTable, row: object): Values {
  const columns = getTableColumns(table) as Record<string, Column>
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      value !== null && isJson(columns[name] as Column) ? JSON.stringify(value) : value,
    ]),
  )
}

function isJson(column: Column): boolean {
  return column.dataType === 'json' || /^jsonb?$/.test(column.getSQLType())
}

// SQLite responds synchronously, and drizzle's own path to it and back costs as much as reading a row.
function runOnSqlite<T>({ query, logger, stmt, fields }: SqliteStatement): Run<T> {
  const read = fields && compileRow(fields)
  const fillers = query.params.map(fillerOf)
  return (_, values) => {
    const given: unknown[] = []
    for (const fill of fillers) given.push(fill(values))
    logger.logQuery(query.sql, given)
    if (read !== undefined) return readRows(stmt.values(...given), read) as T
    stmt.run(...given)
    return undefined as T
  }
}

// Most reads return one row, for which `map` costs more than the row.
function readRows(rows: unknown[][], read: (row: unknown[]) => Values): Values[] {
  const [first] = rows
  return rows.length === 1 && first !== undefined ? [read(first)] : rows.map(read)
}

function runOnPostgres<T>({ queryString, params, fields }: PostgresStatement): Run<T> {
  const read = fields && compileRow(fields)
  const fillers = params.map(fillerOf)
  return async (db, values) => {
    const rows = await db.values(
      queryString,
      fillers.map((fill) => fill(values)),
    )
    return (read === undefined ? undefined : rows.map(read)) as T
  }
}

/** Fills a parameter of the statement. Throws if the caller left it out. */
function fillerOf(param: unknown): (values: Values) => unknown {
  if (is(param, Placeholder)) return (values) => valueOf(param, values)
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param
  const { encoder, value } = param
  return (values) => {
    const given = valueOf(value, values)
    return given === null ? null : encoder.mapToDriverValue(given)
  }
}

function valueOf({ name }: Placeholder, values: Values): unknown {
  if (!(name in values)) throw new Error(`The query has no value for ${name}`)
  return values[name]
}

/** Reads a row of driver values in the order of the fields. */
function compileRow(fields: readonly Field[]): (row: unknown[]) => Values {
  const names = fields.map(({ path }) => path.join('.'))
  const decoders = fields.map(({ field }) => decoderOf(field))
  return (row) => {
    const result: Values = {}
    for (let i = 0; i < names.length; i++) {
      const value = row[i]
      const decoder = decoders[i]
      result[names[i] as string] = value === null || decoder === undefined ? value : decoder(value)
    }
    return result
  }
}

type Decoder = ((value: unknown) => unknown) | undefined

/** The decoder of a field; undefined if the driver's value is used as it is. */
function decoderOf(field: unknown): Decoder {
  const decoder = is(field, Column) ? field : is(field, SQL.Aliased) ? decoderIn(field.sql) : decoderIn(field as SQL)
  if (decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue) return undefined
  return (value) => decoder.mapFromDriverValue(value)
}

function decoderIn(sql: SQL): { mapFromDriverValue(value: unknown): unknown } {
  return (sql as object as { decoder: { mapFromDriverValue(value: unknown): unknown } }).decoder
}
