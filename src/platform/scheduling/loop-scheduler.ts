import type { Metrics } from '../metrics/index.ts'
import type { Partition, WorkContext } from './partition.ts'
import { type QueueBounds, type SchedulerClock, createScheduler, systemClock } from './scheduler.ts'

/**
 * Shares the time of the event loop among partitions, for work that blocks it for milliseconds: parsing a large body, or
 * hashing a chunk of an upload. A heavy partition runs one task in each turn of the event loop; while other partitions are
 * active it also pauses after each.
 */
export interface LoopScheduler {
  /** Records a request of a project, or of an anonymous client if the id is undefined; very cheap. */
  note(projectId: string | undefined, nowMs: number): void
  /**
   * Runs synchronous work in a turn of the event loop. Code that runs because of it before the next turn, such as the code
   * that awaits it, counts as part of it. Rejects with the error of the work, with an OverloadError if the queue is full,
   * and with the reason of the signal if that aborts before the work has begun.
   */
  run<T>(context: WorkContext, work: () => T): Promise<T>
  /** Adds metrics of queue length, wait time and refusals. */
  measure(metrics: Metrics): void
}

export interface LoopSchedulerOptions {
  name: string
  bounds?: Partial<QueueBounds>
  clock?: SchedulerClock
  /** CPU time of the event loop so far, milliseconds; replaced in tests. */
  usedMs?: () => number
  /** Calls back in the next turn of the event loop; replaced in tests. */
  onTurn?: (call: () => void) => void
}

/** Milliseconds after its last request for which a partition counts as active. */
const activeMs = 1000
/**
 * Slot time after which a partition counts as heavy, milliseconds, so that a partition which sends a large body now and then
 * never pauses.
 */
const lightMs = 300
/** Max pause after one task, milliseconds. */
const maxPauseMs = 250
/**
 * Target for the average delay of other partitions by the heavy ones, milliseconds per turn, times two. Work of L ms blocks
 * a request that arrives meanwhile for L/2 ms on average; to keep that times its share of the time constant, the share has
 * to be `blockedMs / L`.
 */
const blockedMs = 1

// CPU time instead of elapsed time: a pause for time that other processes used would bring no benefit.
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const anonymous = ''

function keyOf(partition: Partition): string {
  return 'projectId' in partition ? (partition.projectId ?? anonymous) : anonymous
}

export function createLoopScheduler(options: LoopSchedulerOptions): LoopScheduler {
  const { name, bounds, clock = systemClock, usedMs = processorMs, onTurn = setImmediate } = options
  // One of two slots is for light users: their work does not wait for the pauses of heavy partitions.
  const scheduler = createScheduler({ name, slots: 2, lightMs, expectedMs: 5, clock, ...(bounds && { bounds }) })
  // The last two active partitions suffice to decide for any partition if another one is active.
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
