import { OutboundError } from '../outbound-error.ts'
import { Connection, type Peer } from './connection.ts'
import type { Trust } from '../trust.ts'

/** Milliseconds before the next IP address is tried in parallel (RFC 8305 5 recommends 250). */
const headStartMs = 250

/**
 * Connects to the peers in their order, each with a head start over the next, and resolves with the first connection. The
 * others are closed. Rejects with the error of the first peer if all failed. `hold` receives the cancel function.
 */
export function dial(peers: readonly Peer[], trust: Trust, hold: (giveUp: () => void) => void): Promise<Connection> {
  const { promise, resolve, reject } = Promise.withResolvers<Connection>()
  const open = new Set<Connection>()
  const waiting = [...peers]
  let firstFailure: unknown
  let timer: Timer | undefined

  function stop(winner?: Connection): void {
    clearTimeout(timer)
    waiting.length = 0
    for (const connection of open) if (connection !== winner) connection.destroy()
    open.clear()
  }

  function next(): void {
    clearTimeout(timer)
    const peer = waiting.shift()
    if (peer === undefined) return
    const connection = new Connection(peer, trust)
    open.add(connection)
    connection.ready.then(
      () => {
        stop(connection)
        resolve(connection)
      },
      (error: unknown) => {
        firstFailure ??= error
        open.delete(connection)
        if (waiting.length > 0) next()
        else if (open.size === 0) reject(firstFailure)
      },
    )
    if (waiting.length > 0) timer = setTimeout(next, headStartMs)
  }

  hold(stop)
  if (waiting.length === 0) reject(new OutboundError('dns', 'The host name has no IP address.'))
  next()
  return promise
}
