import { SteadyClock } from '../clock.ts'
import { readClock } from '../claims/store.ts'
import type { Store } from '../../storage/index.ts'

/**
 * The clock of jobs on this store. Replicas on Postgres share the database's, wherever it goes. SQLite has one process,
 * whose clock never goes back: what waits must not wait an hour longer because the host's clock was put right.
 */
export function storeClock(store: Store): SteadyClock {
  return store.dialect === 'postgres'
    ? new SteadyClock(() => readClock(store.read), { mayGoBack: true })
    : new SteadyClock(() => Promise.resolve(Date.now()), { mayGoBack: false })
}
