import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import * as lite from 'drizzle-orm/sqlite-core'

export type Dialect = 'sqlite' | 'postgres'

// drizzle's own jsonb and Bun.SQL both encode the value, so it would be stored as a JSON string (drizzle-orm #4942). A
// parameter cast from text is encoded once, here.
const jsonColumn = <T>(type: 'json' | 'jsonb', name: string) =>
  pg.customType<{ data: T; driverData: unknown }>({
    dataType: () => type,
    toDriver: (value) => sql`${JSON.stringify(value)}::text::${sql.raw(type)}` as never,
    fromDriver: (value) => value as T,
  })(name)

/** The column types of the table descriptions on Postgres; all code outside of storage uses these types. */
export const postgresKit = {
  table: pg.pgTable,
  text: <E extends string = string>(name: string) => pg.text(name).$type<E>(),
  int: (name: string) => pg.integer(name),
  /** 64-bit integer read as a number: epoch milliseconds, sizes in bytes. */
  big: (name: string) => pg.bigint(name, { mode: 'number' }),
  bool: (name: string) => pg.boolean(name),
  /** A small value that queries may read. */
  json: <T>(name: string) => jsonColumn<T>('jsonb', name),
  /** A value that keeps the order of its members: documents, hashed values. */
  jsonAsWritten: <T>(name: string) => jsonColumn<T>('json', name),
  /** A number that the database increments; the primary key of its table. */
  serial: (name: string) => pg.bigserial(name, { mode: 'number' }).primaryKey(),
  index: pg.index,
  uniqueIndex: pg.uniqueIndex,
  primaryKey: pg.primaryKey,
}

export type Kit = typeof postgresKit

/** The same column types on SQLite. Cast, because callers are typed against Postgres: both run behind `await`. */
export const sqliteKit = {
  table: lite.sqliteTable,
  text: (name: string) => lite.text(name),
  int: (name: string) => lite.integer(name),
  big: (name: string) => lite.integer(name),
  bool: (name: string) => lite.integer(name, { mode: 'boolean' }),
  json: (name: string) => lite.text(name, { mode: 'json' }),
  jsonAsWritten: (name: string) => lite.text(name, { mode: 'json' }),
  serial: (name: string) => lite.integer(name).primaryKey(),
  index: lite.index,
  uniqueIndex: lite.uniqueIndex,
  primaryKey: lite.primaryKey,
} as unknown as Kit
