import type { ErrorCode } from '../../kernel/errors/index.ts'
import type { Caller } from '../identity/index.ts'
import type { DraftHeaders } from './draft.ts'

/**
 * Finds out who calls, before anything else of the request is read, and writes the quota into the answer's headers. Fails
 * with 401, 403, 404 or 429.
 */
export type Admit = (request: Request, headers: DraftHeaders) => Caller | Promise<Caller>

/** A auth scheme other than an API key, and how the contract describes it. */
export interface AuthScheme {
  readonly admit: Admit
  /** Names of security schemes, all of which a call needs. */
  readonly schemes: readonly ('pluginToken' | 'editorSession')[]
  /** How it refuses. */
  readonly errors: readonly ErrorCode[]
}
