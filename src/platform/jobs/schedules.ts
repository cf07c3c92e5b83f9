import type { JobKind } from './kind.ts'
import { enqueue } from './enqueue.ts'
import { type Store, underLocks } from '../storage/index.ts'
import { addSchedule, findSchedule, lockSchedule, updateSchedule } from './schedule-store.ts'

export interface Schedule<P = unknown> {
  readonly name: string
  /** Five fields or a nickname such as `@daily`. */
  readonly cron: string
  /** IANA name; UTC by default. A fixed time fires once in a repeated hour, and after a skipped hour. */
  readonly timeZone?: string
  readonly kind: JobKind<P>
  readonly payload: P
  /** After missed ticks: no job, or one job for all of them. */
  readonly catchUp: 'skip' | 'once'
}

/** Throws if the cron expression or the time zone is invalid. */
export function checkSchedule(schedule: Schedule): void {
  try {
    nextTick(schedule, Date.now())
  } catch (cause) {
    throw new Error(`Invalid cron expression or time zone of the schedule ${schedule.name}: ${schedule.cron}`, {
      cause,
    })
  }
}

/** The first tick after `afterMs`, epoch milliseconds; null if there is none. */
export function nextTick({ cron, timeZone = 'UTC' }: { cron: string; timeZone?: string }, afterMs: number) {
  return Bun.cron.parse(cron, afterMs, { tz: timeZone })?.getTime() ?? null
}

/** Pause before the next check of a schedule that another replica has locked, milliseconds. */
const busyMs = 1000
/** A tick is missed if it is noticed later than this, milliseconds. Cron has no seconds. */
const graceMs = 60_000

/**
 * Fires the schedule if a tick is due that no replica has fired; returns when to call it again, epoch milliseconds.
 * `next_at` of the row moves in the transaction that enqueues, so one replica fires it, once. A row that is locked is
 * skipped, so no replica waits for one that is suspended.
 */
export async function fireDue(store: Store, schedule: Schedule, nowMs: number): Promise<number> {
  return store.tx(async (db) => {
    const { name, cron, timeZone = 'UTC' } = schedule
    const known = await findSchedule(db, name)
    const row = known && (await lockSchedule(db, name))
    if (known !== undefined && row === undefined) return nowMs + busyMs
    const fresh = { name, cron, timeZone, nextAt: nextTick(schedule, nowMs), lastAt: row?.lastAt ?? null }
    if (row === undefined) await addSchedule(db, fresh)
    else if (row.cron !== cron || row.timeZone !== timeZone) await updateSchedule(db, fresh)
    else if (row.nextAt !== null && row.nextAt > nowMs) {
      if (!isAhead(row.nextAt, schedule, fresh.nextAt)) return row.nextAt
      await updateSchedule(db, { ...fresh, lastAt: row.lastAt === null ? null : Math.min(row.lastAt, nowMs) })
    } else if (row.nextAt !== null) {
      const isMissed = nowMs - row.nextAt > graceMs
      await updateSchedule(db, { ...fresh, lastAt: row.nextAt })
      if (!isMissed || schedule.catchUp === 'once') await enqueue(db, schedule.kind, { payload: schedule.payload })
    }
    return fresh.nextAt ?? Infinity
  }, underLocks)
}

/** True if `nextAt` was written by a clock that was ahead: it is later than the tick after the next. */
function isAhead(nextAt: number, schedule: Schedule, tick: number | null): boolean {
  // A replica whose clock is slightly ahead may have fired one tick more than this clock expects.
  if (tick === null || nextAt <= tick) return false
  const second = nextTick(schedule, tick)
  return second !== null && nextAt > second
}
