import { existsSync, renameSync, rmSync } from 'node:fs'
import { StorageError } from '../failure.ts'
import { Connection } from './sqlite-connection.ts'

/** Copies a database that may be in use to a new file, which appears only when it is complete. */
export function copyDatabase(from: string, to: string): void {
  if (existsSync(to)) throw new StorageError(`The backup ${to} exists already; choose another name.`)
  const partial = `${to}.partial`
  rmSync(partial, { force: true })
  const connection = new Connection(from)
  try {
    connection.exec('PRAGMA busy_timeout = 5000; PRAGMA temp_store = MEMORY; PRAGMA synchronous = FULL')
    connection.prepare('VACUUM INTO ?').run(partial)
    renameSync(partial, to)
  } finally {
    connection.close()
    rmSync(partial, { force: true })
  }
}
