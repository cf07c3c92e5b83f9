/** Work whose result several callers wait for: it is done once, and ended when none of them waits any more. */
export interface SingleFlight<T> {
  /**
   * The result of the work under the key, started unless it is running. Rejects with the reason of the signal when that
   * aborts; the work goes on for the others, and its own signal aborts after the last of them.
   */
  get(key: string, signal: AbortSignal | undefined, start: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** True if work under the key is running. */
  has(key: string): boolean
  /** Pieces of work that are running. */
  readonly size: number
}

interface Running<T> {
  result: Promise<T>
  stop: AbortController
  waiting: number
}

/** Keeps nothing of what is done: what should stay belongs into a cache. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const running = new Map<string, Running<T>>()

  function begin(key: string, start: (signal: AbortSignal) => Promise<T>): Running<T> {
    const stop = new AbortController()
    const result = Promise.try(() => start(stop.signal)).finally(() => forget(key, begun))
    // Who waits hears of a failure; when none waits any more, nobody needs to.
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
    // Anyone who comes from now on must not join what is being ended.
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
