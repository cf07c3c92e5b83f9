import type { HostGroup, ConnectionSlots } from './group.ts'

/** Semaphore of sessions in total; waiting groups are served first come, first served. */
export class SharedSlots implements ConnectionSlots {
  readonly #waiting = new Set<HostGroup>()
  #free: number

  constructor(count: number) {
    this.#free = count
  }

  get areWanted(): boolean {
    return this.#waiting.size > 0
  }

  take(group: HostGroup): boolean {
    if (this.#free === 0) {
      this.#waiting.add(group)
      return false
    }
    this.#free--
    return true
  }

  release(): void {
    this.#free++
    for (const group of this.#waiting) {
      if (this.#free === 0) return
      this.#waiting.delete(group)
      group.pump()
    }
  }
}
