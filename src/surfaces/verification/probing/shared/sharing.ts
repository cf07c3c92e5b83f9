import { type Store, underLocks, type TxOptions } from '../../../../platform/storage/index.ts'
import { settleBudget } from './budget.ts'
import { LeasedWindow, leaseUseMs } from './leased-window.ts'
import { type ProbeNotes, createNotes } from './notes.ts'
import { readClock, lockBudget, saveBudget } from './store.ts'
import { SlidingWindow, type Window } from './window.ts'

/** A limit on how often servers are queried, and who wants to know that it gives way. */
export interface WindowRequest {
  /** Whose limit it is: the same for all who share it. */
  readonly bucket: string
  readonly max: number
  readonly windowMs: number
  /** How long what was begun may take, milliseconds. */
  readonly leaseMs: number
  readonly now: () => number
  readonly onChange: () => void
}

/** What probing knows together with other processes, and after a restart. */
export interface Shared extends Pick<ProbeNotes, 'read' | 'write'> {
  openWindow(options: WindowRequest): Window
  /** Writes down what is known. */
  close(): Promise<void>
}

/** More in a second than servers would ever see of one process: no limit, and nothing to share. */
const unlimitedPerSecond = 1000

/** The row of a bucket is locked, and a count that is lost with the power was of calls that are over. */
const countingCalls: TxOptions = { ...underLocks, survives: 'process' }

/** Knowledge that is shared through the database. Faults of it are notified, and do not end the asking. */
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

/** Knowledge of this process alone, for commands. */
export function shareWithNone(): Shared {
  return {
    read: async () => new Map(),
    write: () => undefined,
    openWindow: ({ max, now, windowMs }) => new SlidingWindow(max, windowMs, now),
    close: async () => undefined,
  }
}
