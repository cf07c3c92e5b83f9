/** Limits the requests that start at one time. */
export interface Gate {
  /** Resolves with a slot, round-robin over partitions. The returned function releases it and must be called. */
  pass(partition: string): Promise<() => void>
  /** True if requests are queued, or one started so recently that it may end soon. */
  isBusy(): boolean
}

/**
 * A semaphore whose slots expire: a slot is released by its holder or after `holdMs`, when the receiver is probably far
 * away. So nearby receivers share few connections each, and distant ones do not slow each other down.
 */
export function createGate({ places, holdMs }: { places: number; holdMs: number }): Gate {
  /** Release functions with the time of acquisition, oldest first. */
  const holding = new Map<() => void, number>()
  /** Queued requests by partition, in round-robin order. */
  const waiting = new Map<string, (() => void)[]>()
  let timer: Timer | undefined

  function enter(): () => void {
    const leave = () => {
      if (holding.delete(leave)) next()
    }
    holding.set(leave, performance.now())
    return leave
  }

  function next(): void {
    if (holding.size < places) takeTurn()
    if (waiting.size > 0) timer ??= setTimeout(freeHeld, holdMs)
  }

  // Round-robin over receivers: simultaneous requests to one receiver need a connection each, successive ones share one.
  function takeTurn(): void {
    for (const [partition, those] of waiting) {
      const first = those.shift()
      waiting.delete(partition)
      if (those.length > 0) waiting.set(partition, those)
      return first?.()
    }
  }

  function freeHeld(): void {
    timer = undefined
    const before = performance.now() - holdMs
    for (const [leave, since] of holding) {
      if (since > before) break
      leave()
    }
    next()
  }

  return {
    pass(partition) {
      if (holding.size < places) return Promise.resolve(enter())
      return new Promise((resolve) => {
        const begin = () => resolve(enter())
        const others = waiting.get(partition)
        if (others === undefined) waiting.set(partition, [begin])
        else others.push(begin)
        next()
      })
    },
    isBusy() {
      if (waiting.size > 0) return true
      const before = performance.now() - holdMs
      for (const since of holding.values()) if (since > before) return true
      return false
    },
  }
}
