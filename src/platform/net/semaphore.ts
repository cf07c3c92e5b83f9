/** Lets so many run at once; the others wait in the order they came. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(width: number) {
    this.#free = width
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free++
      else next()
    }
  }
}
