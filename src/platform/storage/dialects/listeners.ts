import { AsyncLocalStorage } from 'node:async_hooks'

/** The listeners of this process by channel. */
export class Listeners {
  readonly #byChannel = new Map<string, Set<() => void>>()

  /** Returns a function that removes the listener. */
  add(channel: string, listener: () => void): () => void {
    // The listener must not run in the async context of the request whose transaction signals.
    const inOwnContext = AsyncLocalStorage.snapshot()
    const call = () => inOwnContext(listener)
    const all = this.#byChannel.get(channel) ?? new Set()
    this.#byChannel.set(channel, all.add(call))
    return () => {
      all.delete(call)
      if (all.size === 0 && this.#byChannel.get(channel) === all) this.#byChannel.delete(channel)
    }
  }

  /**
   * Calls the listeners of these channels after the running code, so that an exception of a listener does not reach the
   * caller.
   */
  notifyListeners(channels: Iterable<string>): void {
    for (const channel of channels) {
      for (const call of this.#byChannel.get(channel) ?? []) queueMicrotask(call)
    }
  }

  notifyAll(): void {
    this.notifyListeners(this.#byChannel.keys())
  }
}
