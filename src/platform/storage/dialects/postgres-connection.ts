import { SQL as Client } from 'bun'
import type { PostgresDeadlines } from '../deadlines.ts'
import { StorageTimeout } from '../failure.ts'

export interface ConnectOptions {
  url: string
  deadlines: PostgresDeadlines
  /** Called once if the connection is lost or discarded. */
  onClose?: (connection: PostgresConnection) => void
}

/**
 * One connection to Postgres, which never reconnects: the driver would reconnect on its own, without the timeouts of the
 * session. Its user sends statements one after the other, and they complete in that order.
 */
export class PostgresConnection {
  readonly #client: Client
  readonly #deadlines: PostgresDeadlines
  readonly #onClose: ConnectOptions['onClose']
  #isClosed = false
  /** Statements without a response so far. */
  #running = 0
  #silence: Timer | undefined
  #silenceMs: number
  #isPrepared = false
  #silenceError: StorageTimeout | undefined
  #lastAnswerAt = performance.now()
  /** Probed before the next use, because another connection of the pool has just stopped responding. */
  isSuspect = false
  /** The server has refused a write, as a demoted primary does: the connection must not be reused. */
  isReadOnly = false
  /** True if statements ran when this side closed it: the server may not have noticed yet. */
  wasBusy = false

  constructor({ url, deadlines, onClose }: ConnectOptions) {
    this.#deadlines = deadlines
    this.#silenceMs = deadlines.silenceMs
    this.#client = new Client({
      url,
      max: 1,
      bigint: true,
      connectionTimeout: deadlines.connectMs / 1000,
      onclose: () => this.#closed(),
    })
    this.#onClose = onClose
  }

  /** True if it was closed because the server did not respond. */
  get wasSilent(): boolean {
    return this.#silenceError !== undefined
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** True if it has to be probed before use. */
  get needsProbe(): boolean {
    return this.#isPrepared && (this.isSuspect || performance.now() - this.#lastAnswerAt > this.#deadlines.idleMs)
  }

  /**
   * Sends a statement; rows as objects, or as arrays of values. Fails with StorageTimeout if the server does not respond
   * within `silenceMs`; the connection is closed then.
   */
  async run(text: string, params: readonly unknown[], asArrays: boolean): Promise<unknown[]> {
    if (!this.#isPrepared) this.#prepare()
    return this.#send(text, params, asArrays)
  }

  /** True if the server responds within `probeMs`, and accepts writes. Otherwise the connection is closed. */
  async probe(): Promise<boolean> {
    this.#silenceMs = this.#deadlines.probeMs
    try {
      this.isSuspect = await this.isServerReadOnly()
    } catch {
      this.isSuspect = true
    } finally {
      this.#silenceMs = this.#deadlines.silenceMs
    }
    if (this.isSuspect) this.close()
    return !this.isSuspect
  }

  /** True if transactions of this session cannot write: on a standby, or with `default_transaction_read_only`. */
  async isServerReadOnly(): Promise<boolean> {
    const [row] = await this.run(readOnlyQuery, [], true)
    return (row as unknown[])[0] === 'on'
  }

  /** Runs work whose statements and lock waits have no timeouts. */
  async withoutDeadlines<T>(work: () => Promise<T>): Promise<T> {
    await this.run(settings(unlimited), [], false)
    this.#silenceMs = Infinity
    try {
      return await work()
    } finally {
      this.#silenceMs = this.#deadlines.silenceMs
      if (!this.#isClosed) await this.run(settings(this.#deadlines), [], false).catch(() => this.close())
    }
  }

  /** Closes it at once: running statements fail, without a wait for the server. */
  close(): void {
    this.wasBusy ||= this.#running > 0
    this.#closed()
    void this.#client.close({ timeout: 0 }).catch(() => undefined)
  }

  /** Closes it after the running statements; resolves when the server has been notified. */
  async end(): Promise<void> {
    await Promise.race([this.#client.close(), Bun.sleep(this.#deadlines.probeMs)])
    this.close()
  }

  #closed(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#onClose?.(this)
  }

  // A statement instead of startup parameters, which poolers refuse. It is sent before the first statement and not awaited.
  #prepare(): void {
    this.#isPrepared = true
    this.#send(settings(this.#deadlines), [], false).catch(() => this.close())
  }

  async #send(text: string, params: readonly unknown[], asArrays: boolean): Promise<unknown[]> {
    if (this.#isClosed) throw closedError()
    const query = this.#client.unsafe(text, params as unknown[])
    if (this.#running++ === 0) this.#watch()
    let timeout: StorageTimeout | undefined
    try {
      return (await (asArrays ? query.values() : query)) as unknown[]
    } catch (error) {
      timeout = this.#silenceError
      if ((error as { errno?: unknown }).errno === readOnlyTransaction) this.isReadOnly = true
      throw timeout ?? error
    } finally {
      this.#running--
      if (timeout === undefined) this.#lastAnswerAt = performance.now()
      this.#watch()
    }
  }

  /** Restarts the silence timer while statements run. */
  #watch(): void {
    clearTimeout(this.#silence)
    if (this.#running === 0 || this.#silenceMs === Infinity) return
    this.#silence = setTimeout(() => {
      this.#silenceError = new StorageTimeout('Postgres did not respond in time; the connection was closed.')
      this.close()
    }, this.#silenceMs)
  }
}

/** Returns `on` if transactions of the session cannot write, else `off`. */
export const readOnlyQuery = "SELECT current_setting('transaction_read_only')"

/** SQLSTATE read_only_sql_transaction. */
const readOnlyTransaction = '25006'

function closedError(): Error {
  return Object.assign(new Error('The connection to Postgres is closed.'), { code: 'ERR_POSTGRES_CONNECTION_CLOSED' })
}

type Settings = Pick<PostgresDeadlines, 'statementMs' | 'lockMs' | 'idleTransactionMs'>

const unlimited: Settings = { statementMs: 0, lockMs: 0, idleTransactionMs: 0 }

/** Interval at which the server checks whether the client of a running statement has disconnected, milliseconds. */
export const clientCheckMs = 1000

// The last ones make the server drop a session whose client is gone: within a second while a statement runs or waits for a
// lock (from Postgres 14; a server not on Linux may refuse the setting), within a minute while it is idle.
function settings({ statementMs, lockMs, idleTransactionMs }: Settings): string {
  return (
    `SELECT set_config('statement_timeout', '${statementMs}', false), set_config('lock_timeout', '${lockMs}', false), ` +
    `set_config('idle_in_transaction_session_timeout', '${idleTransactionMs}', false), ` +
    "set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false), " +
    "set_config('tcp_keepalives_count', '3', false), " +
    "CASE WHEN current_setting('server_version_num')::int >= 140000 AND version() LIKE '%linux%' " +
    `THEN set_config('client_connection_check_interval', '${clientCheckMs}', false) END`
  )
}
