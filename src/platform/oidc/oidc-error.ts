import * as oauth from 'oauth4webapi'
import { OutboundError } from '../net/index.ts'

/**
 * `unreachable`: no response, or not one of a provider. `denied`: the provider ended the flow, usually because the person
 * did. `invalid`: a response that does not belong to the flow, or that is not signed as it should be.
 */
export type OidcFailure = 'unreachable' | 'denied' | 'invalid'

/** A flow that has failed. The message is for the log; it holds neither codes nor tokens. */
export class OidcError extends Error {
  readonly failure: OidcFailure

  constructor(failure: OidcFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OidcError'
    this.failure = failure
  }
}

/** Classifies what oauth4webapi and the guarded client throw. */
export function oidcErrorOf(error: unknown): OidcError {
  if (error instanceof OidcError) return error
  const outbound = causeIn(error)
  if (outbound !== undefined) return new OidcError('unreachable', outbound.message, { cause: error })
  if (error instanceof oauth.AuthorizationResponseError)
    return new OidcError('denied', `The provider responded ${error.error}.`)
  if (error instanceof oauth.ResponseBodyError)
    return new OidcError('invalid', `The provider refused the code: ${error.error} (${error.status}).`)
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return new OidcError('invalid', `The provider refused the credentials (${error.status}).`)
  const code = error instanceof oauth.OperationProcessingError ? ` (${String(error.code)})` : ''
  const message = error instanceof Error ? error.message : 'unknown error'
  return new OidcError('invalid', `${message}${code}`, { cause: error })
}

function causeIn(error: unknown): OutboundError | undefined {
  if (error instanceof OutboundError) return error
  return error instanceof Error && error.cause !== undefined ? causeIn(error.cause) : undefined
}
