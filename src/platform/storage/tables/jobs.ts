import { sql } from 'drizzle-orm'
import type { Kit } from '../kit.ts'

/** The last three are final. */
export const jobStates = ['scheduled', 'ready', 'running', 'done', 'dead', 'cancelled'] as const

export type JobState = (typeof jobStates)[number]

/**
 * Jobs, and for some time their results. `payload`, `progress`, `result` and `errors` are JSON as text: no query reads them.
 * `projectId` is not a foreign key, so that a job survives the project that it deletes.
 */
export const jobs = (k: Kit) =>
  k.table(
    'jobs',
    {
      id: k.text('id').primaryKey(),
      kind: k.text('kind').notNull(),
      projectId: k.text('project_id'),
      /** The unit of fairness, with its own concurrency limit and pause. */
      partition: k.text('lane').notNull(),
      dedupeKey: k.text('dedupe_key'),
      payload: k.text('payload').notNull(),
      state: k.text<JobState>('state').notNull(),
      priority: k.int('priority').notNull(),
      runAt: k.big('run_at').notNull(),
      /** Attempts that have ended; a lost lease or a snooze is not counted. */
      attempts: k.int('attempts').notNull(),
      /** Leases lost since the last attempt that ended. */
      crashes: k.int('crashes').notNull(),
      /**
       * Incremented by every claim, and whenever a job is taken from its worker: a finish must match the fence of its claim.
       */
      fence: k.int('fence').notNull(),
      leaseUntil: k.big('lease_until'),
      startedAt: k.big('started_at'),
      progress: k.text('progress'),
      result: k.text('result'),
      errors: k.text('errors'),
      createdAt: k.big('created_at').notNull(),
      finishedAt: k.big('finished_at'),
      /** Time after which a finished job's row may be deleted. */
      keepUntil: k.big('keep_until'),
    },
    (t) => [
      // The claim query skips from partition to partition, and reads only the rows that it claims.
      k
        .index('jobs_ready')
        .on(t.kind, t.partition, t.priority, t.runAt, t.id)
        .where(sql`state = 'ready'`),
      k
        .index('jobs_scheduled')
        .on(t.runAt)
        .where(sql`state = 'scheduled'`),
      // Ending a partition (a deleted webhook) also ends its jobs that wait for another attempt.
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

/** Partitions that are paused, or have a lower concurrency limit than their kind. */
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

/** Next run of each schedule, so that only one replica fires it. `nextAt` is null if it never fires again. */
export const jobSchedules = (k: Kit) =>
  k.table('job_schedules', {
    name: k.text('name').primaryKey(),
    cron: k.text('cron').notNull(),
    timeZone: k.text('time_zone').notNull(),
    nextAt: k.big('next_at'),
    lastAt: k.big('last_at'),
  })
