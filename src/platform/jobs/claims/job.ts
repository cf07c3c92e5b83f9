import type { Job, JobKind } from '../kind.ts'

/** The columns that make a job. */
export interface JobColumns {
  id: string
  kind: string
  project_id: string | null
  partition: string
  payload: string
  run_at: number
  attempts: number
  created_at: number
}

/** The job of a row, as its kind sees it. */
export function jobOf(row: JobColumns, kind: JobKind<never>): Job {
  return {
    id: row.id,
    kind: row.kind,
    payload: JSON.parse(row.payload) as unknown,
    projectId: row.project_id,
    partition: row.partition,
    attempt: row.attempts + 1,
    maxAttempts: kind.maxAttempts,
    createdAt: row.created_at,
    runAt: row.run_at,
  }
}
