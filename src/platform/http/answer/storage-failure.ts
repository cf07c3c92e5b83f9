import { ServiceError } from '../../../kernel/errors/index.ts'
import { BlobError } from '../../blobs/index.ts'
import { storageFailure as kindOf } from '../../storage/index.ts'

// Postgres classes 08 (connection) and 57P0x (shutdown), and what the client and the socket call the same.
const unreachable =
  /^(08...|57P0.|53[24]00|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ERR_POSTGRES_(CONNECTION|IDLE|LIFETIME).*)$/

/** What a storage error means to the caller: no space left, or not reachable now. Undefined for any other error. */
export function storageFailure(error: unknown): ServiceError | undefined {
  const { kind } = kindOf(error)
  if (kind === 'full') return new ServiceError('STORAGE_FULL', { cause: error })
  if (kind === 'busy' || error instanceof BlobError || isUnreachable(error))
    return new ServiceError('SERVICE_UNAVAILABLE', { cause: error })
  return undefined
}

// Bun.SQL puts the SQLSTATE in `errno` and its own word in `code`.
function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, errno } = cause as Error & { code?: unknown; errno?: unknown }
    if ([code, errno].some((value) => typeof value === 'string' && unreachable.test(value))) return true
  }
  return false
}
