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
interface Lane {
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
const patienceMs = 250
const busyMs = 1000
const forgetMs = 10 * 60_000
const mostLanes = 10_000

/**
 * A subscription is slow when its recent answers took more than a second, or one has been out for longer than that; it
 * sends one at a time, and so does a new one until it answers. Slow ones share half of the budget, and with new ones
 * three quarters; the rest is for those known to answer fast. `now` counts milliseconds.
 */
export function createPace({ budget, now = () => performance.now() }: { budget: number; now?: () => number }): Pace {
  const lanes = new Map<string, Lane>()
  const busy = new Set<Lane>()
  let inFlight = 0

  function laneOf(subscription: string): Lane {
    const known = lanes.get(subscription)
    if (known !== undefined) {
      // What it was before a long silence says nothing.
      if (known.tickets.size === 0 && now() - known.usedAt > forgetMs) known.recentMs = undefined
      return known
    }
    if (lanes.size >= mostLanes) forgetIdle()
    const lane: Lane = { tickets: new Set(), recentMs: undefined, usedAt: now(), waiting: new Set(), isNarrow: false }
    lanes.set(subscription, lane)
    return lane
  }

  function forgetIdle(): void {
    for (const [subscription, lane] of lanes) {
      if (lane.tickets.size + lane.waiting.size === 0 && now() - lane.usedAt > slowMs) lanes.delete(subscription)
    }
  }

  function speedOf({ tickets, recentMs }: Lane): 'fast' | 'new' | 'slow' {
    for (const { startedAt } of tickets) {
      if (now() - startedAt > slowMs) return 'slow'
      break
    }
    if (recentMs === undefined) return 'new'
    return recentMs > slowMs ? 'slow' : 'fast'
  }

  function isFullFor(speed: 'new' | 'slow'): boolean {
    let [slow, doubtful] = [0, 0]
    for (const lane of busy) {
      const each = speedOf(lane)
      if (each !== 'fast') doubtful += lane.tickets.size
      if (each === 'slow') slow += lane.tickets.size
    }
    return doubtful >= budget * 0.75 || (speed === 'slow' && slow >= budget / 2)
  }

  function judge(lane: Lane): 'go' | 'busy' | 'full' {
    const speed = speedOf(lane)
    if (speed === 'fast') return 'go'
    if (lane.tickets.size > 0) return 'busy'
    return isFullFor(speed) ? 'full' : 'go'
  }

  function admit(lane: Lane): Ticket {
    const ticket = { startedAt: now() }
    lane.tickets.add(ticket)
    busy.add(lane)
    inFlight++
    const end = () => {
      lane.tickets.delete(ticket)
      if (lane.tickets.size === 0) busy.delete(lane)
      inFlight--
      for (const wake of lane.waiting) wake()
    }
    return {
      giveBack: end,
      leave() {
        const durationMs = now() - ticket.startedAt
        end()
        lane.usedAt = now()
        lane.recentMs = lane.recentMs === undefined ? durationMs : (lane.recentMs + durationMs) / 2
        lane.isNarrow = speedOf(lane) === 'slow'
      },
    }
  }

  function refuse(lane: Lane, isFull: boolean): Refusal {
    lane.isNarrow = true
    // A receiver of which nothing is known yet may be a fast one, so it asks again as soon as a fast one.
    const isSlow = speedOf(lane) === 'slow'
    if (isFull) return { comeBackMs: isSlow ? 5 * busyMs : busyMs, isFull }
    return { comeBackMs: isSlow ? busyMs : patienceMs, isFull }
  }

  async function waitFor(lane: Lane): Promise<Ticket | Refusal> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, patienceMs)
    lane.waiting.add(resolve)
    await promise
    clearTimeout(timer)
    lane.waiting.delete(resolve)
    const verdict = judge(lane)
    return verdict === 'go' ? admit(lane) : refuse(lane, verdict === 'full')
  }

  return {
    enter(subscription) {
      const lane = laneOf(subscription)
      const verdict = judge(lane)
      if (verdict === 'go') return admit(lane)
      return verdict === 'busy' && speedOf(lane) === 'new' ? waitFor(lane) : refuse(lane, verdict === 'full')
    },
    isNarrow: (subscription) => {
      const lane = lanes.get(subscription)
      return lane !== undefined && (lane.isNarrow || speedOf(lane) === 'slow')
    },
    inFlight: () => inFlight,
  }
}
