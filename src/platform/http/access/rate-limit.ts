import type { Rate } from '../../../kernel/limits.ts'

export type { Rate }

export type Quota = {
  /** The rate that was counted. */
  readonly rate: Rate
  readonly limit: number
  readonly remaining: number
  /** Unix seconds. */
  readonly resetAt: number
  readonly exceeded: boolean
}

export type TakeOptions = {
  /** A call counts once unless this says more. */
  cost?: number
  /** The rate of this bucket, in place of the limiter's. */
  rate?: Rate
}

/** Counts calls per bucket in fixed windows. */
export type RateLimiter = { readonly rate: Rate; take(bucket: string, nowMs: number, options?: TakeOptions): Quota }

type Window = { seconds: number; endsAt: number; count: number }

/**
 * A limiter in the memory of this process. Windows begin with the first call of a bucket, so buckets do not reset together.
 * `maxBuckets` is for buckets that unauthenticated clients create: beyond it, the window that began first is dropped.
 */
export function createMemoryLimiter(rate: Rate, { maxBuckets = Number.POSITIVE_INFINITY } = {}): RateLimiter {
  const windows = new Map<string, Window>()
  let sweepAt = 0

  function sweep(nowMs: number): void {
    sweepAt = nowMs + rate.seconds * 1000
    for (const [bucket, window] of windows) if (window.endsAt <= nowMs) windows.delete(bucket)
  }

  return {
    rate,
    take(bucket, nowMs, { cost = 1, rate: own = rate } = {}) {
      if (nowMs >= sweepAt) sweep(nowMs)
      let window = windows.get(bucket)
      if (window === undefined || window.endsAt <= nowMs || window.seconds !== own.seconds) {
        window = { seconds: own.seconds, endsAt: nowMs + own.seconds * 1000, count: 0 }
        // A window that begins again moves behind the others.
        windows.delete(bucket)
        windows.set(bucket, window)
        if (windows.size > maxBuckets) windows.delete(windows.keys().next().value ?? bucket)
      }
      window.count += cost
      return quotaOf(own, window.count, window.endsAt)
    },
  }
}

export function quotaOf(rate: Rate, count: number, endsAtMs: number): Quota {
  return {
    rate,
    limit: rate.requests,
    remaining: Math.max(0, rate.requests - count),
    resetAt: Math.ceil(endsAtMs / 1000),
    exceeded: count > rate.requests,
  }
}

/** One header for each number, as most clients read them, and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers). */
export function writeQuota(headers: Record<string, string | number>, policy: string, quota: Quota): void {
  headers['ratelimit-limit'] = String(quota.limit)
  headers['ratelimit-remaining'] = String(quota.remaining)
  headers['ratelimit-reset'] = String(quota.resetAt)
  headers['ratelimit-policy'] = policy
}

export function policyOf(name: string, rate: Rate): string {
  return `"${name}";q=${rate.requests};w=${rate.seconds}`
}

/** Whole seconds, at least one. */
export function secondsUntil(resetAt: number, nowMs: number): number {
  return Math.max(1, Math.ceil(resetAt - nowMs / 1000))
}
