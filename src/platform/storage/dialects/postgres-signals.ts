import type { SQL } from 'bun'
import { Listeners } from './listeners.ts'

/** The one NOTIFY channel of the service; the payload names the sender and the channels of `Db.signal`. */
const postgresChannel = 'svc_signals'
/** Other replicas hear of one channel at most once in this time, milliseconds. */
const quietMs = 50
/** The channel of heartbeats, which nobody can listen to. */
const heartbeat = ''
/** Pauses between attempts to listen, milliseconds: doubling from the first to the last. */
const retryMs = { first: 100, last: 5000 }

/**
 * Signals within this process at once, and to other replicas by NOTIFY: outside the transaction that signals, since NOTIFY
 * takes a lock on the whole database until it commits. What is lost while the connection is down is made up for by
 * calling every listener when it is back. A connection that dropped without a word is found by a heartbeat: a notification
 * that each process sends to itself.
 */
export class PostgresSignals {
  readonly #send: (channel: string, payload: string) => Promise<void>
  readonly #listeners = new Listeners()
  readonly #sender = crypto.randomUUID()
  readonly #quiet = new Map<string, { again: boolean }>()
  readonly #timers = new Set<Timer>()
  readonly #connect: (onClose: () => void) => SQL
  /** What holds the connection that listens, once somebody wants to listen. */
  #listening: SQL | undefined
  readonly #heartbeatMs: number
  /** Whether a notification has arrived since the last heartbeat was sent. */
  #hasReceived = false
  #closed = false

  /**
   * `send` notifies other replicas; `connect` makes a client for one connection, which tells when that is lost. A heartbeat
   * is sent every `heartbeatMs` and has to arrive within that time.
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
    // Commands that never listen hold no connection for it.
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
    if (this.#listening !== undefined) await hangUp(this.#listening)
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
    // Others look by themselves, so a signal that cannot be sent is only late.
    this.#send(postgresChannel, `${this.#sender} ${channel}`).catch(() => undefined)
  }

  #subscribe(pauseMs: number): void {
    if (this.#closed) return
    let nextPauseMs = Math.min(pauseMs * 2, retryMs.last)
    let isOver = false
    // The server is away, or a pooler between does not carry LISTEN. The driver would reconnect too, and write into our log
    // in its own words how that fails.
    const tryAgain = () => {
      if (isOver) return
      isOver = true
      void hangUp(client)
      this.#after(pauseMs, () => this.#subscribe(nextPauseMs))
    }
    const client = this.#connect(tryAgain)
    this.#listening = client
    let isListening = false
    const onListen = () => {
      isListening = true
      nextPauseMs = retryMs.first
      this.#listeners.notifyAll()
      this.#beat(client, tryAgain)
    }
    // The driver waits without end for the answer to LISTEN.
    this.#after(this.#heartbeatMs * 2, () => isListening || tryAgain())
    client.listen(postgresChannel, (payload) => this.#receive(payload), onListen).catch(tryAgain)
  }

  /** Sends a heartbeat, again and again; `onLost` is called when one was sent and did not arrive. */
  #beat(client: SQL, onLost: () => void): void {
    if (this.#closed || client !== this.#listening) return
    this.#hasReceived = false
    let isSent = false
    this.#send(postgresChannel, `${this.#sender} ${heartbeat}`).then(
      () => (isSent = true),
      // It says nothing about the connection that listens.
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

// A server that is gone cannot be determined.
async function hangUp(client: SQL): Promise<void> {
  await client.close({ timeout: 0 }).catch(() => undefined)
}
