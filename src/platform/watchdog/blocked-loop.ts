/** How long a loop may be blocked once the process should have ended, milliseconds. */
const stoppedLimitMs = 1000

/** Milliseconds between two inspects a loop that may be blocked for `limitMs`; the loop itself notes twice as often that it turns. */
export function tickMsOf(limitMs: number): number {
  return Math.min(250, limitMs / 10)
}

/** What `BlockedLoop` is given at each tick of the thread that watches. */
export interface Tick {
  /** Milliseconds since the tick before. */
  elapsedMs: number
  /** How often the loop has turned so far. */
  beats: number
  /** Whether the process was notified to end. */
  isStopping: boolean
}

/**
 * Decides whether an event loop is blocked, from the ticks of another thread. What counts are ticks during which the loop
 * did not turn, each with twice the interval at most: while the machine sleeps or the process is stopped (SIGSTOP), the
 * watching thread misses its ticks too. Once the process was notified to end and the drain deadline is over, one second
 * of a blocked loop suffices.
 */
export class BlockedLoop {
  /** Milliseconds for which the loop has been blocked. */
  blockedMs = 0
  #beats = -1
  #stoppingMs = 0
  readonly #options: { limitMs: number; tickMs: number; drainMs: number }

  constructor(options: { limitMs: number; tickMs: number; drainMs: number }) {
    this.#options = options
  }

  /** True when the loop has been blocked for too long. */
  tick({ elapsedMs, beats, isStopping }: Tick): boolean {
    const { drainMs, limitMs, tickMs } = this.#options
    const countedMs = Math.min(elapsedMs, 2 * tickMs)
    if (isStopping) this.#stoppingMs += countedMs
    if (beats !== this.#beats) {
      this.#beats = beats
      this.blockedMs = 0
      return false
    }
    this.blockedMs += countedMs
    const isOverdue = this.#stoppingMs >= drainMs
    // The loop was blocked for up to a tick before the first one that counts.
    return this.blockedMs + tickMs >= (isOverdue ? Math.min(limitMs, stoppedLimitMs) : limitMs)
  }
}
