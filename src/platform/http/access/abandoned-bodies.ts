import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { type WorkContext, clientOf, keyOf } from '../../scheduling/index.ts'
import { createMemoryLimiter, secondsUntil } from './rate-limit.ts'

/**
 * Large bodies whose callers did not wait for the response. The runtime reads about 1.3 MB of each body before it can be determined to wait,
 * outside of every schedule: callers who send and hang up would fill the event loop with that.
 */
const abandoned = createMemoryLimiter(
  { requests: limits.abandonedBodies, seconds: limits.abandonedBodySeconds },
  { maxBuckets: 10_000 },
)

/**
 * Refuses a large body, without reading any of it, of a project or network that abandoned more than `limits.abandonedBodies` within
 * `limits.abandonedBodySeconds`. Fails with RATE_LIMIT_EXCEEDED, after which the connection closes.
 */
export function checkAbandoned({ partition }: WorkContext): void {
  const nowMs = Date.now()
  const quota = abandoned.take(bucketOf(partition), nowMs, { cost: 0 })
  if (quota.remaining > 0) return
  fail('RATE_LIMIT_EXCEEDED', {
    detail: `Callers closed the connection of ${limits.abandonedBodies} requests with large bodies before the response. Wait for responses.`,
    headers: { 'retry-after': String(secondsUntil(quota.resetAt, nowMs)), connection: 'close' },
  })
}

/** Counts a large body whose caller went away before it had a response, or before all of the body was sent. */
export function countAbandoned({ partition }: WorkContext): void {
  abandoned.take(bucketOf(partition), Date.now())
}

// All clients of a project together: a project makes as many keys and users as it likes.
function bucketOf(partition: WorkContext['partition']): string {
  return partition.kind === 'anonymous' ? `anonymous ${clientOf(partition)}` : keyOf(partition)
}
