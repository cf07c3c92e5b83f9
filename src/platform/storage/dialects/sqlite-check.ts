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
  let connection: Database | undefined
  try {
    connection = new Database(file, { readonly: true })
    connection.exec('PRAGMA busy_timeout = 5000')
    const rows = connection.query<{ quick_check: string }, []>(`PRAGMA quick_check(${maxProblems})`).all()
    return rows.flatMap(({ quick_check: text }) => (text === 'ok' ? [] : text.split('\n')))
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    // Where the schema cannot be read, nothing else is looked at.
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return [message]
    throw error
  } finally {
    connection?.close()
  }
}
