import { firstId } from '../../kernel/ids/index.ts'
import { limits } from '../../kernel/limits.ts'
import { type AnyHandler, type JobHandler, type Schedule, defineJob } from '../../platform/jobs/index.ts'
import { statementwise } from '../../platform/storage/index.ts'
import { type NotifyDeps, deleteOldIncidents, evaluateDue, notifyHandler } from './alerts/index.ts'
import { type CheckDeps, deletePlans, resolverOf } from './dns/index.ts'
import { eraseDomain } from './domains/index.ts'
import {
  type CountStoredDeps,
  type ExpiryDeps,
  countStored,
  deleteOldRejections,
  expireReports,
  purgeReportsOf,
  shortenRetention,
  sweepQuarantine,
} from './reports/index.ts'
import { type EnrichDeps, enrichSources } from './sources/index.ts'
import { type PollDeps, mailboxJobs } from './mailboxes/index.ts'
import { applyRetention } from './apply-retention.ts'
import { countQuarantined } from './count-quarantined.ts'
import { dayMs, dayOf } from './days.ts'
import { purgeDomain } from './purge-domain.ts'
import { checkDueDomains } from './watch-domains.ts'

export type DmarcJobDeps = CheckDeps &
  ExpiryDeps &
  EnrichDeps &
  CountStoredDeps &
  PollDeps & { readonly alerts: Omit<NotifyDeps, 'store'> }

const checkDomains = defineJob<object>({
  name: 'dmarc.check_domains',
  maxAttempts: 3,
  retryDelaysMs: [60_000, 600_000],
  jitter: 0.2,
  // Low priority: no user waits for it.
  priority: 100,
  keepMs: 24 * 60 * 60 * 1000,
})

const expire = defineJob<object>({
  name: 'dmarc.expire_reports',
  maxAttempts: 3,
  retryDelaysMs: [60_000, 600_000],
  jitter: 0.2,
  priority: 100,
  keepMs: 24 * 60 * 60 * 1000,
})

const enrich = defineJob<object>({
  name: 'dmarc.enrich_sources',
  maxAttempts: 3,
  retryDelaysMs: [60_000, 600_000],
  jitter: 0.2,
  priority: 100,
  keepMs: 24 * 60 * 60 * 1000,
})

const evaluateAlerts = defineJob<object>({
  name: 'dmarc.evaluate_alerts',
  maxAttempts: 3,
  retryDelaysMs: [60_000, 600_000],
  jitter: 0.2,
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
    async run({ payload }, { signal }) {
      if (!(await purgeReportsOf(deps.store, payload.domainNo, signal))) return { snooze: 1000 }
      await deps.store.tx((db) => eraseDomain(db, payload.domainNo), statementwise)
      return { done: undefined }
    },
  }
  const counting: JobHandler<{ projectId: string; domain: string }> = {
    kind: countQuarantined,
    concurrency: 1,
    run: async ({ payload }, { signal }) =>
      (await countStored(deps, payload, signal)) ? { done: undefined } : { snooze: 1000 },
  }
  const shortening: JobHandler<{ projectId: string; domainId: string }> = {
    kind: applyRetention,
    concurrency: 1,
    run: async ({ payload }, { signal }) =>
      (await shortenRetention(deps.store, payload, signal)) ? { done: undefined } : { snooze: 1000 },
  }
  const expiring: JobHandler<object, { expired: number }> = {
    kind: expire,
    concurrency: 1,
    async run(_, { nowMs, signal }) {
      const expired = await expireReports(deps, { nowMs: nowMs(), signal })
      await sweepQuarantine(deps.store, signal)
      const before = firstId('plan', nowMs() - limits.dmarcPlanDays * dayMs)
      const plans = await deps.store.tx((db) => deletePlans(db, before), statementwise)
      const incidentsBefore = nowMs() - limits.dmarcIncidentDays * dayMs
      const incidents = await deps.store.tx((db) => deleteOldIncidents(db, incidentsBefore), statementwise)
      const rejectionsBefore = dayOf(nowMs()) - limits.dmarcRejectionDays
      await deps.store.tx((db) => deleteOldRejections(db, rejectionsBefore), statementwise)
      return { done: { expired: expired + plans + incidents } }
    },
  }
  const enriching: JobHandler<object, { looked_up: number }> = {
    kind: enrich,
    concurrency: 1,
    async run(_, { nowMs, signal }) {
      const round = { nowMs: nowMs(), signal }
      return { done: { looked_up: await enrichSources({ ...deps, resolve: resolverOf(deps.dns) }, round) } }
    },
  }
  const evaluating: JobHandler<object, { evaluated: number }> = {
    kind: evaluateAlerts,
    concurrency: 1,
    run: async (_, { nowMs, signal }) => ({ done: { evaluated: await evaluateDue(deps, nowMs(), signal) } }),
  }
  const mailboxes = mailboxJobs(deps)
  return {
    handlers: [
      ...mailboxes.handlers,
      evaluating,
      notifyHandler({ ...deps.alerts, store: deps.store }),
      checking,
      purging,
      counting,
      shortening,
      expiring,
      enriching,
    ],
    schedules: [
      ...mailboxes.schedules,
      { name: checkDomains.name, cron: '25 * * * *', kind: checkDomains, payload: {}, catchUp: 'once' },
      {
        name: evaluateAlerts.name,
        cron: '*/5 * * * *',
        kind: evaluateAlerts,
        payload: {},
        catchUp: 'once',
      },
      { name: enrich.name, cron: '*/10 * * * *', kind: enrich, payload: {}, catchUp: 'once' },
      { name: expire.name, cron: '35 * * * *', kind: expire, payload: {}, catchUp: 'once' },
    ],
  }
}
