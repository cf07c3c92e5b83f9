import { beforeEach, describe, expect, test } from 'bun:test'
import { type Store, openStore } from '../../../src/platform/storage/index.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { createDatabase } from '../../support/postgres.ts'
import { startSilentProxy } from '../../support/silent-proxy.ts'
import { eachDialect, openEmptyStore, temporaryDirectory } from '../../support/store.ts'
import { putSetting, settingKeys } from './rows.ts'

const boom = new Error('boom')
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Counts the calls of a listener, and waits for them. */
function counter() {
  let calls = 0
  let wake: () => void = () => undefined
  return {
    receive: () => {
      calls++
      wake()
    },
    calls: () => calls,
    async reaches(count: number) {
      while (calls < count) await new Promise<void>((resolve) => (wake = resolve))
    },
  }
}

eachDialect((dialect, open) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
  })

  test('a listener hears a signal once its transaction is durable', async () => {
    const seen: string[][] = []
    // Postgres also calls when listening has begun: before the commit there is nothing to see, after it the row is seen twice.
    store.listen('jobs', () => void settingKeys(store).then((keys) => keys.length > 0 && seen.push(keys)))
    await store.tx(async (db) => {
      db.signal('jobs')
      await turn()
      await putSetting(db, 'a')
      expect(seen).toEqual([])
    })
    while (seen.length === 0) await turn()
    expect(new Set(seen.flat())).toEqual(new Set(['a']))
  })

  test('several signals of one transaction are one call, and other channels are not called', async () => {
    const jobs = counter()
    const other = counter()
    store.listen('jobs', jobs.receive)
    store.listen('other', other.receive)
    // Postgres says first that listening has begun.
    const before = dialect === 'postgres' ? 1 : 0
    await other.reaches(before)
    await store.tx(async (db) => {
      db.signal('jobs')
      db.signal('jobs')
      await store.tx(async (inner) => inner.signal('jobs'))
    })
    await jobs.reaches(before + 1)
    await turn()
    expect([jobs.calls(), other.calls()]).toEqual([before + 1, before])
  })

  test('a failed transaction sends no signal, nor does a nested one', async () => {
    const lost = counter()
    const kept = counter()
    store.listen('lost', lost.receive)
    store.listen('kept', kept.receive)
    // Postgres says first that listening has begun.
    const before = dialect === 'postgres' ? 1 : 0
    await lost.reaches(before)
    const failing = store.tx(async (db) => {
      db.signal('lost')
      throw boom
    })
    await expect(failing).rejects.toBe(boom)
    await store.tx(async (db) => {
      await store
        .tx(async (inner) => {
          inner.signal('lost')
          throw boom
        })
        .catch(() => undefined)
      db.signal('kept')
    })
    await kept.reaches(before + 1)
    expect(lost.calls()).toBe(before)
  })

  test('a listener that has stopped hears nothing more', async () => {
    const first = counter()
    const second = counter()
    const stop = store.listen('jobs', first.receive)
    store.listen('jobs', second.receive)
    if (dialect === 'postgres') await second.reaches(1)
    const before = second.calls()
    await store.tx(async (db) => db.signal('jobs'))
    await second.reaches(before + 1)
    stop()
    await store.tx(async (db) => db.signal('jobs'))
    await second.reaches(before + 2)
    expect(first.calls()).toBe(before + 1)
  })

  test('a signal outside a transaction is an error', async () => {
    expect(() => store.read.signal('jobs')).toThrow('cannot write')
    const db = await store.tx(async (inside) => inside)
    expect(() => db.signal('jobs')).toThrow('has not ended')
  })
})

describe('on Postgres', () => {
  test('other replicas hear it too, at most a few times when there are many', async () => {
    const url = await createDatabase()
    const mine = await openEmptyStore({ url, dataDir: temporaryDirectory() })
    const theirs = await openEmptyStore({ url, dataDir: temporaryDirectory() })
    const notified = counter()
    theirs.listen('jobs', notified.receive)
    // The first call says that listening has begun.
    await notified.reaches(1)
    const begunAt = performance.now()
    for (let count = 0; count < 100; count++) await mine.tx(async (db) => db.signal('jobs'))
    await notified.reaches(2)
    const after = notified.calls()
    const tookMs = performance.now() - begunAt
    await mine.tx(async (db) => db.signal('jobs'))
    await notified.reaches(after + 1)
    // Once in fifty milliseconds; a timer may be early by some of them.
    expect(after).toBeLessThan(tookMs / 40 + 5)
  })

  test('a connection that listens and went silent is replaced, and listeners look for what they missed', async () => {
    const url = new URL(await createDatabase())
    const other = await openEmptyStore({ url: url.href, dataDir: temporaryDirectory() })
    const proxy = await startSilentProxy(Number(url.port))
    url.port = String(proxy.port)
    const deadlines = { heartbeatMs: 300, idleMs: 0, probeMs: 1500 }
    const store = await openStore({ url: url.href, dataDir: temporaryDirectory(), poolSize: 2, deadlines })
    cleanUp(() => store.close())
    const notified = counter()
    store.listen('jobs', notified.receive)
    await notified.reaches(1)
    proxy.swallow()
    await other.tx(async (db) => db.signal('jobs'))
    await notified.reaches(2)
    const before = notified.calls()
    await other.tx(async (db) => db.signal('jobs'))
    await notified.reaches(before + 1)
  })

  test('listeners are called when the lost connection is back', async () => {
    const url = await createDatabase()
    const store = await openStore({ url, dataDir: temporaryDirectory(), poolSize: 2 })
    const notified = counter()
    store.listen('jobs', notified.receive)
    await notified.reaches(1)
    const admin = new Bun.SQL({ url, max: 1 })
    await admin`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'LISTEN%'`
    await admin.close()
    await notified.reaches(2)
    await store.close()
  })
})
