/**
 * One description, two dialects, two sets of migrations: each database that the migrations make must be the one that the
 * description says. Indexes over expressions are compared by name and uniqueness, since each database prints them its way.
 */
import { beforeAll, describe, expect, test } from 'bun:test'
import { getTableName, sql } from 'drizzle-orm'
import { getTableConfig as postgresConfig } from 'drizzle-orm/pg-core'
import { getTableConfig as sqliteConfig } from 'drizzle-orm/sqlite-core'
import type { Dialect, Store } from '../../src/platform/storage/index.ts'
import { dialects, openTestStore } from '../support/store.ts'

interface Column {
  name: string
  type: string
  nullable: boolean
}
interface Index {
  name: string
  unique: boolean
  partial: boolean
  columns: string[]
}
interface ForeignKey {
  columns: string[]
  to: string
  toColumns: string[]
  onDelete: string
}
interface Table {
  columns: Column[]
  primaryKey: string[]
  indexes: Index[]
  foreignKeys: ForeignKey[]
}
type Schema = Record<string, Table>

/** What exists on one dialect only, or is not described: the migrator's own table and SQLite's full-text index. */
const undescribed = /^(svc_migrations|template_search_index.*|sqlite_.*)$/
/** The trigram index of Postgres, in whose place SQLite has a virtual table, and the index that leads from there to templates. */
const indexesOfOneDialect = ['template_search_index', 'template_search_entry', 'template_search_heads']
const expression = '(expression)'

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
const byColumns = (a: ForeignKey, b: ForeignKey) => (a.columns.join() < b.columns.join() ? -1 : 1)

function described(store: Store): Schema {
  const config = (store.dialect === 'sqlite' ? sqliteConfig : postgresConfig) as typeof postgresConfig
  return Object.fromEntries(
    Object.values(store.read.tables).map((table) => {
      const { name, columns, indexes, foreignKeys, primaryKeys } = config(table)
      const inline = columns.filter((column) => column.primary).map((column) => column.name)
      return [
        name,
        {
          columns: columns
            .map((column) => ({ name: column.name, type: plainType(column.getSQLType()), nullable: !column.notNull }))
            .sort(byName),
          primaryKey: [...inline, ...primaryKeys.flatMap((key) => key.columns.map((column) => column.name))],
          indexes: indexes
            .map(({ config: index }) => ({
              name: index.name ?? '',
              unique: index.unique,
              partial: index.where !== undefined,
              columns: index.columns.map((column) => ('name' in column ? String(column.name) : expression)),
            }))
            .sort(byName),
          foreignKeys: foreignKeys
            .map((key) => {
              const reference = key.reference()
              return {
                columns: reference.columns.map((column) => column.name),
                to: getTableName(reference.foreignTable),
                toColumns: reference.foreignColumns.map((column) => column.name),
                onDelete: key.onDelete ?? 'no action',
              }
            })
            .sort(byColumns),
        },
      ]
    }),
  )
}

const plainType = (type: string) => type.toLowerCase().replace('bigserial', 'bigint')

async function readSqlite({ read }: Store): Promise<Schema> {
  const names = await read.rows<{ name: string }>(sql`select name from sqlite_schema where type = 'table'`)
  const schema: Schema = {}
  for (const { name } of names.filter((table) => !undescribed.test(table.name))) {
    const columns = await read.rows<{ name: string; type: string; notnull: number; pk: number }>(
      sql`select * from pragma_table_info(${name})`,
    )
    schema[name] = {
      columns: columns
        .map((column) => ({ name: column.name, type: column.type.toLowerCase(), nullable: column.notnull === 0 }))
        .sort(byName),
      primaryKey: columns
        .filter((column) => column.pk > 0)
        .sort((a, b) => a.pk - b.pk)
        .map((column) => column.name),
      indexes: await readSqliteIndexes(read, name),
      foreignKeys: await readSqliteForeignKeys(read, name),
    }
  }
  return schema
}

async function readSqliteIndexes(read: Store['read'], table: string): Promise<Index[]> {
  const list = await read.rows<{ name: string; unique: number; partial: number; origin: string }>(
    sql`select * from pragma_index_list(${table}) where origin = 'c'`,
  )
  const indexes = list.map(async ({ name, unique, partial }) => {
    const columns = await read.rows<{ name: string | null }>(
      sql`select name from pragma_index_info(${name}) order by seqno`,
    )
    return {
      name,
      unique: unique === 1,
      partial: partial === 1,
      columns: columns.map((column) => column.name ?? expression),
    }
  })
  return (await Promise.all(indexes)).filter(({ name }) => !indexesOfOneDialect.includes(name)).sort(byName)
}

async function readSqliteForeignKeys(read: Store['read'], table: string): Promise<ForeignKey[]> {
  const rows = await read.rows<{ from: string; table: string; to: string; on_delete: string }>(
    sql`select * from pragma_foreign_key_list(${table})`,
  )
  return rows
    .map((row) => ({
      columns: [row.from],
      to: row.table,
      toColumns: [row.to],
      onDelete: row.on_delete.toLowerCase(),
    }))
    .sort(byColumns)
}

async function readPostgres({ read }: Store): Promise<Schema> {
  const columns = await read.rows<Column & { table: string }>(sql`
    select table_name as "table", column_name as name, data_type as type, is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = 'public'`)
  const indexes = await read.rows<Index & { table: string; primary: boolean }>(sql`
    select t.relname as "table", i.relname as name, x.indisunique as "unique", x.indisprimary as "primary",
      x.indpred is not null as partial,
      array(select coalesce(a.attname, ${expression}) from unnest(x.indkey::int[]) with ordinality k(number, place)
        left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number and k.number > 0
        where place <= x.indnkeyatts order by place)::text[] as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = 'public'::regnamespace`)
  const keys = await read.rows<ForeignKey & { table: string }>(sql`
    select t.relname as "table", f.relname as "to",
      array(select attname from unnest(c.conkey) k join pg_attribute on attrelid = c.conrelid and attnum = k)::text[] as columns,
      array(select attname from unnest(c.confkey) k join pg_attribute on attrelid = c.confrelid and attnum = k)::text[] as "toColumns",
      case c.confdeltype when 'c' then 'cascade' when 'n' then 'set null' when 'a' then 'no action' else 'other' end as "onDelete"
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class f on f.oid = c.confrelid where c.contype = 'f'`)
  const names = [...new Set(columns.map(({ table }) => table))].filter((name) => !undescribed.test(name))
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        columns: columns
          .filter(({ table }) => table === name)
          .map(({ table: _, ...column }) => column)
          .sort(byName),
        primaryKey: indexes.find(({ table, primary }) => table === name && primary)?.columns ?? [],
        indexes: indexes
          .filter((index) => index.table === name && !index.primary && !indexesOfOneDialect.includes(index.name))
          .map(({ table: _, primary: __, ...index }) => index)
          .sort(byName),
        foreignKeys: keys
          .filter(({ table }) => table === name)
          .map(({ table: _, ...key }) => key)
          .sort(byColumns),
      },
    ]),
  )
}

/** The schema without what the dialects spell differently. */
function withoutTypes(schema: Schema): Schema {
  const plain = (table: Table) => ({ ...table, columns: table.columns.map((column) => ({ ...column, type: '' })) })
  return Object.fromEntries(Object.entries(schema).map(([name, table]) => [name, plain(table)]))
}

const read = { sqlite: readSqlite, postgres: readPostgres }

describe('the migrations make what the tables describe', () => {
  const found = {} as Record<Dialect, Schema>
  const wanted = {} as Record<Dialect, Schema>

  beforeAll(async () => {
    for (const dialect of dialects) {
      const store = await openTestStore(dialect)
      found[dialect] = await read[dialect](store)
      wanted[dialect] = described(store)
    }
  })

  test.each([...dialects])('on %s', (dialect) => {
    expect(Object.keys(found[dialect]).sort()).toEqual(Object.keys(wanted[dialect]).sort())
    for (const [name, table] of Object.entries(wanted[dialect])) {
      expect({ [name]: found[dialect][name] }).toEqual({ [name]: table })
    }
  })

  test('alike on both', () => {
    expect(withoutTypes(found.sqlite)).toEqual(withoutTypes(found.postgres))
  })

  test('with an index under every foreign key, so that a delete never scans', () => {
    for (const [name, table] of Object.entries(found.postgres)) {
      const leading = [
        table.primaryKey[0],
        ...table.indexes.filter(({ partial }) => !partial).map(({ columns }) => columns[0]),
      ]
      for (const key of table.foreignKeys)
        expect({ [name]: leading }).toEqual({ [name]: expect.arrayContaining(key.columns) })
    }
  })

  test('with names of columns in snake_case', () => {
    const names = Object.values(found.sqlite).flatMap((table) => table.columns.map((column) => column.name))
    for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
  })
})
