import type { Mailbox, MailboxDetail, ShownAuth } from './contract.ts'
import type { MailboxRow, RunRow } from './store.ts'

/** Without any secret. */
export function presentMailbox(row: MailboxRow): Mailbox {
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    port: row.port,
    security: row.security,
    username: row.username,
    auth: row.auth as ShownAuth,
    folder: row.folder,
    after: row.after,
    processed_folder: row.processedFolder,
    rejected_folder: row.rejectedFolder,
    interval_minutes: row.intervalMinutes,
    enabled: row.isEnabled,
    state: row.state,
    problem: row.problem,
    error: row.error,
    messages: row.messages,
    reports: row.reports,
    last_run_at: instant(row.lastRunAt),
    last_success_at: instant(row.lastSuccessAt),
    next_run_at: row.isEnabled ? instant(row.dueAt) : null,
    revision: row.revision,
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: new Date(row.updatedAt).toISOString(),
  }
}

export function presentMailboxDetail(row: MailboxRow, runs: readonly RunRow[]): MailboxDetail {
  return {
    ...presentMailbox(row),
    runs: runs.map((run) => ({
      started_at: new Date(run.startedAt).toISOString(),
      ended_at: new Date(run.endedAt).toISOString(),
      messages: run.messages,
      accepted: run.accepted,
      duplicates: run.duplicates,
      rejected: run.rejected,
      problem: run.problem,
      error: run.error,
    })),
  }
}

function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
