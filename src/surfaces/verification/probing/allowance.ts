import type { ProbeJob } from './job.ts'
import type { Turn, Window } from './shared/window.ts'

export interface AllowanceDeps {
  /** Slots taken for the job at first, and the number requested. */
  readonly turn: Turn
  readonly wanted: number
  readonly window: Pick<Window, 'begin'>
  /** Resolves when the window may have changed, and after a short timeout at the latest. */
  readonly untilChange: () => Promise<void>
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number
}

/**
 * The window slots that a job holds while it is served. Used slots are released before the job waits for more; otherwise the
 * job would block itself.
 */
export class Allowance {
  readonly #job: Pick<ProbeJob, 'rcptCount' | 'isSettled'>
  readonly #parts: AllowanceDeps
  readonly #countBefore: number
  /** Recipients that are counted as used, of all requested ones. */
  #ended: number
  #turns: Turn[]

  constructor(job: Pick<ProbeJob, 'rcptCount' | 'isSettled'>, parts: AllowanceDeps) {
    this.#job = job
    this.#parts = parts
    this.#countBefore = job.rcptCount
    this.#ended = job.rcptCount
    this.#turns = [parts.turn]
  }

  /** Waits up to `maxMs` until the job may request one more recipient; false after a timeout. */
  async allow(maxMs: number): Promise<boolean> {
    const { now, turn, untilChange, wanted, window } = this.#parts
    const untilMs = now() + maxMs
    while (this.#left <= 0) {
      this.#release(this.#job.rcptCount - this.#ended)
      const more = window.begin(1)
      if (more !== undefined) this.#turns.push(more)
      // If the first request got fewer slots than wanted, the window never allows more.
      else if (this.#job.isSettled || now() >= untilMs || (maxMs < Infinity && turn.count < wanted)) return false
      else await untilChange()
    }
    return true
  }

  /** Ends the job. Without any recipient it counts as one, because its server was contacted. */
  end(): void {
    const isInVain = this.#job.rcptCount === this.#countBefore
    this.#release(isInVain ? 1 : this.#job.rcptCount - this.#ended)
  }

  get #left(): number {
    const held = this.#turns.reduce((sum, { count }) => sum + count, 0)
    return this.#ended + held - this.#job.rcptCount
  }

  #release(used: number): void {
    let left = used
    for (const turn of this.#turns) {
      const real = Math.min(left, turn.count)
      turn.end(real)
      left -= real
    }
    this.#turns = []
    this.#ended = this.#job.rcptCount
  }
}
