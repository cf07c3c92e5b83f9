/** One invalid value of a request. */
export interface Issue {
  /** JSON Pointer to the value (RFC 6901). */
  path: string
  /** The problem and its remedy. */
  message: string
}

/** Every failure of this library. `code` is that of the service, or one of the library in the same spelling. */
export class SvcError extends Error {
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.code = code
  }
}

/** The client or a call has options that cannot be used; nothing was sent. */
export class ConfigurationError extends SvcError {}

/** No complete response: refused, reset, not resolved, or cut off. The request may have had its effect. */
export class ConnectionError extends SvcError {}

/** No complete response within the timeout. The request may have had its effect. */
export class TimeoutError extends ConnectionError {}

/** The response is not what the document describes, such as an HTML page of a proxy with status 200. */
export class InvalidResponseError extends SvcError {}

/** A webhook that must not be trusted; `code` is the reason. */
export class WebhookVerificationError extends SvcError {}

/** Fields of a response with a status from 300 on. */
export interface Failure {
  status: number
  code: string
  message: string
  requestId: string | undefined
  /** Seconds, from `Retry-After`. */
  retryAfter: number | undefined
  issues: readonly Issue[]
  /** Parsed JSON; otherwise at most 64 KB of text. */
  body: unknown
}

/** A response that is a failure (RFC 9457). */
export class ApiError extends SvcError {
  readonly status: number
  readonly requestId: string | undefined
  /** Seconds, from `Retry-After`. */
  readonly retryAfter: number | undefined
  readonly issues: readonly Issue[]
  /** Parsed JSON with every member that the service sent; otherwise at most 64 KB of text. */
  readonly body: unknown

  constructor(failure: Failure) {
    super(failure.code, failure.message)
    this.status = failure.status
    this.requestId = failure.requestId
    this.retryAfter = failure.retryAfter
    this.issues = failure.issues
    this.body = failure.body
  }
}

/** 304: the resource still has the tag of `ifNoneMatch`. */
export class NotModifiedError extends ApiError {}
export class AuthenticationError extends ApiError {}
export class InsufficientCreditsError extends ApiError {}
export class PermissionDeniedError extends ApiError {}
export class NotFoundError extends ApiError {}
export class ConflictError extends ApiError {}
export class PreconditionFailedError extends ApiError {}
export class ValidationError extends ApiError {}
export class RateLimitError extends ApiError {}
export class ServerError extends ApiError {}

const classes: Readonly<Record<number, typeof ApiError>> = {
  304: NotModifiedError,
  400: ValidationError,
  401: AuthenticationError,
  402: InsufficientCreditsError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  412: PreconditionFailedError,
  413: ValidationError,
  415: ValidationError,
  422: ValidationError,
  423: ConflictError,
  428: PreconditionFailedError,
  429: RateLimitError,
}

export function apiError(failure: Failure): ApiError {
  const Failed = classes[failure.status] ?? (failure.status >= 500 ? ServerError : ApiError)
  return new Failed(failure)
}
