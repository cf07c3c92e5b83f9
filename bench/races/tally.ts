/** What the calls of a scenario were answered, and how long that took. */
import { median } from '../table.ts'

export class Tally {
  readonly statuses = new Map<number, number>()
  readonly #milliseconds: number[] = []
  /** Responses that no caller should get, each with its call. */
  readonly faults: string[] = []

  add(status: number, milliseconds: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    this.#milliseconds.push(milliseconds)
  }

  /** Calls without a response count as 0. */
  count(status: number): number {
    return this.statuses.get(status) ?? 0
  }

  get calls(): number {
    return this.#milliseconds.length
  }

  /** Median and maximum, milliseconds. */
  latencies(): { medianMs: number; maxMs: number } {
    return {
      medianMs: Math.round(median(this.#milliseconds)),
      maxMs: Math.round(this.#milliseconds.reduce((max, each) => Math.max(max, each), 0)),
    }
  }
}
