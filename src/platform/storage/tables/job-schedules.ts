import type { Kit } from '../kit.ts'

/** When each schedule fires next, so that of all replicas one does. `nextAt` is null when it never will. */
export const jobSchedules = (k: Kit) =>
  k.table('job_schedules', {
    name: k.text('name').primaryKey(),
    cron: k.text('cron').notNull(),
    timeZone: k.text('time_zone').notNull(),
    nextAt: k.big('next_at'),
    lastAt: k.big('last_at'),
  })
