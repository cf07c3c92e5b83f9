import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { type WorkContext, clientOf, keyOf } from '../../scheduling/index.ts'
import { createMemoryLimiter, secondsUntil } from './rate-limit.ts'

/**
 * Large bodies whose callers disconnected before the response. The runtime reads about 1.3 MB of each body before reading
 * can be paused, and no scheduler counts that work: callers that send and disconnect would fill the event loop with it.
 */
const abandoned = createMemoryLimiter(
  { requests: limits.abandonedBodies, seconds: limits.abandonedBodySeconds },
  { maxBuckets: 10_000 },
)

/**
 * Refuses a large body before any of it is read if its project or network abandoned more than `limits.abandonedBodies`
 * within `limits.abandonedBodySeconds`. Fails with RATE_LIMIT_EXCEEDED, after which the connection closes.
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

/** Counts a large body whose caller disconnected before the response, or before all of the body was sent. */
export function countAbandoned({ partition }: WorkContext): void {
  abandoned.take(bucketOf(partition), Date.now())
}

// One bucket for all clients of a project, because a project can create any number of keys and users.
function bucketOf(partition: WorkContext['partition']): string {
  return partition.kind === 'anonymous' ? `anonymous ${clientOf(partition)}` : keyOf(partition)
}
