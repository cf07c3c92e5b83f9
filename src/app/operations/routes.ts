import type { Http } from '../../platform/http/index.ts'
import { idAfter, readPage } from '../../platform/http/index.ts'
import type { Caller } from '../../platform/identity/index.ts'
import { type ConfigReport, settingsTable } from '../../platform/config/index.ts'
import { type JobKind, countJobs, listJobs, listPartitions, redriveDead } from '../../platform/jobs/index.ts'
import { recordAct } from '../../platform/audit/index.ts'
import type { Db } from '../../platform/storage/index.ts'
import { exportEntries, listEntries } from './audit.ts'
import {
  AuditEntryPage,
  AuditQuery,
  type InstallationCheck,
  InstallationCheckList,
  JobParams,
  ListAudit,
  ListJobs,
  OperationsJob,
  OperationsJobPage,
  Queues,
  RedriveJobs,
  Redriven,
  SettingList,
  StorageReport,
} from './contract.ts'
import { instantOrNull } from './instant.ts'
import { cancelNow, countByKind, presentJob, readJob, retryNow } from './jobs.ts'
import { requireOperator } from './operator.ts'
import { type StorageDeps, reportStorage } from './storage.ts'

export interface OperationsDeps extends StorageDeps {
  http: Http
  kinds: readonly JobKind<never>[]
  /** The source of each setting, with secrets hidden. */
  settings: readonly ConfigReport[]
  /** The findings of `svc doctor`; undefined where nothing can run it. */
  checkInstallation: (() => Promise<readonly InstallationCheck[]>) | undefined
}

/** Routes below `/v1/operations`, for owners of the installation in the console. Only the console calls them. */
export function operationsRoutes(deps: OperationsDeps) {
  const { checkInstallation, http, kinds, settings, store } = deps

  const asOperator = async <T>(caller: Caller, work: () => T | Promise<T>): Promise<T> => {
    await requireOperator(store.read, caller)
    return work()
  }

  return http
    .surface('operations', { crossOrigin: false })
    .get('/operations/jobs', ({ caller, query }) => asOperator(caller, () => listPage(store.read, query)), {
      id: 'console.listJobs',
      summary: 'List the jobs of the installation',
      hidden: true,
      scope: 'admin',
      query: ListJobs,
      response: { 200: OperationsJobPage },
      errors: ['INVALID_CURSOR'],
    })
    .get('/operations/queues', ({ caller }) => asOperator(caller, () => readQueues(store.read)), {
      id: 'console.getQueues',
      summary: 'Count the jobs of the installation',
      hidden: true,
      scope: 'admin',
      response: { 200: Queues },
    })
    .get(
      '/operations/jobs/:id',
      ({ caller, params }) => asOperator(caller, async () => presentJob(await readJob(store.read, params.id))),
      {
        id: 'console.getJob',
        summary: 'Get a job of the installation',
        hidden: true,
        scope: 'admin',
        params: JobParams,
        response: { 200: OperationsJob },
        errors: ['JOB_NOT_FOUND'],
      },
    )
    .post(
      '/operations/jobs/:id/retry',
      ({ caller, params }) => asOperator(caller, async () => presentJob(await retryNow(store, params.id, caller))),
      {
        id: 'console.retryJob',
        summary: 'Run a dead, canceled or scheduled job now',
        hidden: true,
        scope: 'admin',
        params: JobParams,
        response: { 200: OperationsJob },
        errors: ['JOB_NOT_FOUND', 'JOB_FINISHED'],
      },
    )
    .post(
      '/operations/jobs/:id/cancel',
      ({ caller, params }) =>
        asOperator(caller, async () => presentJob(await cancelNow(store, params.id, { kinds, by: caller }))),
      {
        id: 'console.cancelJob',
        summary: 'Cancel a job of the installation',
        hidden: true,
        scope: 'admin',
        params: JobParams,
        response: { 200: OperationsJob },
        errors: ['JOB_NOT_FOUND', 'JOB_FINISHED'],
      },
    )
    .post(
      '/operations/redrive',
      ({ caller, body: { kind } }) =>
        asOperator(caller, async () => {
          const count = await redriveDead(store, kind)
          await store.tx((db) => recordAct(db, caller, ['job.redriven', kind], { count }))
          return { count }
        }),
      {
        id: 'console.redriveJobs',
        summary: 'Run all dead jobs of a kind again',
        hidden: true,
        scope: 'admin',
        body: RedriveJobs,
        response: { 200: Redriven },
      },
    )
    .get('/operations/storage', ({ caller }) => asOperator(caller, () => reportStorage(deps)), {
      id: 'console.getStorage',
      summary: 'Report sizes, problems and backups',
      hidden: true,
      scope: 'admin',
      response: { 200: StorageReport },
    })
    .get('/operations/settings', ({ caller }) => asOperator(caller, () => listSettings(settings)), {
      id: 'console.listSettings',
      summary: 'List the settings with their sources',
      hidden: true,
      scope: 'admin',
      response: { 200: SettingList },
    })
    .get(
      '/operations/checks',
      ({ caller }) => asOperator(caller, async () => ({ data: [...((await checkInstallation?.()) ?? [])] })),
      {
        id: 'console.listChecks',
        summary: 'Check everything the service depends on',
        hidden: true,
        scope: 'admin',
        response: { 200: InstallationCheckList },
      },
    )
    .get('/operations/audit', ({ caller, query }) => asOperator(caller, () => listEntries(store.read, caller, query)), {
      id: 'console.listAudit',
      summary: 'List the audit log',
      hidden: true,
      scope: 'admin',
      query: ListAudit,
      response: { 200: AuditEntryPage },
      errors: ['INVALID_CURSOR'],
    })
    .get(
      '/operations/audit.csv',
      ({ caller, query }) => asOperator(caller, () => exportEntries(store, caller, query)),
      {
        id: 'console.exportAudit',
        summary: 'Download the audit log as CSV',
        hidden: true,
        scope: 'admin',
        query: AuditQuery,
        responses: { 200: { description: 'The log.', content: { 'text/csv': { schema: { type: 'string' } } } } },
      },
    )
}

async function listPage(db: Db, query: ListJobs) {
  const { cursor: _, limit: __, ...filters } = query
  const { kind, state } = filters
  const { items, page } = await readPage(query, {
    key: JSON.stringify(['jobs', filters]),
    read: ({ after, limit: count }) =>
      listJobs(
        db,
        { ...(kind === undefined ? {} : { kinds: [kind] }), ...(state === undefined ? {} : { state }) },
        { limit: count, beforeId: idAfter(after) },
      ),
    positionOf: ({ id }) => [id],
  })
  return { data: items.map(presentJob), page }
}

async function readQueues(db: Db): Promise<Queues> {
  const [counts, partitions] = [await countJobs(db), await listPartitions(db)]
  return {
    kinds: countByKind(counts).map(({ oldestDueAt, ...count }) => ({
      ...count,
      oldest_due_at: instantOrNull(oldestDueAt),
    })),
    paused: partitions.flatMap(({ kind, partition, pausedUntil }) => {
      const until = instantOrNull(pausedUntil)
      return until === null ? [] : [{ kind, partition, until }]
    }),
  }
}

function listSettings(report: readonly ConfigReport[]): SettingList {
  const values = new Map(report.map((each) => [each.name, each]))
  const data = settingsTable().flatMap(({ group, meaning, name, needs }) => {
    const given = values.get(name)
    if (given === undefined || needs !== undefined) return []
    return [{ name, group, meaning, value: given.value, origin: given.origin }]
  })
  return { data }
}
