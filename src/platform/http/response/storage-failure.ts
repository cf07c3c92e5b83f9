import { type ErrorCode, ServiceError } from '../../../kernel/errors/index.ts'
import { BlobError } from '../../blobs/index.ts'
import { storageFailure as kindOf } from '../../storage/index.ts'

// Postgres classes 08 (connection) and 57P0x (shutdown), and the equivalent codes of the client and the socket.
const unreachable =
  /^(08...|57P0.|53[24]00|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ERR_POSTGRES_(CONNECTION|IDLE|LIFETIME).*)$/

/** Unique indexes that two concurrent calls can violate, and the error code for the second call. */
const uniqueCodes: Readonly<Record<string, ErrorCode>> = {
  folders_sibling_name: 'NAME_TAKEN',
  users_email: 'NAME_TAKEN',
  export_targets_pkey: 'EXPORT_TARGET_EXISTS',
  dmarc_groups_name: 'NAME_TAKEN',
  sample_recipients_name: 'NAME_TAKEN',
  template_versions_number: 'REVISION_CONFLICT',
  module_versions_pkey: 'REVISION_CONFLICT',
  grants_template_principal: 'REVISION_CONFLICT',
  grants_folder_principal: 'REVISION_CONFLICT',
}

/** The error code for a missing row, by the column that references it. */
const missingCodes: Readonly<Record<string, ErrorCode>> = {
  template_id: 'TEMPLATE_NOT_FOUND',
  folder_id: 'FOLDER_NOT_FOUND',
  parent_id: 'FOLDER_NOT_FOUND',
  module_id: 'MODULE_NOT_FOUND',
  asset_id: 'ASSET_NOT_FOUND',
  project_id: 'PROJECT_NOT_FOUND',
  webhook_id: 'WEBHOOK_NOT_FOUND',
  connection_id: 'CONNECTION_NOT_FOUND',
  export_id: 'EXPORT_NOT_FOUND',
  batch_id: 'BATCH_NOT_FOUND',
  review_id: 'REVIEW_NOT_FOUND',
  alert_id: 'ALERT_NOT_FOUND',
  sender_id: 'AMP_SENDER_NOT_FOUND',
  mailbox_id: 'MAILBOX_NOT_FOUND',
  group_id: 'GROUP_NOT_FOUND',
  domain_no: 'DOMAIN_NOT_FOUND',
}
const foreignKey =
  /^[a-z_]+?_((?:template|folder|parent|module|asset|project|webhook|connection|export|batch|review|alert|sender|mailbox|group)_id|domain_no)_fkey\d*$/

/**
 * Maps a storage error to a failure for this method: no space left, not reachable, an unknown outcome, or a conflict with
 * another caller after the transaction was retried. Undefined for any other error.
 */
export function storageFailure(error: unknown, method: string): ServiceError | undefined {
  const { kind, constraint = '' } = kindOf(error)
  const beaten = kind === 'unique' ? uniqueCodes[constraint] : undefined
  const missing = kind === 'foreign-key' ? missingCodes[foreignKey.exec(constraint)?.[1] ?? ''] : undefined
  const code = beaten ?? missing
  if (code !== undefined) return new ServiceError(code, { cause: error })
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

// Writes of a safe method are side effects that the caller did not request (RFC 9110 9.2.1).
function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

// Bun.SQL puts the SQLSTATE in `errno` and its own code in `code`.
function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, errno } = cause as Error & { code?: unknown; errno?: unknown }
    if ([code, errno].some((value) => typeof value === 'string' && unreachable.test(value))) return true
  }
  return false
}
