import type { Log } from '../../log/index.ts'

/** Logs that a job will not run again by itself, with what an operator can do. */
export function logDead(log: Log, dead: { kind: string; job: string; error: string | undefined }): void {
  const remedy = `Remove the cause, then run: svc jobs retry ${dead.job}`
  log.error('job dead', { ...dead, remedy })
}
