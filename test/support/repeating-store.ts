/**
 * A store on Postgres that has every outermost transaction fail once with 40001, after its work and its last steps, so that
 * all of it runs twice. Whatever the work leaves outside of the database then shows. With SVC_TEST_REPEAT set every test
 * store on Postgres is one: `SVC_TEST_REPEAT=1 bun test test/surfaces`.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { LastStep, Store } from '../../src/platform/storage/index.ts'

/** Wraps a store; SQLite, which repeats nothing, stays as it is. */
export function repeatingStore(store: Store): Store {
  if (store.dialect === 'sqlite') return store
  const around = new AsyncLocalStorage<{ open: boolean }>()
  const wrapped: Store = {
    ...store,
    // A getter of the original would be read once.
    get read() {
      return store.read
    },
    tx(work, options) {
      if (around.getStore()?.open === true) return store.tx(work, options)
      let hasFailed = false
      const failOnce: LastStep<null> = async () => {
        if (hasFailed) return
        hasFailed = true
        throw Object.assign(new Error('could not serialize access'), { errno: '40001' })
      }
      return store.tx(async (db) => {
        const scope = { open: true }
        try {
          const value = await around.run(scope, () => work(db))
          db.addLast(failOnce, null)
          return value
        } finally {
          scope.open = false
        }
      }, options)
    },
  }
  return wrapped
}
