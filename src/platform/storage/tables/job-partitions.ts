import type { Kit } from '../kit.ts'

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
