import { enqueue } from '../intake/enqueue.ts'
import type { Store } from '../../storage/index.ts'
import { type Schedule, nextTick } from './schedule.ts'
import { addSchedule, lockSchedule, updateSchedule } from './store.ts'

/** A tick that is noticed within this time was not missed, milliseconds: cron knows no seconds. */
const graceMs = 60_000

/**
 * Fires the schedule if a tick is due that no replica has fired, and answers when to ask again, epoch milliseconds. The
 * row's time of the next tick moves in the transaction that enqueues, so one replica fires it, once.
 */
export async function fireDue(store: Store, schedule: Schedule, nowMs: number): Promise<number> {
  return store.tx(async (db) => {
    const { name, cron, timeZone = 'UTC' } = schedule
    const row = await lockSchedule(db, name)
    const fresh = { name, cron, timeZone, nextAt: nextTick(schedule, nowMs), lastAt: row?.lastAt ?? null }
    if (row === undefined) await addSchedule(db, fresh)
    else if (row.cron !== cron || row.timeZone !== timeZone) await updateSchedule(db, fresh)
    else if (row.nextAt !== null && row.nextAt > nowMs) return row.nextAt
    else if (row.nextAt !== null) {
      const isMissed = nowMs - row.nextAt > graceMs
      await updateSchedule(db, { ...fresh, lastAt: row.nextAt })
      if (!isMissed || schedule.catchUp === 'once') await enqueue(db, schedule.kind, { payload: schedule.payload })
    }
    return fresh.nextAt ?? Infinity
  })
}
