import type { PageInfo } from '../api/index.ts'

export type JobState = 'scheduled' | 'ready' | 'running' | 'done' | 'dead' | 'cancelled'

/** A job of the installation. */
export interface OperationsJob {
  id: string
  kind: string
  state: JobState
  project_id: string | null
  partition: string
  attempts: number
  progress: { done: number; total: number; note: string | null } | null
  /** The last ten, the oldest first. */
  errors: readonly { at: string; attempt: number; error: string }[]
  created_at: string
  run_at: string
  started_at: string | null
  finished_at: string | null
}

export interface Queue {
  kind: string
  scheduled: number
  ready: number
  running: number
  dead: number
  oldest_due_at: string | null
}

export interface Queues {
  kinds: readonly Queue[]
  paused: readonly { kind: string; partition: string; until: string }[]
}

export interface StorageReport {
  database: 'SQLite' | 'PostgreSQL'
  data_dir: string
  database_bytes: number
  wal_bytes: number | null
  free_bytes: number
  files: string
  problems: readonly string[]
  migrations: number
  last_migration: { name: string; applied_at: string } | null
  backups: readonly { name: string; bytes: number; created_at: string }[]
}

/** A line of `svc doctor`. */
export interface InstallationCheck {
  name: string
  state: 'ok' | 'warn' | 'fail'
  message: string
  remedy?: string
}

export interface Setting {
  name: string
  group: string
  meaning: string
  value: string
  /** `default`, `environment`, or the flag or file. */
  origin: string
}

export interface AuditEntry {
  id: string
  at: string
  project_id: string | null
  actor: { kind: string; id: string; name: string | null }
  action: string
  target: string | null
  ip: string | null
  request_id: string | null
  detail: Readonly<Record<string, unknown>>
}

export interface AuditEntryPage {
  data: readonly AuditEntry[]
  page: PageInfo
}
