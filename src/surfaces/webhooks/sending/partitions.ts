import { type Breaker, type Verdict, healthy, evaluate, modeOf, pauseEnd } from './breaker.ts'
import type { Pace } from './pace.ts'

/** State of a job queue partition; null for the default. */
export interface PartitionState {
  /** Epoch milliseconds before which nothing is claimed. */
  pausedUntil: number | null
  concurrency: number | null
}

/** Breaker state per webhook in this process, and the partition state last written to the job queue. */
export interface Partitions {
  /** Milliseconds until the breaker allows a request, 0 if it does now; undefined if no request is allowed any more. */
  waitMs(subscription: Subscription, nowMs: number): number | undefined
  record(subscription: Subscription, verdict: Verdict): void
  /** After 410 Gone: stops deliveries that were claimed before the webhook was disabled. */
  close(subscription: Subscription): void
  /** Pauses claims of the partition: slow receivers use up their share of the budget, or its rate is used up. */
  pauseUntil(id: string, untilMs: number): void
  /** The state to write to the job queue; undefined if it has not changed. */
  changedState(id: string, nowMs: number): PartitionState | undefined
  /** Assumes that the job queue has no state of the partition. */
  invalidate(id: string): void
}

/** A new revision resets the breaker. */
export interface Subscription {
  id: string
  revision: number
}

interface PartitionRecord {
  revision: number
  breaker: Breaker
  isClosed: boolean
  heldUntil: number
  written: PartitionState | undefined
}

const maxCached = 10_000

/**
 * Combines breaker and pace: a partition is paused while the breaker is open, and has concurrency 1 while it is half-open or
 * slow.
 */
export function createPartitions(pace: Pick<Pace, 'isNarrow'>): Partitions {
  const known = new Map<string, PartitionRecord>()

  function find({ id, revision }: Subscription): PartitionRecord {
    const found = known.get(id)
    if (found !== undefined && found.revision === revision) return found
    const fresh: PartitionRecord = { revision, breaker: healthy, isClosed: false, heldUntil: 0, written: undefined }
    // The state of an evicted partition is written again at its next use.
    if (known.size >= maxCached) known.delete(known.keys().next().value ?? '')
    known.set(id, fresh)
    return fresh
  }

  return {
    waitMs(subscription, nowMs) {
      const { breaker, isClosed } = find(subscription)
      if (isClosed) return undefined
      return Math.max((pauseEnd(breaker, nowMs) ?? nowMs) - nowMs, 0)
    },
    record(subscription, verdict) {
      const partition = find(subscription)
      partition.breaker = evaluate(partition.breaker, verdict)
    },
    close(subscription) {
      find(subscription).isClosed = true
    },
    pauseUntil(id, untilMs) {
      const partition = known.get(id)
      if (partition !== undefined) partition.heldUntil = untilMs
    },
    changedState(id, nowMs) {
      const partition = known.get(id)
      if (partition === undefined) return undefined
      const { breaker, heldUntil, written } = partition
      const pausedUntil = pauseEnd(breaker, nowMs) ?? (heldUntil > nowMs ? heldUntil : null)
      const concurrency = modeOf(breaker, nowMs) !== 'closed' || pace.isNarrow(id) ? 1 : null
      if (written?.pausedUntil === pausedUntil && written.concurrency === concurrency) return undefined
      partition.written = { pausedUntil, concurrency }
      return partition.written
    },
    invalidate(id) {
      const partition = known.get(id)
      if (partition !== undefined) partition.written = undefined
    },
  }
}
