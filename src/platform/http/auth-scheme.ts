import type { ErrorCode } from '../../kernel/errors/index.ts'
import type { Caller } from '../identity/index.ts'
import type { DraftHeaders } from './draft.ts'

/**
 * Authenticates the caller before anything else of the request is read, and writes the quota into the response headers. Fails
 * with 401, 403, 404 or 429.
 */
export type Admit = (request: Request, headers: DraftHeaders) => Caller | Promise<Caller>

/** A way to authenticate other than an API key, and how OpenAPI describes it. */
export interface AuthScheme {
  readonly admit: Admit
  /** Names of security schemes, all of which a call needs. */
  readonly schemes: readonly ('pluginToken' | 'editorSession')[]
  /** The errors of a failed authentication. */
  readonly errors: readonly ErrorCode[]
}
