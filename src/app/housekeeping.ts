import { type Anchorer, createAnchorer, pruneAudit, purgeAnchors } from '../platform/audit/index.ts'
import type { Blobs } from '../platform/blobs/index.ts'
import { type AnyHandler, type JobHandler, type Schedule, defineJob } from '../platform/jobs/index.ts'
import type { Log } from '../platform/log/index.ts'
import type { Counter, Metrics } from '../platform/metrics/index.ts'
import { type Db, type Store, statementwise, underLocks } from '../platform/storage/index.ts'
import { purgeEvents } from '../platform/events/index.ts'
import { demoCompanyId, demoProjectId, demoVisitorPrefix } from '../kernel/ids/index.ts'
import { limits } from '../kernel/limits.ts'
import { purgeAssets, purgeAssetsOfUsers } from '../surfaces/assets/index.ts'
import { purgePushes } from '../surfaces/connections/index.ts'
import { purgeExports } from '../surfaces/exports/index.ts'
import { purgePreviews } from '../surfaces/plugin/index.ts'
import { purgeRequests } from './request-log/index.ts'
import { purgeSignInCounts } from '../surfaces/projects/index.ts'
import {
  deleteModulesOfUsers,
  eraseTemplatesOfUsers,
  purgeThumbnails,
  purgeTrash,
  repairGuards,
} from '../surfaces/templates/index.ts'
import {
  purgeBatches,
  purgeCache,
  purgeFeedback,
  purgeListEntries,
  purgeProbing,
  returnForgottenHolds,
} from '../surfaces/verification/index.ts'
import { purgeDeliveries } from '../surfaces/webhooks/index.ts'

export interface HousekeepingDeps {
  store: Store
  blobs: Blobs
  log: Log
  metrics: Metrics
  /** Retention of the audit log in days; unlimited by default. */
  auditDays?: number | undefined
}

/** The reference time of a run. A run stops between two batches once the signal aborts. */
interface Round {
  nowMs: number
  signal: AbortSignal
}

type ChoreDeps = HousekeepingDeps & { anchorer: Anchorer; wrongGuards: Counter }

interface Chore {
  name: string
  cron: string
  /** Returns the number of removed items. */
  run(parts: ChoreDeps, round: Round): Promise<number>
}

const chores: readonly Chore[] = [
  {
    name: 'trash',
    cron: '5 * * * *',
    async run({ store }, { nowMs, signal }) {
      let removed = 0
      for (;;) {
        const { erased, more } = await store.tx((db) => purgeTrash(db, nowMs), underLocks)
        removed += erased
        if (!more || signal.aborted) return removed
      }
    },
  },
  {
    name: 'template_guards',
    cron: '12 * * * *',
    async run({ store, log, wrongGuards }, { signal }) {
      for (const { projectId, templateIds } of await repairGuards(store, signal)) {
        wrongGuards.add(templateIds.length)
        const some = templateIds.slice(0, 10)
        log.error('template_guards_repaired', { project: projectId, count: templateIds.length, templates: some })
      }
      return 0
    },
  },
  { name: 'exports', cron: '15 * * * *', run: ({ store, blobs }, round) => purgeExports(store, blobs, round) },
  { name: 'pushes', cron: '20 * * * *', run: ({ store }, { nowMs, signal }) => purgePushes(store, nowMs, signal) },
  {
    name: 'sign_in_counts',
    cron: '25 * * * *',
    run: ({ store }, { nowMs }) => store.tx((db) => purgeSignInCounts(db, nowMs), statementwise),
  },
  {
    name: 'request_log',
    cron: '30 * * * *',
    run: ({ store }, { nowMs }) => store.tx((db) => purgeRequests(db, nowMs), statementwise),
  },
  {
    name: 'thumbnails',
    cron: '50 * * * *',
    run: ({ blobs }, { nowMs, signal }) => purgeThumbnails(blobs, nowMs, signal),
  },
  { name: 'previews', cron: '20 * * * *', run: ({ blobs }, { nowMs }) => purgePreviews(blobs, nowMs) },
  { name: 'events', cron: '35 * * * *', run: ({ store }, { nowMs, signal }) => purgeEvents(store, nowMs, signal) },
  {
    name: 'assets',
    cron: '55 * * * *',
    run: ({ store, blobs }, round) => purgeAssets({ store, blobs }, round),
  },
  {
    // Data of anonymous demo visitors, also after the demo was disabled.
    name: 'demo',
    cron: '50 * * * *',
    async run({ store, blobs }, { nowMs, signal }) {
      const visitors = {
        companyId: demoCompanyId,
        projectId: demoProjectId,
        userPrefix: demoVisitorPrefix,
        beforeMs: nowMs - limits.demoHours * 3_600_000,
      }
      const assets = await purgeAssetsOfUsers({ store, blobs }, visitors, signal)
      const modules = await store.tx((db) => deleteModulesOfUsers(db, visitors), statementwise)
      // Uses the limit of the demo as batch size.
      const erase = (db: Db) => eraseTemplatesOfUsers(db, visitors, limits.demoEmails)
      return assets + modules + (await store.tx(erase, underLocks))
    },
  },
  {
    name: 'credit_holds',
    cron: '*/15 * * * *',
    run: ({ store }, { nowMs, signal }) => returnForgottenHolds(store, nowMs, signal),
  },
  {
    name: 'verification_batches',
    cron: '20 * * * *',
    run: ({ store }, { nowMs, signal }) => purgeBatches(store, nowMs, signal),
  },
  {
    name: 'verified_addresses',
    cron: '40 * * * *',
    run: ({ store }, { nowMs, signal }) => purgeCache(store, nowMs, signal),
  },
  {
    name: 'verification_lists',
    cron: '50 * * * *',
    run: ({ store }, { nowMs, signal }) => purgeListEntries(store, nowMs, signal),
  },
  {
    name: 'verification_feedback',
    cron: '55 * * * *',
    run: ({ store }, { nowMs, signal }) => purgeFeedback(store, nowMs, signal),
  },
  { name: 'probing', cron: '10 * * * *', run: ({ store }, { nowMs, signal }) => purgeProbing(store, nowMs, signal) },
  {
    name: 'webhook_deliveries',
    cron: '45 * * * *',
    run: ({ store }, { nowMs, signal }) => purgeDeliveries(store, nowMs, signal),
  },
  {
    name: 'audit_anchor',
    cron: '*/5 * * * *',
    async run({ anchorer }, { nowMs }) {
      await anchorer.anchor(nowMs)
      return 0
    },
  },
  {
    name: 'audit_rows',
    cron: '30 3 * * *',
    async run({ store, auditDays }, { nowMs, signal }) {
      return auditDays === undefined ? 0 : pruneAudit(store, { days: auditDays, nowMs, signal })
    },
  },
  {
    name: 'audit_anchors',
    cron: '40 3 * * *',
    run: ({ blobs }, { nowMs, signal }) => purgeAnchors(blobs, nowMs, signal),
  },
]

/**
 * Hourly jobs that remove expired data: each runs once an hour regardless of the number of replicas, and once after a start
 * if its hour was missed. Expired sessions and stored responses need no job: they are removed when one is written.
 */
export function housekeeping(parts: HousekeepingDeps): { handlers: AnyHandler[]; schedules: Schedule[] } {
  const anchorer = createAnchorer(parts)
  const wrongGuards = parts.metrics.counter(
    'svc_template_guards_wrong_total',
    'Templates with inconsistent inherited permissions, found and repaired.',
  )
  const handlers = chores.map((chore) => handlerOf(chore, { ...parts, anchorer, wrongGuards }))
  const schedules = chores.map(({ cron }, index): Schedule => {
    const { kind } = handlers[index] as AnyHandler
    return { name: kind.name, cron, kind, payload: {}, catchUp: 'once' }
  })
  return { handlers, schedules }
}

function handlerOf(chore: Chore, parts: ChoreDeps): JobHandler<object, { removed: number }> {
  return {
    kind: defineJob<object>({
      name: `housekeeping.${chore.name}`,
      maxAttempts: 3,
      retryDelaysMs: [60_000, 600_000],
      jitter: 0.2,
      // Low priority: no user waits for it.
      priority: 100,
      keepMs: 24 * 60 * 60 * 1000,
    }),
    concurrency: 1,
    async run(_, { nowMs, signal }) {
      const removed = await chore.run(parts, { nowMs: nowMs(), signal })
      if (removed > 0) parts.log.info('housekeeping', { chore: chore.name, removed })
      return { done: { removed } }
    },
  }
}
