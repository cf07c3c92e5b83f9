import type { ErrorCode } from '../../kernel/errors/index.ts'
import type { Caller } from '../identity/index.ts'
import type { DraftHeaders } from './draft.ts'

/**
 * Authenticates the caller before any other part of the request is read, and writes the quota into the response headers.
 * Fails with 401, 403, 404 or 429.
 */
export type Admit = (request: Request, headers: DraftHeaders) => Caller | Promise<Caller>

/** An alternative to API keys, with its OpenAPI description. */
export interface AuthScheme {
  readonly admit: Admit
  /** Names of OpenAPI security schemes; a call needs all of them. */
  readonly schemes: readonly ('pluginAuth' | 'sessionAuth')[]
  /** Errors of a failed authentication. */
  readonly errors: readonly ErrorCode[]
}
