/** Who may send now, so that receivers which do not answer cannot use up what this process can have in flight. */
export interface Pace {
  /**
   * A ticket when the delivery may be sent, else when it should come back. Waits a quarter of a second at most, while a
   * subscription of which nothing is known has its first delivery out.
   */
  enter(subscription: string): Promise<Ticket | Refusal> | Ticket | Refusal
  /** Whether only one delivery of the subscription should be claimed at once. */
  isNarrow(subscription: string): boolean
  /** Deliveries in flight. */
  inFlight(): number
}

/** The right to be in flight: one of its ends must be called. */
export interface Ticket {
  /** The answer is there, or none will come. */
  leave(): void
  /** Nothing was sent after all. */
  giveBack(): void
}

/** Milliseconds after which to try again; `isFull` when all slow receivers together have what they may have. */
export interface Refusal {
  comeBackMs: number
  isFull: boolean
}

/** What is known of one subscription in this process, times in milliseconds. */
interface Partition {
  /** Starts of what is in flight, oldest first. */
  tickets: Set<{ startedAt: number }>
  /** How long recent answers took, the newest counting half; undefined before the first. */
  recentMs: number | undefined
  usedAt: number
  /** Deliveries that wait for the first answer. */
  waiting: Set<() => void>
  isNarrow: boolean
}

const slowMs = 1000
const timeoutMs = 250
const busyMs = 1000
const forgetMs = 10 * 60_000
const maxPartitions = 10_000

/**
 * A subscription is slow when its recent answers took more than a second, or one has been out for longer than that; it
 * sends one at a time, and so does a new one until it answers. Slow ones share half of the budget, and with new ones
 * three quarters; the rest is for those known to answer fast. `now` counts milliseconds.
 */
export function createPace({ budget, now = () => performance.now() }: { budget: number; now?: () => number }): Pace {
  const partitions = new Map<string, Partition>()
  const busy = new Set<Partition>()
  let inFlight = 0

  function partitionOf(subscription: string): Partition {
    const known = partitions.get(subscription)
    if (known !== undefined) {
      // What it was before a long silence says nothing.
      if (known.tickets.size === 0 && now() - known.usedAt > forgetMs) known.recentMs = undefined
      return known
    }
    if (partitions.size >= maxPartitions) forgetIdle()
    const partition: Partition = {
      tickets: new Set(),
      recentMs: undefined,
      usedAt: now(),
      waiting: new Set(),
      isNarrow: false,
    }
    partitions.set(subscription, partition)
    return partition
  }

  function forgetIdle(): void {
    for (const [subscription, partition] of partitions) {
      if (partition.tickets.size + partition.waiting.size === 0 && now() - partition.usedAt > slowMs)
        partitions.delete(subscription)
    }
  }

  function speedOf({ tickets, recentMs }: Partition): 'fast' | 'new' | 'slow' {
    for (const { startedAt } of tickets) {
      if (now() - startedAt > slowMs) return 'slow'
      break
    }
    if (recentMs === undefined) return 'new'
    return recentMs > slowMs ? 'slow' : 'fast'
  }

  function isFullFor(speed: 'new' | 'slow'): boolean {
    let [slow, doubtful] = [0, 0]
    for (const partition of busy) {
      const each = speedOf(partition)
      if (each !== 'fast') doubtful += partition.tickets.size
      if (each === 'slow') slow += partition.tickets.size
    }
    return doubtful >= budget * 0.75 || (speed === 'slow' && slow >= budget / 2)
  }

  function judge(partition: Partition): 'go' | 'busy' | 'full' {
    const speed = speedOf(partition)
    if (speed === 'fast') return 'go'
    if (partition.tickets.size > 0) return 'busy'
    return isFullFor(speed) ? 'full' : 'go'
  }

  function admit(partition: Partition): Ticket {
    const ticket = { startedAt: now() }
    partition.tickets.add(ticket)
    busy.add(partition)
    inFlight++
    const end = () => {
      partition.tickets.delete(ticket)
      if (partition.tickets.size === 0) busy.delete(partition)
      inFlight--
      for (const wake of partition.waiting) wake()
    }
    return {
      giveBack: end,
      leave() {
        const durationMs = now() - ticket.startedAt
        end()
        partition.usedAt = now()
        partition.recentMs = partition.recentMs === undefined ? durationMs : (partition.recentMs + durationMs) / 2
        partition.isNarrow = speedOf(partition) === 'slow'
      },
    }
  }

  function refuse(partition: Partition, isFull: boolean): Refusal {
    partition.isNarrow = true
    // A receiver of which nothing is known yet may be a fast one, so it asks again as soon as a fast one.
    const isSlow = speedOf(partition) === 'slow'
    if (isFull) return { comeBackMs: isSlow ? 5 * busyMs : busyMs, isFull }
    return { comeBackMs: isSlow ? busyMs : timeoutMs, isFull }
  }

  async function waitFor(partition: Partition): Promise<Ticket | Refusal> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, timeoutMs)
    partition.waiting.add(resolve)
    await promise
    clearTimeout(timer)
    partition.waiting.delete(resolve)
    const verdict = judge(partition)
    return verdict === 'go' ? admit(partition) : refuse(partition, verdict === 'full')
  }

  return {
    enter(subscription) {
      const partition = partitionOf(subscription)
      const verdict = judge(partition)
      if (verdict === 'go') return admit(partition)
      return verdict === 'busy' && speedOf(partition) === 'new'
        ? waitFor(partition)
        : refuse(partition, verdict === 'full')
    },
    isNarrow: (subscription) => {
      const partition = partitions.get(subscription)
      return partition !== undefined && (partition.isNarrow || speedOf(partition) === 'slow')
    },
    inFlight: () => inFlight,
  }
}
