import { enqueue } from '../intake/enqueue.ts'
import { type Store, underLocks } from '../../storage/index.ts'
import { type Schedule, nextTick } from './schedule.ts'
import { addSchedule, findSchedule, lockSchedule, updateSchedule } from './store.ts'

/** When a schedule is inspected again that another replica has at that moment, milliseconds. */
const busyMs = 1000
/** A tick that is noticed within this time was not missed, milliseconds: cron knows no seconds. */
const graceMs = 60_000

/**
 * Fires the schedule if a tick is due that no replica has fired, and answers when to ask again, epoch milliseconds. The
 * row's time of the next tick moves in the transaction that enqueues, so one replica fires it, once; nobody waits for one
 * that stands still meanwhile.
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

/** Whether a clock that was ahead has written the time of the next tick: the tick after the next one comes before it. */
function isAhead(nextAt: number, schedule: Schedule, tick: number | null): boolean {
  // One tick more than this clock expects may have been fired by a replica whose clock is ahead by a moment.
  if (tick === null || nextAt <= tick) return false
  const second = nextTick(schedule, tick)
  return second !== null && nextAt > second
}
