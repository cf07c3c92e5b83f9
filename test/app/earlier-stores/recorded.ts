/** Databases as earlier versions left them, which `bun scripts/record-store.ts COMMIT` recorded. */
import { SQL } from 'bun'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Dialect, type Store, migrate } from '../../../src/platform/storage/index.ts'
import { createDatabase } from '../../support/postgres.ts'
import { openEmptyStore, temporaryDirectory } from '../../support/store.ts'

export const shipped = join(import.meta.dir, '../../../migrations')
const recordings = join(import.meta.dir, '../../fixtures/stores')

export interface Place {
  dataDir: string
  url?: string
}

/** The database with the migrations and rows of a service whose last migration has this number. */
export async function restoreStore(number: string, dialect: Dialect): Promise<Place> {
  const dataDir = temporaryDirectory()
  if (dialect === 'sqlite') {
    const bytes = Bun.gunzipSync(readFileSync(join(recordings, `${number}.sqlite.db.gz`)))
    writeFileSync(join(dataDir, 'svc.db'), bytes)
    return { dataDir }
  }
  const place = { dataDir, url: await createDatabase() }
  const text = new TextDecoder().decode(Bun.gunzipSync(readFileSync(join(recordings, `${number}.postgres.json.gz`))))
  const tables = JSON.parse(text) as Record<string, object[]>
  const store = await openEmptyStore(place)
  const applied = (tables['svc_migrations'] ?? []) as { name: string }[]
  await migrate(store, migrationsOf(applied.map(({ name }) => name)))
  await store.close()
  const client = new SQL({ url: place.url, max: 1 })
  // Rows refer to each other in any order.
  await client.unsafe('set session_replication_role = replica')
  for (const [table, rows] of Object.entries(tables)) {
    await client.unsafe(`delete from "${table}"`)
    await client.unsafe(
      `insert into "${table}" overriding system value select * from json_populate_recordset(null::"${table}", $1::text::json)`,
      [JSON.stringify(rows)],
    )
  }
  const sequences: { table: string; column: string }[] =
    await client`select table_name as "table", column_name as "column"
    from information_schema.columns where table_schema = 'public' and (is_identity = 'YES' or column_default like 'nextval%')`
  for (const { table, column } of sequences)
    await client.unsafe(
      `select setval(pg_get_serial_sequence('${table}', '${column}'), (select coalesce(max("${column}"), 0) + 1 from "${table}"))`,
    )
  await client.close()
  return place
}

function migrationsOf(names: readonly string[]): string {
  const folder = temporaryDirectory()
  const directory = join(folder, 'postgres')
  mkdirSync(directory)
  for (const name of names) copyFileSync(join(shipped, 'postgres', `${name}.sql`), join(directory, `${name}.sql`))
  return folder
}

export type Rows = Record<string, Record<string, unknown>[]>

/** Every row of every table that SQL may write, with JSON as it is stored and bytes in hexadecimal. */
export async function rowsOf(store: Store): Promise<Rows> {
  const db = store.read
  const tables = await db.rows<{ name: string }>(
    store.dialect === 'sqlite'
      ? sql`select name from pragma_table_list where type = 'table' and schema = 'main' and name not like 'sqlite_%'`
      : sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const all: Rows = {}
  for (const { name } of tables) {
    const rows = await db.rows<Record<string, unknown>>(sql`select * from ${sql.identifier(name)}`)
    all[name] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
        ]),
      ),
    )
  }
  return all
}
