/**
 * - `unauthorized`, `forbidden`: the credentials are invalid, or lack a permission.
 * - `missing`: the template does not exist.
 * - `conflict`: the name is taken.
 * - `rejected`, `too_large`: the provider rejects the email.
 * - `rate_limited`, `unavailable`, `unreachable`: a retry may succeed.
 * - `redirected`, `blocked`, `garbled`: the response is not the provider's API, or egress to it is not allowed.
 */
export type FailureKind =
  | 'unauthorized'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'rejected'
  | 'too_large'
  | 'rate_limited'
  | 'unavailable'
  | 'unreachable'
  | 'redirected'
  | 'blocked'
  | 'garbled'

export interface FailureFacts {
  /** HTTP status, if there was a response. */
  status?: number
  /** Delay before a retry, milliseconds. */
  retryAfterMs?: number | undefined
  /** The provider may have executed the request nevertheless. */
  isUncertain?: boolean
}

const transientKinds = new Set<FailureKind>(['rate_limited', 'unavailable', 'unreachable'])

/** A request to a provider failed. The message is one sentence for users and contains no secret. */
export class PushFailure extends Error {
  readonly kind: FailureKind
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined
  readonly isUncertain: boolean

  constructor(kind: FailureKind, message: string, { status, retryAfterMs, isUncertain = false }: FailureFacts = {}) {
    super(message)
    this.name = 'PushFailure'
    this.kind = kind
    this.status = status
    this.retryAfterMs = retryAfterMs
    this.isUncertain = isUncertain
  }

  /** True if a retry may succeed. */
  get isTransient(): boolean {
    return transientKinds.has(this.kind)
  }
}

/** Failure kind of a status (RFC 9110 15); undefined for success. */
export function kindOfStatus(status: number): FailureKind | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status >= 300 && status < 400) return 'redirected'
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 404 || status === 410) return 'missing'
  if (status === 409) return 'conflict'
  if (status === 413) return 'too_large'
  if (status === 429) return 'rate_limited'
  if (status === 408 || status >= 500) return 'unavailable'
  return status >= 400 ? 'rejected' : 'garbled'
}

/** Delay of a Retry-After header (RFC 9110 10.2.3), milliseconds; undefined if it cannot be parsed. */
export function readRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
