/**
 * - `unauthorized`, `forbidden`: the credentials are not accepted, or may not do this.
 * - `missing`: there is no such thing there.
 * - `conflict`: something of that name is there already.
 * - `rejected`, `too_large`: the email is not taken.
 * - `rate_limited`, `unavailable`, `unreachable`: another time it may work.
 * - `redirected`, `blocked`, `garbled`: what answers is not the provider's API, or may not be called.
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
  /** HTTP status, where there was an answer. */
  status?: number
  /** When it may be tried again, milliseconds from now. */
  retryAfterMs?: number | undefined
  /** Whether the provider may have done what it was requested to all the same. */
  isUncertain?: boolean
}

const passing = new Set<FailureKind>(['rate_limited', 'unavailable', 'unreachable'])

/** A provider did not do what it was requested to. The message is one sentence for whoever pushed, and holds no secret. */
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

  /** Whether another time it may work. */
  get isPassing(): boolean {
    return passing.has(this.kind)
  }
}

/** The kind of a failure by the status of the answer (RFC 9110 15); undefined for one that is none. */
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

/** What Retry-After requests (RFC 9110 10.2.3), milliseconds from now; undefined where it is not to be read. */
export function readRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
