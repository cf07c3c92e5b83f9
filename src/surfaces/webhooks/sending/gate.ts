/** Where those wait who are to begin. */
export interface Gate {
  /** Resolves when it is one's turn; what it gives is to be called at the end. */
  pass(): Promise<() => void>
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
  const waiting: (() => void)[] = []
  let timer: Timer | undefined

  function enter(): () => void {
    const leave = () => {
      if (holding.delete(leave)) next()
    }
    holding.set(leave, performance.now())
    return leave
  }

  function next(): void {
    if (holding.size < places) waiting.shift()?.()
    if (waiting.length > 0) timer ??= setTimeout(freeHeld, holdMs)
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
    pass() {
      if (holding.size < places) return Promise.resolve(enter())
      return new Promise((resolve) => {
        waiting.push(() => resolve(enter()))
        next()
      })
    },
    isBusy() {
      if (waiting.length > 0) return true
      const before = performance.now() - holdMs
      for (const since of holding.values()) if (since > before) return true
      return false
    },
  }
}
