import { SteadyClock } from '../clock.ts'
import { SampledClock, type Store } from '../../storage/index.ts'

/**
 * The clock of jobs on this store: the database's, which replicas on Postgres share, and this host's on SQLite. Jumps of this
 * host's clock are noticed when it is sampled.
 */
export function storeClock(store: Store): SteadyClock {
  if (store.dialect === 'postgres') {
    return new SteadyClock({ nowMs: () => store.read.nowMs(), sample: () => store.sampleClock() })
  }
  return new SteadyClock(
    new SampledClock(async () => {
      const at = performance.now()
      return { epochMs: Date.now(), before: at, after: at }
    }),
  )
}
