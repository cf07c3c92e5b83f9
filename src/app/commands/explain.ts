import { ServiceError } from '../../kernel/errors/index.ts'
import { type StorageFailure, storageFailure } from '../../platform/storage/index.ts'

/** The catalog message or the error message, without a stack trace. */
export function explain(error: unknown): string {
  if (error instanceof ServiceError) {
    const { detail, issues = [] } = error.context
    // Individual issues make the general message redundant.
    const whole = detail ?? (issues.length === 0 ? error.message : [])
    return [whole, issues.map(({ path, message }) => `${path.slice(1)}: ${message}`)].flat().join('\n')
  }
  const message = error instanceof Error ? error.message : String(error)
  const remedy = remedies[storageFailure(error).kind]
  return remedy === undefined ? message : `${remedy} (${message})`
}

const remedies: Partial<Record<StorageFailure['kind'], string>> = {
  full: 'Disk full: free space on the disk of the data directory and the database, then retry',
  'read-only':
    'The database is read-only: point SVC_DATABASE_URL at the primary, or make the server or the data directory writable',
  damaged: 'The database is damaged: replace it with a copy from backups/ in the data directory or your own backup',
}
