import { AsyncLocalStorage } from 'node:async_hooks'

/** Who listens to which channel in this process. */
export class Listeners {
  readonly #byChannel = new Map<string, Set<() => void>>()

  /** Adds a listener; answers a function that removes it. */
  add(channel: string, listener: () => void): () => void {
    // What the listener does is its own: not part of the request whose transaction happened to signal.
    const inOwnContext = AsyncLocalStorage.snapshot()
    const call = () => inOwnContext(listener)
    const all = this.#byChannel.get(channel) ?? new Set()
    this.#byChannel.set(channel, all.add(call))
    return () => {
      all.delete(call)
      if (all.size === 0 && this.#byChannel.get(channel) === all) this.#byChannel.delete(channel)
    }
  }

  /** Calls everybody who listens to one of the channels, after the running code: a listener's throw is not the caller's. */
  notifyListeners(channels: Iterable<string>): void {
    for (const channel of channels) {
      for (const call of this.#byChannel.get(channel) ?? []) queueMicrotask(call)
    }
  }

  /** Calls everybody. */
  notifyAll(): void {
    this.notifyListeners(this.#byChannel.keys())
  }
}
