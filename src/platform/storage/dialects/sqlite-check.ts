import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError } from '../failure.ts'
import { databaseFile } from './database-file.ts'

const maxProblems = 100

/**
 * What `PRAGMA quick_check` finds wrong with the SQLite database of a data directory, a sentence each, at most 100; none when it is
 * sound. Reads all of it and blocks meanwhile. Throws a StorageError where there is no database.
 */
export function checkDatabaseFile(dataDir: string): string[] {
  const file = join(dataDir, databaseFile)
  if (!existsSync(file)) throw new StorageError(`There is no database at ${file}.`)
  const problems: string[] = []
  let connection: Database | undefined
  try {
    connection = new Database(file, { readonly: true })
    connection.exec('PRAGMA busy_timeout = 5000')
    // Row by row: where the check itself fails on a page, what it has found so far counts.
    for (const row of connection.query<{ quick_check: string }, []>(`PRAGMA quick_check(${maxProblems})`).iterate())
      problems.push(...row.quick_check.split('\n'))
    return problems.filter((text) => text !== 'ok')
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    // Where the schema cannot be read, nothing else is inspected.
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return [...problems, message]
    throw error
  } finally {
    connection?.close()
  }
}
