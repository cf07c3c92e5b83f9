/** Reads and prepares the rows of the store past the service. */
import { Database as Sqlite } from 'bun:sqlite'
import { SQL } from 'bun'
import path from 'node:path'

export type Row = Record<string, unknown>

export interface Database {
  readonly dialect: 'postgres' | 'sqlite'
  /** Runs a statement that both dialects understand, without parameters. */
  rows<T extends Row = Row>(statement: string): Promise<T[]>
  close(): Promise<void>
}

/** Connects to the database at the URL, or to the SQLite file of the data directory. */
export function connectDatabase(url: string | undefined, dataDir: string): Database {
  if (url === undefined) {
    const file = path.join(dataDir, 'svc.db')
    return {
      dialect: 'sqlite',
      async rows<T extends Row>(statement: string) {
        // A connection for each statement: the service owns the file, and may replace its log.
        const database = new Sqlite(file, { readwrite: true })
        try {
          database.run('pragma busy_timeout = 10000')
          return database.query(statement).all() as T[]
        } finally {
          database.close()
        }
      },
      close: async () => undefined,
    }
  }
  const client = new SQL({ url, max: 4, connection: { application_name: 'races' } })
  return {
    dialect: 'postgres',
    rows: async <T extends Row>(statement: string) => (await client.unsafe(statement)) as T[],
    close: () => client.close(),
  }
}

/** A JSON column, which one dialect gives as text. */
export function parsed(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value
}

/** A text as a literal of SQL. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
