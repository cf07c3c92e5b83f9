import { ServiceError } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../identity/index.ts'

/** Access tokens in the header Authorization: an alternative to API keys, for the operations that declare it. */
export interface BearerTokens {
  /** Fails with UNAUTHORIZED. */
  authenticate(token: string): Promise<Caller>
  /** The challenge of a response without valid credentials (RFC 6750 3, RFC 9728 5.1). */
  readonly challenge: string
}

/** The token of a request; undefined without one. */
export function bearerOf({ headers }: Request): string | undefined {
  return /^Bearer +([^\s]+)$/i.exec(headers.get('authorization') ?? '')?.[1]
}

/** The failure with the challenge; clients find out from it where to get a token. */
export function withChallenge(error: unknown, { challenge }: BearerTokens, token: string | undefined): unknown {
  if (!(error instanceof ServiceError) || error.apiCode !== 'UNAUTHORIZED') return error
  const ofToken = token === undefined ? challenge : `${challenge}, error="invalid_token"`
  const headers = { 'www-authenticate': `${ofToken}, ApiKey realm="svc", header="Svc-Api-Auth"` }
  return new ServiceError('UNAUTHORIZED', { ...error.context, headers })
}
