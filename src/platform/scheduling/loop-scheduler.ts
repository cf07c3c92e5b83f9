import type { Metrics } from '../metrics/index.ts'
import type { Partition, WorkContext } from './partition.ts'
import { type QueueBounds, type SchedulerClock, createScheduler, systemClock } from './scheduler.ts'

/**
 * Shares the time of the event loop among partitions, for work that blocks it for milliseconds: parsing a large body, or
 * hashing a chunk of an upload. A heavy partition has one piece of work in each turn of the event loop; while other
 * partitions are active it also pauses after each.
 */
export interface LoopScheduler {
  /** Notes a request of a project, or of an anonymous client where there is no id; it costs next to nothing. */
  note(projectId: string | undefined, nowMs: number): void
  /**
   * Runs synchronous work in a turn of the event loop. What runs before the next turn because of it, such as the code that
   * awaits it, counts as part of it. Rejects with what the work throws, with an OverloadError when too much is waiting, and
   * with the reason of the signal when that aborts before the work has begun.
   */
  run<T>(context: WorkContext, work: () => T): Promise<T>
  /** Adds queue lengths, waiting times and refusals to the metrics. */
  measure(metrics: Metrics): void
}

export interface LoopSchedulerOptions {
  name: string
  bounds?: Partial<QueueBounds>
  clock?: SchedulerClock
  /** Processor time of the event loop so far, milliseconds; for tests to replace. */
  usedMs?: () => number
  /** Calls once the event loop has turned; for tests to replace. */
  onTurn?: (call: () => void) => void
}

/** Milliseconds after its last request for which a partition counts as active. */
const activeMs = 1000
/**
 * Slot time after which a partition counts as heavy, milliseconds, so that a partition which sends a large body now and then
 * never pauses.
 */
const lightMs = 300
/** Longest pause after one piece of work, milliseconds. */
const maxPauseMs = 250
/**
 * Milliseconds that other partitions wait on average for the heavy ones, per turn, times two. Work of L ms blocks a request
 * that arrives meanwhile for L/2 ms on average; to keep that times its share of the time at a constant, the share has to be
 * `blockedMs / L`.
 */
const blockedMs = 1

// Not the time of the clock: while other processes have the processor, a pause for that would help nobody.
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const anonymous = ''

function keyOf(partition: Partition): string {
  return 'projectId' in partition ? (partition.projectId ?? anonymous) : anonymous
}

/** A scheduler for the event loop of this process. */
export function createLoopScheduler(options: LoopSchedulerOptions): LoopScheduler {
  const { name, bounds, clock = systemClock, usedMs = processorMs, onTurn = setImmediate } = options
  // Of two slots one is for light users: their work does not wait for the pauses of heavy partitions.
  const scheduler = createScheduler({ name, slots: 2, lightMs, expectedMs: 5, clock, ...(bounds && { bounds }) })
  // The two partitions that were active last tell for each partition whether another one was.
  let latest = { key: anonymous, atMs: Number.NEGATIVE_INFINITY }
  let previous = latest

  function isShared(key: string, nowMs: number): boolean {
    const other = latest.key === key ? previous : latest
    return nowMs - other.atMs < activeMs
  }

  function pauseAfter({ partition }: WorkContext, workMs: number): number {
    if (!isShared(keyOf(partition), clock.nowMs()) || !scheduler.isHeavy(partition)) return 0
    return Math.min(maxPauseMs, workMs * Math.max(1, workMs / blockedMs))
  }

  return {
    note(key = anonymous, nowMs) {
      if (key === latest.key) latest.atMs = nowMs
      else [previous, latest] = [latest, { key, atMs: nowMs }]
    },
    async run(context, work) {
      const lease = await scheduler.acquire(context)
      const startedMs = usedMs()
      onTurn(() => {
        const pauseMs = pauseAfter(context, usedMs() - startedMs)
        if (pauseMs < 1) lease.release()
        else clock.after(pauseMs, lease.release)
      })
      return work()
    },
    measure: (metrics) => scheduler.measure(metrics),
  }
}
