import type { Kit } from '../kit.ts'

/** Requests counted per bucket and window, shared by replicas. Unlogged on Postgres: a crash may forget a window. */
export const rateCounters = (k: Kit) =>
  k.table(
    'rate_counters',
    {
      bucket: k.text('bucket').notNull(),
      windowStart: k.big('window_start').notNull(),
      count: k.int('count').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.bucket, t.windowStart] }), k.index('rate_counters_window').on(t.windowStart)],
  )
