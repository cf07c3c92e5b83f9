/** Max milliseconds of a blocked loop once the process should have ended. */
const stoppedLimitMs = 1000

/**
 * Interval of the checks of a loop that may be blocked for `limitMs`, milliseconds; the loop itself beats twice as often.
 */
export function tickMsOf(limitMs: number): number {
  return Math.min(250, limitMs / 10)
}

export interface Tick {
  /** Milliseconds since the previous tick. */
  elapsedMs: number
  /** Turns of the loop so far. */
  beats: number
  /** True if the process was requested to stop. */
  isStopping: boolean
}

/**
 * Decides if an event loop is blocked, from the ticks of another thread. It counts ticks without a turn of the loop, each
 * with twice the interval at most: while the machine sleeps or the process is stopped (SIGSTOP), the watching thread misses
 * its ticks too. Once the process was requested to stop and the drain deadline is over, one second of a blocked loop
 * suffices.
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

  /** True if the loop has been blocked for too long. */
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
    // The loop was blocked for up to a tick before the first counted one.
    return this.blockedMs + tickMs >= (isOverdue ? Math.min(limitMs, stoppedLimitMs) : limitMs)
  }
}
