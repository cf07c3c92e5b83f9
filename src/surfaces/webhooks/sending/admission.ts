/** Where those wait who are to begin. */
export interface Gate {
  /** Resolves when it is one's turn, which goes round among the partitions; what it gives is to be called at the end. */
  pass(partition: string): Promise<() => void>
  /** Whether somebody waits, or has begun so recently that the end may be near. */
  isBusy(): boolean
}

/**
 * Makes a gate that lets so many at once begin. Who went through holds its place until it calls what it was given, or for
 * `holdMs`: then it waits for somebody far away, and another may begin. So receivers nearby share a few connections each,
 * and those far away do not slow each other down.
 */
export function createGate({ places, holdMs }: { places: number; holdMs: number }): Gate {
  /** Who holds a place, and since when, the longest first. */
  const holding = new Map<() => void, number>()
  /** The partitions in the order in which it is their turn. */
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

  // One request per receiver in turn: many at once to one of them would need a connection each, one after the other share one.
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
