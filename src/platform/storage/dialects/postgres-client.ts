import type { SQL as Client } from 'bun'
import type { Isolation } from '../db.ts'
import { CommitOutcomeUnknown, StorageError } from '../failure.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import type { PostgresPool } from './postgres-pool.ts'
import { isConflict } from './postgres-retries.ts'

/** Sends a statement and returns its rows, as objects or as arrays. */
type Send = (text: string, params: readonly unknown[], asArrays: boolean) => Promise<unknown[]>

type Runner = Pick<PostgresConnection, 'run' | 'close'> & Partial<Pick<PostgresConnection, 'isClosed'>>

/** The part of a driver's query that drizzle uses: it starts when it is awaited, or when `values` is called. */
class Statement implements PromiseLike<unknown[]> {
  readonly #run: (asArrays: boolean) => Promise<unknown[]>

  constructor(run: (asArrays: boolean) => Promise<unknown[]>) {
    this.#run = run
  }

  // oxlint-disable-next-line unicorn/no-thenable
  then<A = unknown[], B = never>(
    done?: ((rows: unknown[]) => A | PromiseLike<A>) | null,
    failed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#run(false).then(done, failed)
  }

  values(): Promise<unknown[]> {
    return this.#run(true)
  }
}

/**
 * The driver interface of drizzle over the pool: each statement on any connection, a transaction on one. The BEGIN statement
 * sets the isolation level of its transactions.
 */
export function clientOverPool(pool: PostgresPool, isolation: Isolation): Client {
  const begin = `BEGIN ISOLATION LEVEL ${isolation.toUpperCase()}`
  return {
    ...sending((text, params, asArrays) => pool.read(text, params, asArrays)),
    begin: <T>(work: (client: Client) => Promise<T>) => pool.use((connection) => transact(connection, begin, work)),
  } as unknown as Client
}

/** The same interface over one connection. */
export function clientOver(connection: Runner): Client {
  return {
    ...sending((text, params, asArrays) => connection.run(text, params, asArrays)),
    begin: <T>(work: (client: Client) => Promise<T>) => transact(connection, 'BEGIN', work),
  } as unknown as Client
}

function sending(send: Send) {
  return {
    unsafe: (text: string, params: readonly unknown[] = []) =>
      new Statement((asArrays) => send(text, params, asArrays)),
  }
}

async function transact<T>(connection: Runner, begin: string, work: (client: Client) => Promise<T>): Promise<T> {
  // Not awaited: the statements of the work are queued after it, and fail with it.
  const begun = run(connection, begin)
  begun.catch(() => undefined)
  // Whatever the work does with the error: its later decisions, and the errors of later statements, follow from this
  // conflict.
  let conflict: unknown
  const noting: Runner = {
    close: () => connection.close(),
    async run(text, params, asArrays) {
      try {
        return await connection.run(text, params, asArrays)
      } catch (error) {
        if (isConflict(error)) conflict ??= error
        throw error
      }
    },
  }
  try {
    const value = await during(noting, 0, work)
    await begun
    if (conflict !== undefined) throw conflict
    await commit(noting)
    return value
  } catch (error) {
    // A connection whose transaction cannot be ended must not be reused.
    await run(connection, 'ROLLBACK').catch(() => connection.close())
    throw conflict ?? error
  }
}

/** Commits; fails with CommitOutcomeUnknown if the connection is lost before the response. */
async function commit(connection: Runner): Promise<void> {
  const wasOpen = connection.isClosed !== true
  try {
    await run(connection, 'COMMIT')
  } catch (error) {
    throw wasOpen && !isAnswer(error) ? new CommitOutcomeUnknown(error) : error
  }
}

// An SQLSTATE is a response to the COMMIT, except for those of a closing connection: classes 08 and 57P.
function isAnswer(error: unknown): boolean {
  const { errno } = error as { errno?: unknown }
  return typeof errno === 'string' && /^(?!08|57P)[0-9A-Z]{5}$/.test(errno)
}

/** Runs work inside a transaction or savepoint. Its client fails after the work has ended, even if it leaked. */
async function during<T>(connection: Runner, depth: number, work: (client: Client) => Promise<T>): Promise<T> {
  let isOver = false
  const client = {
    ...sending(async (text, params, asArrays) => {
      if (isOver) throw new StorageError('The transaction of this statement has ended.')
      return connection.run(text, params, asArrays)
    }),
    savepoint: <S>(inner: (client: Client) => Promise<S>) => savepoint(connection, depth, inner),
  }
  try {
    return await work(client as unknown as Client)
  } finally {
    isOver = true
  }
}

async function savepoint<T>(connection: Runner, depth: number, work: (client: Client) => Promise<T>): Promise<T> {
  const name = `s${depth}`
  await run(connection, `SAVEPOINT ${name}`)
  try {
    const value = await during(connection, depth + 1, work)
    await run(connection, `RELEASE SAVEPOINT ${name}`)
    return value
  } catch (error) {
    await run(connection, `ROLLBACK TO SAVEPOINT ${name}`)
    throw error
  }
}

function run(connection: Runner, text: string): Promise<unknown[]> {
  return connection.run(text, [], false)
}
