import type { Kit } from '../kit.ts'

/** How far a job over the instances of a module has come, moved on in the transactions that do it. */
export const moduleRuns = (k: Kit) =>
  k.table('module_runs', {
    jobId: k.text('job_id').primaryKey(),
    /** The last template that was inspected. */
    afterId: k.text('after_id').notNull(),
    processed: k.int('processed').notNull(),
    changed: k.int('changed').notNull(),
    failed: k.int('failed').notNull(),
    /** The first results that are worth telling. */
    results: k.json<unknown[]>('results').notNull(),
  })
