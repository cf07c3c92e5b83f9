import { ServiceError } from '../../kernel/errors/index.ts'
import { type StorageFailure, storageFailure } from '../../platform/storage/index.ts'

/** A failure in the words of its catalog or its own message; nobody at a shell wants a stack. */
export function explain(error: unknown): string {
  if (error instanceof ServiceError) {
    const { detail, issues = [] } = error.context
    // Where single things are wrong, they say all that there is to say.
    const whole = detail ?? (issues.length === 0 ? error.message : [])
    return [whole, issues.map(({ path, message }) => `${path.slice(1)}: ${message}`)].flat().join('\n')
  }
  const message = error instanceof Error ? error.message : String(error)
  const remedy = remedies[storageFailure(error).kind]
  return remedy === undefined ? message : `${remedy} (${message})`
}

const remedies: Partial<Record<StorageFailure['kind'], string>> = {
  full: 'The disk is full: free space where the data directory and the database lie, then try again',
  'read-only':
    'The database is read-only: point SVC_DATABASE_URL at the primary, or let the server or the data directory take writes',
  damaged: 'The database is damaged: put a copy in its place, one from backups/ in the data directory or your own',
}
