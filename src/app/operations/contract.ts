import { type Static, Type } from '@sinclair/typebox'
import { Instant, Nullable, closed, idOf, literals, pageOf, pageQuery } from '../../kernel/schema/index.ts'
import { jobStates } from '../../platform/storage/index.ts'

const Count = Type.Integer({ minimum: 0 })
const Bytes = Type.Integer({ minimum: 0, description: 'In bytes.' })

export const OperationsJob = closed(
  {
    id: idOf('job'),
    kind: Type.String(),
    state: literals(jobStates),
    project_id: Nullable(Type.String()),
    partition: Type.String(),
    attempts: Count,
    progress: Nullable(closed({ done: Count, total: Count, note: Nullable(Type.String()) })),
    errors: Type.Array(closed({ at: Instant, attempt: Count, error: Type.String() })),
    created_at: Instant,
    run_at: Instant,
    started_at: Nullable(Instant),
    finished_at: Nullable(Instant),
  },
  { title: 'OperationsJob' },
)
export type OperationsJob = Static<typeof OperationsJob>

export const OperationsJobPage = pageOf(OperationsJob, { title: 'OperationsJobPage' })

export const ListJobs = closed({
  ...pageQuery,
  state: Type.Optional(literals(jobStates)),
  kind: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
})
export type ListJobs = Static<typeof ListJobs>

export const JobParams = closed({ id: Type.String({ minLength: 1, maxLength: 100 }) })

/** Jobs that are not finished, by kind; `oldest_due_at` is when the one that waits longest was to run. */
export const Queues = closed(
  {
    kinds: Type.Array(
      closed({
        kind: Type.String(),
        scheduled: Count,
        ready: Count,
        running: Count,
        dead: Count,
        oldest_due_at: Nullable(Instant),
      }),
    ),
    paused: Type.Array(closed({ kind: Type.String(), partition: Type.String(), until: Instant })),
  },
  { title: 'Queues' },
)
export type Queues = Static<typeof Queues>

export const RedriveJobs = closed({ kind: Type.String({ minLength: 1, maxLength: 100 }) }, { title: 'RedriveJobs' })

export const Redriven = closed({ count: Count }, { title: 'Redriven' })

export const StorageReport = closed(
  {
    database: literals(['SQLite', 'PostgreSQL']),
    data_dir: Type.String(),
    database_bytes: Bytes,
    wal_bytes: Nullable(Bytes),
    free_bytes: Bytes,
    files: Type.String({ description: 'Directory or bucket.' }),
    problems: Type.Array(Type.String()),
    migrations: Count,
    last_migration: Nullable(closed({ name: Type.String(), applied_at: Instant })),
    backups: Type.Array(closed({ name: Type.String(), bytes: Bytes, created_at: Instant })),
  },
  { title: 'StorageReport' },
)
export type StorageReport = Static<typeof StorageReport>

export const InstallationCheck = closed({
  name: Type.String(),
  state: literals(['ok', 'warn', 'fail']),
  message: Type.String(),
  remedy: Type.Optional(Type.String({ description: 'Missing if nothing has to be done, or the message says it.' })),
})
export type InstallationCheck = Static<typeof InstallationCheck>

export const InstallationCheckList = closed(
  { data: Type.Array(InstallationCheck, { description: 'Empty if the process was not started by `svc serve`.' }) },
  { title: 'InstallationCheckList' },
)

export const SettingList = closed(
  {
    data: Type.Array(
      closed({
        name: Type.String(),
        group: Type.String(),
        meaning: Type.String(),
        value: Type.String({ description: 'Dots for a secret.' }),
        origin: Type.String({ description: '`default`, `environment`, or the flag or file.' }),
      }),
    ),
  },
  { title: 'SettingList' },
)
export type SettingList = Static<typeof SettingList>

const filters = {
  project_id: Type.Optional(Type.String({ maxLength: 100, description: '`none` for entries without a project.' })),
  actor_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  action: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Or all of a resource: `export.*`.' }),
  ),
  target: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  email: Type.Optional(Type.String({ minLength: 1, maxLength: 320, description: 'Entries about this email address.' })),
  since: Type.Optional(Instant),
  until: Type.Optional(Instant),
}

export const AuditQuery = closed(filters)
export type AuditQuery = Static<typeof AuditQuery>

export const ListAudit = closed({ ...pageQuery, ...filters })
export type ListAudit = Static<typeof ListAudit>

export const AuditEntryPage = pageOf(
  closed({
    id: Type.String(),
    at: Instant,
    project_id: Nullable(Type.String()),
    actor: closed({ kind: Type.String(), id: Type.String(), name: Nullable(Type.String()) }),
    action: Type.String(),
    target: Nullable(Type.String()),
    ip: Nullable(Type.String()),
    request_id: Nullable(Type.String()),
    detail: Type.Record(Type.String(), Type.Unknown()),
  }),
  { title: 'AuditEntryPage' },
)
export type AuditEntryPage = Static<typeof AuditEntryPage>
