import { sql } from 'drizzle-orm'
import type { Kit } from '../kit.ts'

/** Where a job can stand; the last three are final. */
export const jobStates = ['scheduled', 'ready', 'running', 'done', 'dead', 'cancelled'] as const

export type JobState = (typeof jobStates)[number]

/**
 * Work to be done, and for a while what became of it. `payload`, `progress`, `result` and `errors` are JSON as text: no
 * query reads them. `projectId` refers to nothing, so that a job outlives what it is to clear away.
 */
export const jobs = (k: Kit) =>
  k.table(
    'jobs',
    {
      id: k.text('id').primaryKey(),
      kind: k.text('kind').notNull(),
      projectId: k.text('project_id'),
      /** The unit of fairness, and what a width or a pause is set for. */
      partition: k.text('lane').notNull(),
      dedupeKey: k.text('dedupe_key'),
      payload: k.text('payload').notNull(),
      state: k.text<JobState>('state').notNull(),
      priority: k.int('priority').notNull(),
      runAt: k.big('run_at').notNull(),
      /** Attempts that have ended; a lost lease and a snooze are none. */
      attempts: k.int('attempts').notNull(),
      /** Leases lost since the last attempt that ended. */
      crashes: k.int('crashes').notNull(),
      /** Grows with every claim, and whenever a job is taken from who runs it: an end must name the fence of its claim. */
      fence: k.int('fence').notNull(),
      leaseUntil: k.big('lease_until'),
      startedAt: k.big('started_at'),
      progress: k.text('progress'),
      result: k.text('result'),
      errors: k.text('errors'),
      createdAt: k.big('created_at').notNull(),
      finishedAt: k.big('finished_at'),
      /** When a finished job's row may go. */
      keepUntil: k.big('keep_until'),
    },
    (t) => [
      // The claim skips from partition to partition, and reads of each only what it takes.
      k
        .index('jobs_ready')
        .on(t.kind, t.partition, t.priority, t.runAt, t.id)
        .where(sql`state = 'ready'`),
      k
        .index('jobs_scheduled')
        .on(t.runAt)
        .where(sql`state = 'scheduled'`),
      // Ending a partition (a deleted webhook) ends what waits for another attempt as well.
      k
        .index('jobs_scheduled_lane')
        .on(t.kind, t.partition)
        .where(sql`state = 'scheduled'`),
      k
        .index('jobs_running')
        .on(t.kind, t.partition)
        .where(sql`state = 'running'`),
      k
        .index('jobs_dead')
        .on(t.kind, t.id)
        .where(sql`state = 'dead'`),
      k
        .index('jobs_keep')
        .on(t.keepUntil)
        .where(sql`keep_until is not null`),
      k
        .index('jobs_project')
        .on(t.projectId, t.id)
        .where(sql`project_id is not null`),
      k
        .uniqueIndex('jobs_dedupe')
        .on(t.kind, t.dedupeKey)
        .where(sql`dedupe_key is not null and state in ('scheduled', 'ready', 'running')`),
    ],
  )

/** Partitions that are paused or narrower than their kind says. */
export const jobPartitions = (k: Kit) =>
  k.table(
    'job_lanes',
    {
      kind: k.text('kind').notNull(),
      partition: k.text('lane').notNull(),
      pausedUntil: k.big('paused_until'),
      concurrency: k.int('concurrency'),
    },
    (t) => [k.primaryKey({ columns: [t.kind, t.partition] })],
  )

/** When each schedule fires next, so that of all replicas one does. `nextAt` is null when it never will. */
export const jobSchedules = (k: Kit) =>
  k.table('job_schedules', {
    name: k.text('name').primaryKey(),
    cron: k.text('cron').notNull(),
    timeZone: k.text('time_zone').notNull(),
    nextAt: k.big('next_at'),
    lastAt: k.big('last_at'),
  })
