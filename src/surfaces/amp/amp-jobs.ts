import { type AnyHandler, type JobHandler, type Schedule, defineJob } from '../../platform/jobs/index.ts'
import { statementwise } from '../../platform/storage/index.ts'
import { type CheckDeps, deleteExpired } from './preflight/index.ts'
import { checkDueSenders } from './senders/index.ts'

const usual = { maxAttempts: 3, retryDelaysMs: [60_000, 600_000], jitter: 0.2, priority: 100, keepMs: 86_400_000 }
const checkSenders = defineJob<object>({ name: 'amp.check_senders', ...usual })
const expire = defineJob<object>({ name: 'amp.expire_preflights', ...usual })
const rowsAtOnce = 500

/** Handlers and schedules of the surface. */
export function ampJobs(deps: CheckDeps): { handlers: AnyHandler[]; schedules: Schedule[] } {
  const checking: JobHandler<object, { checked: number }> = {
    kind: checkSenders,
    concurrency: 1,
    run: async (_, { nowMs, signal }) => ({ done: { checked: await checkDueSenders(deps, { nowMs, signal }) } }),
  }
  const expiring: JobHandler<object, { expired: number }> = {
    kind: expire,
    concurrency: 1,
    async run(_, { nowMs, signal }) {
      let expired = 0
      for (;;) {
        const deleted = await deps.store.tx((db) => deleteExpired(db, nowMs(), rowsAtOnce), statementwise)
        expired += deleted
        if (deleted < rowsAtOnce || signal.aborted) return { done: { expired } }
      }
    },
  }
  return {
    handlers: [checking, expiring],
    schedules: [
      { name: checkSenders.name, cron: '40 * * * *', kind: checkSenders, payload: {}, catchUp: 'once' },
      { name: expire.name, cron: '55 * * * *', kind: expire, payload: {}, catchUp: 'once' },
    ],
  }
}
