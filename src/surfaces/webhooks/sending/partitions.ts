import { type Breaker, type Verdict, healthy, judge, modeOf, pauseEnd } from './breaker.ts'
import type { Pace } from './pace.ts'

/** What the job core is notified about the partition of a subscription; null for what is usual. */
export interface PartitionState {
  /** Epoch milliseconds before which nothing is claimed. */
  pausedUntil: number | null
  concurrency: number | null
}

/** What this process knows of the subscriptions that it sends to, and what it has told the job core. */
export interface Partitions {
  /** Milliseconds to wait because the breaker is open, 0 when a delivery may go; undefined when none may any more. */
  waitMs(subscription: Subscription, nowMs: number): number | undefined
  record(subscription: Subscription, verdict: Verdict): void
  /** The receiver wants nothing more, which deliveries on their way to it do not know yet. */
  close(subscription: Subscription): void
  /** Keeps the partition from claims for a while, because slow receivers have all they may have. */
  hold(id: string, untilMs: number): void
  /** What the job core should be told now, undefined when it knows. */
  newsOf(id: string, nowMs: number): PartitionState | undefined
  /** Takes it that the job core knows nothing of the partition. */
  forget(id: string): void
}

/** A subscription that was changed by somebody is a new one to the breaker. */
export interface Subscription {
  id: string
  revision: number
}

interface PartitionRecord {
  revision: number
  breaker: Breaker
  isClosed: boolean
  heldUntil: number
  notified: PartitionState | undefined
}

const maxCached = 10_000

/** Partitions that combine the breaker and the pace: paused while the breaker is open, one wide while it probes or answers crawl. */
export function createPartitions(pace: Pick<Pace, 'isNarrow'>): Partitions {
  const known = new Map<string, PartitionRecord>()

  function find({ id, revision }: Subscription): PartitionRecord {
    const found = known.get(id)
    if (found !== undefined && found.revision === revision) return found
    const fresh: PartitionRecord = { revision, breaker: healthy, isClosed: false, heldUntil: 0, notified: undefined }
    // A partition that is forgotten is notified its state again when it is next used.
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
      partition.breaker = judge(partition.breaker, verdict)
    },
    close(subscription) {
      find(subscription).isClosed = true
    },
    hold(id, untilMs) {
      const partition = known.get(id)
      if (partition !== undefined) partition.heldUntil = untilMs
    },
    newsOf(id, nowMs) {
      const partition = known.get(id)
      if (partition === undefined) return undefined
      const { breaker, heldUntil, notified } = partition
      const pausedUntil = pauseEnd(breaker, nowMs) ?? (heldUntil > nowMs ? heldUntil : null)
      const concurrency = modeOf(breaker, nowMs) !== 'closed' || pace.isNarrow(id) ? 1 : null
      if (notified?.pausedUntil === pausedUntil && notified.concurrency === concurrency) return undefined
      partition.notified = { pausedUntil, concurrency }
      return partition.notified
    },
    forget(id) {
      const partition = known.get(id)
      if (partition !== undefined) partition.notified = undefined
    },
  }
}
