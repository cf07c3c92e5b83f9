import { ServiceError } from '../../../kernel/errors/index.ts'
import { BlobError } from '../../blobs/index.ts'
import { storageFailure as kindOf } from '../../storage/index.ts'

// Postgres classes 08 (connection) and 57P0x (shutdown), and what the client and the socket call the same.
const unreachable =
  /^(08...|57P0.|53[24]00|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ERR_POSTGRES_(CONNECTION|IDLE|LIFETIME).*)$/

/**
 * What a storage error means to the caller of this method: no space left, not reachable now, or an outcome that nobody knows.
 * Undefined for any other error.
 */
export function storageFailure(error: unknown, method: string): ServiceError | undefined {
  const { kind } = kindOf(error)
  if (kind === 'full') return new ServiceError('STORAGE_FULL', { cause: error })
  if (kind === 'unknown-outcome')
    return new ServiceError(isSafe(method) ? 'SERVICE_UNAVAILABLE' : 'WRITE_OUTCOME_UNKNOWN', { cause: error })
  if (kind === 'read-only')
    return new ServiceError('SERVICE_UNAVAILABLE', { detail: 'The database is read-only at the moment.', cause: error })
  if (kind === 'damaged')
    return new ServiceError('SERVICE_UNAVAILABLE', { detail: 'The database is damaged.', cause: error })
  if (kind === 'busy' || error instanceof BlobError || isUnreachable(error))
    return new ServiceError('SERVICE_UNAVAILABLE', { cause: error })
  return undefined
}

// What a safe method writes beside its answer is no change that the caller asked for (RFC 9110 9.2.1).
function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

// Bun.SQL puts the SQLSTATE in `errno` and its own word in `code`.
function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, errno } = cause as Error & { code?: unknown; errno?: unknown }
    if ([code, errno].some((value) => typeof value === 'string' && unreachable.test(value))) return true
  }
  return false
}
