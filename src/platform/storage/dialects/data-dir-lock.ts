import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { StorageError, storageFailure } from '../failure.ts'

/**
 * Locks the data directory for this process until the returned function is called or the process ends, even by a crash: an
 * open transaction on a small separate database holds a file lock of the operating system.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, 'svc.lock')
  const lock = new Database(file, { create: true })
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (storageFailure(error).kind !== 'busy') throw error
    throw new StorageError(
      `Another svc server uses the data directory ${dataDir} (it holds ${file}). ` +
        'Stop it first, give this one its own SVC_DATA_DIR, or run several servers on one Postgres with SVC_DATABASE_URL.',
      error,
    )
  }
  return () => lock.close()
}
