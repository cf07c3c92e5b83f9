import { OutboundError } from './outbound-error.ts'

/** The current step of a request, for the message of a timeout. */
type Phase = 'resolving the host name' | 'connecting' | 'waiting for the response'

/** One run of a request with its timeout: when it ends, the current step is canceled. */
export class Attempt {
  phase: Phase = 'resolving the host name'
  #giveUp: (() => void) | undefined
  #isOver = false

  /** Sets the cancel function of the current step; calls it at once if the time is already over. */
  hold(giveUp: () => void): void {
    this.#giveUp = giveUp
    if (this.#isOver) giveUp()
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Runs the work until it ends, times out, or the caller's signal aborts. */
  run<T>(work: () => Promise<T>, timeoutMs: number, signal: AbortSignal | undefined): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const end = (error: OutboundError) => {
      this.#isOver = true
      reject(error)
      this.#giveUp?.()
    }
    const timer = setTimeout(
      () => end(new OutboundError('timeout', `Timed out after ${timeoutMs / 1000} s while ${this.phase}.`)),
      timeoutMs,
    )
    const onAbort = () => end(new OutboundError('aborted', 'The request was called off.'))
    const settle = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    if (signal?.aborted === true) onAbort()
    else {
      signal?.addEventListener('abort', onAbort, { once: true })
      work().then(resolve, reject)
    }
    promise.then(settle, settle)
    return promise
  }
}
