import type { Rate } from '../../../kernel/limits.ts'
import type { Quota, RateLimiter } from './rate-limit.ts'
import type { SharedLimiter } from './replica-limit.ts'

/**
 * Takes a call from a rate of the bucket's own and from that of the limiter: a bucket never gets more than the limiter allows.
 * Returns the quota with fewer calls left. A call beyond the bucket's own rate does not count against the other.
 */
export async function takeWithin(
  limiter: RateLimiter | SharedLimiter,
  { bucket, rate }: { bucket: string; rate: Rate },
  nowMs: number,
): Promise<Quota> {
  const own = await limiter.take(`own ${bucket}`, nowMs, { rate })
  if (own.exceeded) return own
  const all = await limiter.take(bucket, nowMs)
  return all.exceeded || all.remaining < own.remaining ? all : own
}
