import type { Connection, Peer } from './connection.ts'

/** Max idle connections per peer and in total. */
const maxPerPeer = 64
const maxTotal = 1024
/** Many servers close after 5 s (Node's default): older connections would fail where a new one succeeds. */
const idleMs = 4000
const sweepEveryMs = 1000

/** Idle connections by IP address, port, name and TLS. */
export class Pool {
  readonly #idle = new Map<string, Connection[]>()
  readonly #timer = setInterval(() => this.#sweep(), sweepEveryMs)
  #count = 0
  #isClosed = false

  constructor() {
    this.#timer.unref()
  }

  /** The most recently used open connection to the peer. */
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

  /** Stores an idle connection, or closes it if the pool is full. */
  keep(connection: Connection): void {
    const key = keyOf(connection.peer)
    let waiting = this.#idle.get(key)
    if (waiting === undefined) this.#idle.set(key, (waiting = []))
    if (this.#isClosed || this.#count >= maxTotal || waiting.length >= maxPerPeer) return connection.destroy()
    connection.idleUntilMs = performance.now() + idleMs
    waiting.push(connection)
    this.#count++
  }

  /** Closes idle connections, and those that are returned later. */
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
