import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError } from '../failure.ts'
import { databaseFile } from './database-file.ts'

const maxProblems = 100

/**
 * Problems that `PRAGMA quick_check` reports for the SQLite database of a data directory, one sentence each, at most 100;
 * empty if it is intact. Reads the whole database and blocks meanwhile. Throws a StorageError if there is no database.
 */
export function checkDatabaseFile(dataDir: string): string[] {
  const file = join(dataDir, databaseFile)
  if (!existsSync(file)) throw new StorageError(`There is no database at ${file}.`)
  const problems: string[] = []
  let connection: Database | undefined
  try {
    connection = new Database(file, { readonly: true })
    connection.exec('PRAGMA busy_timeout = 5000')
    // Row by row: if the check itself fails on a page, the earlier results are kept.
    for (const row of connection.query<{ quick_check: string }, []>(`PRAGMA quick_check(${maxProblems})`).iterate())
      problems.push(...row.quick_check.split('\n'))
    return problems.filter((text) => text !== 'ok')
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    // If the schema cannot be read, there are no further checks.
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return [...problems, message]
    throw error
  } finally {
    connection?.close()
  }
}
