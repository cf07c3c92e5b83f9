import { type Store, underLocks, type TxOptions } from '../../../../platform/storage/index.ts'
import { settleBudget } from './budget.ts'
import { LeasedWindow, leaseUseMs } from './leased-window.ts'
import { type ProbeNotes, createNotes } from './notes.ts'
import { readClock, lockBudget, saveBudget } from './store.ts'
import { SlidingWindow, type Window } from './window.ts'

/** Options of a rate window. */
export interface WindowRequest {
  /** Key of the limit, equal for all processes that share it. */
  readonly bucket: string
  readonly max: number
  readonly windowMs: number
  /** Maximum duration of a request, milliseconds. */
  readonly leaseMs: number
  readonly now: () => number
  readonly onChange: () => void
}

/** State shared with other processes and kept across restarts. */
export interface Shared extends Pick<ProbeNotes, 'read' | 'write'> {
  openWindow(options: WindowRequest): Window
  /** Writes buffered state. */
  close(): Promise<void>
}

/** Above this rate per second there is effectively no limit, and nothing is shared. */
const unlimitedPerSecond = 1000

/** The bucket is locked. Durability across power loss is not needed: those requests have ended by then. */
const countingCalls: TxOptions = { ...underLocks, survives: 'process' }

/** State in the database. Its errors are reported and do not fail probes. */
export function shareThrough(store: Pick<Store, 'read' | 'tx'>, onFault: (error: unknown) => void): Shared {
  const notes = createNotes(store, onFault)
  return {
    read: notes.read,
    write: notes.write,
    openWindow(options) {
      const { bucket, leaseMs, max, now, windowMs } = options
      if (max / windowMs > unlimitedPerSecond / 1000) return new SlidingWindow(max, windowMs, now)
      const terms = { max, windowMs, leaseMs, soonMs: leaseUseMs(windowMs) }
      return new LeasedWindow({
        ...options,
        onFault,
        exchange: (exchange) =>
          store.tx(async (db) => {
            const before = await lockBudget(db, bucket)
            const nowMs = await readClock(db)
            const { exchanged, grants } = settleBudget(before, exchange, { nowMs, terms })
            await saveBudget(db, bucket, grants)
            return exchanged
          }, countingCalls),
      })
    },
    close: notes.flush,
  }
}

/** State of this process only, for commands. */
export function shareWithNone(): Shared {
  return {
    read: async () => new Map(),
    write: () => undefined,
    openWindow: ({ max, now, windowMs }) => new SlidingWindow(max, windowMs, now),
    close: async () => undefined,
  }
}
