/** Limits slow receivers, so that they cannot use up the in-flight budget of this process. */
export interface Pace {
  /**
   * Returns a ticket, or the delay until the next try. Waits at most 250 ms if the first delivery of a new webhook is in
   * flight.
   */
  enter(subscription: string): Promise<Ticket | Refusal> | Ticket | Refusal
  /** True if only one delivery of the webhook should be claimed at a time. */
  isNarrow(subscription: string): boolean
  inFlight(): number
}

/** A slot of the in-flight budget. Exactly one of its methods must be called. */
export interface Ticket {
  /** Ends a request with or without a response. */
  leave(): void
  /** Releases the slot without a request. */
  giveBack(): void
}

/** Milliseconds until the next try; `isFull` if slow receivers use up their share of the budget. */
export interface Refusal {
  comeBackMs: number
  isFull: boolean
}

/** State of one webhook in this process, times in milliseconds. */
interface Partition {
  /** Requests in flight, oldest first. */
  tickets: Set<{ startedAt: number }>
  /** Exponential average of response times, the newest weighted half; undefined before the first. */
  recentMs: number | undefined
  usedAt: number
  /** Deliveries waiting for the first response. */
  waiting: Set<() => void>
  isNarrow: boolean
}

const slowMs = 1000
const timeoutMs = 250
const busyMs = 1000
const forgetMs = 10 * 60_000
const maxPartitions = 10_000

/**
 * A webhook is slow if its recent responses took more than a second, or a request has been in flight for longer. Slow and
 * new webhooks send one request at a time. Slow ones share half of the budget, slow and new ones together three quarters;
 * the rest is for fast ones. `now` returns milliseconds.
 */
export function createPace({ budget, now = () => performance.now() }: { budget: number; now?: () => number }): Pace {
  const partitions = new Map<string, Partition>()
  const busy = new Set<Partition>()
  let inFlight = 0

  function partitionOf(subscription: string): Partition {
    const known = partitions.get(subscription)
    if (known !== undefined) {
      // An average from before a long pause is outdated.
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

  function evaluate(partition: Partition): 'go' | 'busy' | 'full' {
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
    // A new receiver may be a fast one, so it is retried as soon as a fast one.
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
    const verdict = evaluate(partition)
    return verdict === 'go' ? admit(partition) : refuse(partition, verdict === 'full')
  }

  return {
    enter(subscription) {
      const partition = partitionOf(subscription)
      const verdict = evaluate(partition)
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
