/** Holds transactions of the service on Postgres where a test wants them: at an advisory lock that triggers of the test take. */
import { sql } from 'drizzle-orm'
import type { Store } from '../../src/platform/storage/index.ts'

/** Takes the lock of this number exclusively, and gives a function that lets it go. On SQLite, where nothing waits, both do nothing. */
export async function closeGate(store: Store, gate: number): Promise<() => Promise<void>> {
  if (store.dialect === 'sqlite') return async () => undefined
  const closed = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  const holding = store.tx(async (db) => {
    await db.rows(sql`select pg_advisory_xact_lock(${gate}::bigint)`)
    closed.resolve()
    await opened.promise
  })
  await Promise.race([closed.promise, holding])
  return async () => {
    opened.resolve()
    await holding
  }
}

/** Resolves once the call has settled, or so many sessions of this database wait for a lock. On SQLite, whose writers follow each other, once it has settled. */
export async function blockedOrSettled(store: Store, call: Promise<unknown>, sessions: number): Promise<void> {
  if (store.dialect === 'sqlite') return void (await call.catch(() => undefined))
  let isSettled = false
  const settled = () => void (isSettled = true)
  call.then(settled, settled)
  while (!isSettled && (await waiting(store)) < sessions) await Bun.sleep(2)
}

async function waiting(store: Store): Promise<number> {
  const [row] = await store.read.rows<{ count: number }>(
    sql`select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row?.count ?? 0
}
