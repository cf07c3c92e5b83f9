/** Deduplicates concurrent work with the same key: it runs once, and is aborted when its last waiter has left. */
export interface SingleFlight<T> {
  /**
   * Joins the work under the key, or starts it. Rejects with the reason of the signal if that aborts; the work continues for
   * the other waiters, and its own signal aborts after the last of them.
   */
  get(key: string, signal: AbortSignal | undefined, start: (signal: AbortSignal) => Promise<T>): Promise<T>
  has(key: string): boolean
  readonly size: number
}

interface Running<T> {
  result: Promise<T>
  stop: AbortController
  waiting: number
}

/** Does not cache results; use a cache for that. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const running = new Map<string, Running<T>>()

  function begin(key: string, start: (signal: AbortSignal) => Promise<T>): Running<T> {
    const stop = new AbortController()
    const result = Promise.try(() => start(stop.signal)).finally(() => forget(key, begun))
    // Waiters handle the failure; without waiters it must not be an unhandled rejection.
    result.catch(() => undefined)
    const begun: Running<T> = { result, stop, waiting: 0 }
    running.set(key, begun)
    return begun
  }

  function forget(key: string, which: Running<T>): void {
    if (running.get(key) === which) running.delete(key)
  }

  function leave(key: string, which: Running<T>, reason: unknown): void {
    if (--which.waiting > 0) return
    // Later callers must not join work that is being aborted.
    forget(key, which)
    which.stop.abort(reason)
  }

  return {
    get size() {
      return running.size
    },
    has: (key) => running.has(key),
    get(key, signal, start) {
      if (signal?.aborted === true) return Promise.reject(signal.reason as Error)
      const work = running.get(key) ?? begin(key, start)
      work.waiting++
      if (signal === undefined) return work.result
      return new Promise<T>((resolve, reject) => {
        const abort = () => {
          reject(signal.reason as Error)
          leave(key, work, signal.reason)
        }
        signal.addEventListener('abort', abort, { once: true })
        const isOver = () => signal.removeEventListener('abort', abort)
        work.result.then(resolve, reject).finally(isOver)
      })
    },
  }
}
