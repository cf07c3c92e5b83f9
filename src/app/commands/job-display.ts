import type { JobSnapshot } from '../../platform/jobs/index.ts'
import { printTime } from './print-table.ts'

export function jobRow(job: JobSnapshot): Record<string, string> {
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    project: job.projectId ?? '',
    attempts: String(job.attempts),
    when: whenOf(job),
    error: job.state === 'done' ? '' : shortened(job.errors.at(-1)?.error ?? ''),
  }
}

/** JSON output; times are ISO 8601. */
export function jobJson(job: JobSnapshot) {
  const time = (timeMs: number | null) => (timeMs === null ? null : printTime(timeMs, ''))
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    project_id: job.projectId,
    partition: job.partition,
    priority: job.priority,
    dedupe_key: job.dedupeKey,
    attempts: job.attempts,
    payload: job.payload,
    progress: job.progress && { ...job.progress, at: time(job.progress.at) },
    result: job.result ?? null,
    errors: job.errors.map(({ at, attempt, error }) => ({ at: time(at), attempt, error })),
    created_at: time(job.createdAt),
    run_at: time(job.runAt),
    started_at: time(job.startedAt),
    finished_at: time(job.finishedAt),
  }
}

/** One line per field and per recorded error. */
export function jobDetails(job: JobSnapshot): string {
  const { progress } = job
  const rows: [string, string | null][] = [
    ['Job', job.id],
    ['Kind', job.kind],
    ['State', job.state],
    ['Project', job.projectId],
    ['Partition', job.partition],
    ['Priority', String(job.priority)],
    ['Dedupe key', job.dedupeKey],
    ['Attempts', String(job.attempts)],
    ['Created', printTime(job.createdAt, '')],
    ['To run', printTime(job.runAt, '')],
    ['Started', printTime(job.startedAt, '') || null],
    ['Finished', printTime(job.finishedAt, '') || null],
    ['Progress', progress && `${progress.done} of ${progress.total}${progress.note ? `, ${progress.note}` : ''}`],
    ['Payload', JSON.stringify(job.payload)],
    ['Result', job.result === null ? null : JSON.stringify(job.result)],
    ...job.errors.map(({ at, attempt, error }, index): [string, string] => [
      index === 0 ? 'Errors' : '',
      `${printTime(at, '')}  attempt ${attempt}: ${error}`,
    ]),
  ]
  return rows
    .filter((row) => row[1] !== null)
    .map(([name, value]) => `${name.padEnd(12)}${value}`)
    .join('\n')
}

/** The relevant time of its state: scheduled, started or finished. */
function whenOf({ state, runAt, startedAt, finishedAt }: JobSnapshot): string {
  if (state === 'scheduled' || state === 'ready') return `due ${printTime(runAt, '')}`
  return state === 'running' ? `since ${printTime(startedAt, '')}` : printTime(finishedAt, '')
}

function shortened(text: string): string {
  const line = text.split('\n')[0] ?? ''
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
