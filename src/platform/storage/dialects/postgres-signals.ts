import type { SQL } from 'bun'
import { Listeners } from './listeners.ts'

/** The single NOTIFY channel of the service; the payload names the sender and the channels of `Db.signal`. */
const postgresChannel = 'svc_signals'
/** Milliseconds in which other replicas are notified of one channel at most once. */
const quietMs = 50
/** The channel of heartbeats; it has no listeners. */
const heartbeat = ''
/** Pauses between attempts to subscribe, milliseconds: doubling from the first to the last. */
const retryMs = { first: 100, last: 5000 }

/**
 * Signals within this process are delivered at once, and those to other replicas by NOTIFY: outside of the transaction that
 * signals, because NOTIFY locks the whole database until the commit. To make up for signals lost during a disconnect, every
 * listener is called after a reconnect. A heartbeat, a notification that each process sends to itself, detects connections
 * that dropped silently.
 */
export class PostgresSignals {
  readonly #send: (channel: string, payload: string) => Promise<void>
  readonly #listeners = new Listeners()
  readonly #sender = crypto.randomUUID()
  readonly #quiet = new Map<string, { again: boolean }>()
  readonly #timers = new Set<Timer>()
  readonly #connect: (onClose: () => void) => SQL
  /** The client of the listening connection, opened for the first listener. */
  #listening: SQL | undefined
  readonly #heartbeatMs: number
  /** True if a notification has arrived since the last heartbeat was sent. */
  #hasReceived = false
  #closed = false

  /**
   * `send` notifies other replicas; `connect` creates a client for one connection, which reports its loss. A heartbeat is
   * sent every `heartbeatMs` and has to arrive within that time.
   */
  constructor(
    send: (channel: string, payload: string) => Promise<void>,
    connect: (onClose: () => void) => SQL,
    heartbeatMs: number,
  ) {
    this.#send = send
    this.#connect = connect
    this.#heartbeatMs = heartbeatMs
  }

  listen(channel: string, listener: () => void): () => void {
    // Commands that never listen do not open this connection.
    if (this.#listening === undefined) this.#subscribe(retryMs.first)
    return this.#listeners.add(channel, listener)
  }

  notifyListeners(channels: ReadonlySet<string>): void {
    this.#listeners.notifyListeners(channels)
    for (const channel of channels) this.#notify(channel)
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const timer of this.#timers) clearTimeout(timer)
    if (this.#listening !== undefined) await closeClient(this.#listening)
  }

  #notify(channel: string): void {
    if (this.#closed) return
    const quiet = this.#quiet.get(channel)
    if (quiet !== undefined) {
      quiet.again = true
      return
    }
    const since = { again: false }
    this.#quiet.set(channel, since)
    this.#after(quietMs, () => {
      this.#quiet.delete(channel)
      if (since.again) this.#notify(channel)
    })
    // Other replicas also poll, so a signal that cannot be sent is only late.
    this.#send(postgresChannel, `${this.#sender} ${channel}`).catch(() => undefined)
  }

  #subscribe(pauseMs: number): void {
    if (this.#closed) return
    let nextPauseMs = Math.min(pauseMs * 2, retryMs.last)
    let isOver = false
    // The server is down, or a pooler in between does not support LISTEN. The driver would reconnect too, and write its own
    // errors to our log.
    const reconnect = () => {
      if (isOver) return
      isOver = true
      void closeClient(client)
      this.#after(pauseMs, () => this.#subscribe(nextPauseMs))
    }
    const client = this.#connect(reconnect)
    this.#listening = client
    let isListening = false
    const onListen = () => {
      isListening = true
      nextPauseMs = retryMs.first
      this.#listeners.notifyAll()
      this.#beat(client, reconnect)
    }
    // The driver has no timeout for LISTEN.
    this.#after(this.#heartbeatMs * 2, () => isListening || reconnect())
    client.listen(postgresChannel, (payload) => this.#receive(payload), onListen).catch(reconnect)
  }

  /** Sends heartbeats repeatedly; `onLost` is called if one was sent and did not arrive. */
  #beat(client: SQL, onLost: () => void): void {
    if (this.#closed || client !== this.#listening) return
    this.#hasReceived = false
    let isSent = false
    this.#send(postgresChannel, `${this.#sender} ${heartbeat}`).then(
      () => (isSent = true),
      // A failed send does not concern the listening connection.
      () => undefined,
    )
    this.#after(this.#heartbeatMs, () => {
      if (client !== this.#listening) return
      if (isSent && !this.#hasReceived) onLost()
      else this.#beat(client, onLost)
    })
  }

  #receive(payload: string): void {
    this.#hasReceived = true
    const [sender, channel = ''] = payload.split(' ')
    if (sender !== this.#sender && channel !== heartbeat) this.#listeners.notifyListeners([channel])
  }

  #after(pauseMs: number, work: () => unknown): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, pauseMs)
    timer.unref()
    this.#timers.add(timer)
  }
}

// A disconnected server cannot be notified.
async function closeClient(client: SQL): Promise<void> {
  await client.close({ timeout: 0 }).catch(() => undefined)
}
