import {
  type AnyHandler,
  type JobHandler,
  type Schedule,
  defineJob,
  defineSchedule,
} from '../../platform/jobs/index.ts'
import { statementwise } from '../../platform/storage/index.ts'
import type { CheckDeps } from './dns/index.ts'
import { eraseDomain } from './domains/index.ts'
import { purgeDomain } from './purge-domain.ts'
import { checkDueDomains } from './watch-domains.ts'

export type DmarcJobDeps = CheckDeps

const checkDomains = defineJob<object>({
  name: 'dmarc.check_domains',
  maxAttempts: 3,
  retryDelaysMs: [60_000, 600_000],
  jitter: 0.2,
  // Low priority: no user waits for it.
  priority: 100,
  keepMs: 24 * 60 * 60 * 1000,
})

/** Handlers and schedules of the surface. */
export function dmarcJobs(deps: DmarcJobDeps): { handlers: AnyHandler[]; schedules: Schedule[] } {
  const checking: JobHandler<object, { checked: number }> = {
    kind: checkDomains,
    concurrency: 1,
    run: async (_, { signal }) => ({ done: { checked: await checkDueDomains(deps, signal) } }),
  }
  const purging: JobHandler<{ domainNo: number }> = {
    kind: purgeDomain,
    concurrency: 1,
    async run({ payload }) {
      await deps.store.tx((db) => eraseDomain(db, payload.domainNo), statementwise)
      return { done: undefined }
    },
  }
  return {
    handlers: [checking, purging],
    schedules: [
      defineSchedule({ name: checkDomains.name, cron: '25 * * * *', kind: checkDomains, payload: {}, catchUp: 'once' }),
    ],
  }
}
