import type { Connection, Peer } from './connection.ts'

/** Idle connections kept for one peer, and in all. */
const maxPerPeer = 64
const maxTotal = 1024
/** Many servers close after 5 s (Node's default): older connections would fail where a new one succeeds. */
const idleMs = 4000
const sweepEveryMs = 1000

/** Connections between two requests, apart by address, port, name and TLS. */
export class Pool {
  readonly #idle = new Map<string, Connection[]>()
  readonly #timer = setInterval(() => this.#sweep(), sweepEveryMs)
  #count = 0
  #isClosed = false

  constructor() {
    this.#timer.unref()
  }

  /** The connection to the peer that was used last, if one is open. */
  take(peer: Peer): Connection | undefined {
    const waiting = this.#idle.get(keyOf(peer))
    for (;;) {
      const connection = waiting?.pop()
      if (connection === undefined) return undefined
      this.#count--
      if (connection.isOpen && connection.idleUntilMs > performance.now()) return connection
      connection.destroy()
    }
  }

  /** Keeps a connection for the next request, or closes it where there are enough. */
  keep(connection: Connection): void {
    const key = keyOf(connection.peer)
    let waiting = this.#idle.get(key)
    if (waiting === undefined) this.#idle.set(key, (waiting = []))
    if (this.#isClosed || this.#count >= maxTotal || waiting.length >= maxPerPeer) return connection.destroy()
    connection.idleUntilMs = performance.now() + idleMs
    waiting.push(connection)
    this.#count++
  }

  /** Closes what waits, and whatever would be kept from now on. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const connection of [...this.#idle.values()].flat()) connection.destroy()
    this.#idle.clear()
  }

  #sweep(): void {
    const now = performance.now()
    this.#count = 0
    for (const [key, waiting] of this.#idle) {
      const kept = waiting.filter((connection) => {
        const isKept = connection.isOpen && connection.idleUntilMs > now
        if (!isKept) connection.destroy()
        return isKept
      })
      this.#count += kept.length
      if (kept.length === 0) this.#idle.delete(key)
      else this.#idle.set(key, kept)
    }
  }
}

function keyOf({ isTls, address, port, host }: Peer): string {
  return `${isTls ? 's' : 'p'} ${address} ${port} ${host}`
}
