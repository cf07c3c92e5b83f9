import type { ProbeJob } from './job.ts'
import type { Turn, Window } from './shared/window.ts'

export interface AllowanceDeps {
  /** What was taken for the job to begin with, and how much was wanted. */
  readonly turn: Turn
  readonly wanted: number
  readonly window: Pick<Window, 'begin'>
  /** Resolves when the window may have changed, and soon in any case. */
  readonly untilChange: () => Promise<void>
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number
}

/**
 * The places within a limit that one job holds while it is served. What it requested is given back before it waits for more:
 * held on to, it would be in the way of what is waited for.
 */
export class Allowance {
  readonly #job: Pick<ProbeJob, 'asked' | 'isSettled'>
  readonly #parts: AllowanceDeps
  readonly #requestedBefore: number
  /** Recipients that are over with, of all that were requested. */
  #ended: number
  #turns: Turn[]

  constructor(job: Pick<ProbeJob, 'asked' | 'isSettled'>, parts: AllowanceDeps) {
    this.#job = job
    this.#parts = parts
    this.#requestedBefore = job.asked
    this.#ended = job.asked
    this.#turns = [parts.turn]
  }

  /** Waits until the job may request one more recipient, so many milliseconds at most; false where that was too long. */
  async allow(maxMs: number): Promise<boolean> {
    const { now, turn, untilChange, wanted, window } = this.#parts
    const untilMs = now() + maxMs
    while (this.#left <= 0) {
      this.#give(this.#job.asked - this.#ended)
      const more = window.begin(1)
      if (more !== undefined) this.#turns.push(more)
      // Less than was wanted at once is all that the limit ever allows.
      else if (this.#job.isSettled || now() >= untilMs || (maxMs < Infinity && turn.count < wanted)) return false
      else await untilChange()
    }
    return true
  }

  /** The job was served. One that came to no recipient counts as one: its server was called all the same. */
  end(): void {
    const isInVain = this.#job.asked === this.#requestedBefore
    this.#give(isInVain ? 1 : this.#job.asked - this.#ended)
  }

  get #left(): number {
    const held = this.#turns.reduce((sum, { count }) => sum + count, 0)
    return this.#ended + held - this.#job.asked
  }

  #give(asked: number): void {
    let left = asked
    for (const turn of this.#turns) {
      const real = Math.min(left, turn.count)
      turn.end(real)
      left -= real
    }
    this.#turns = []
    this.#ended = this.#job.asked
  }
}
