import type { Caller, Scope } from '../identity/index.ts'
import type { Db } from '../storage/index.ts'

/** A kind of job, declared once as a constant in its surface. */
export interface JobKind<P = unknown> {
  /** `surface.verb`. */
  readonly name: string
  /** After the last failed attempt the job is dead. */
  readonly maxAttempts: number
  /** Pauses before attempt 2, 3, … in milliseconds; the last repeats. */
  readonly retryDelaysMs: readonly number[]
  /** Random share of a pause: 0.2 is ±20 %. */
  readonly jitter: number
  /** Lower numbers run first; default 0. */
  readonly priority?: number
  /** 30 s by default; renewed at every third of it. */
  readonly leaseMs?: number
  /** Retention of a finished job: 7 days by default; 0 removes it when it ends. Dead jobs always stay 30 days. */
  readonly keepMs?: number
  /**
   * Max consecutive crashes of the process that runs it, 5 by default; then the job is dead. From the third on, only crashes
   * count in which it was the only suspect. `Infinity` for jobs that crashes never make dead.
   */
  readonly maxCrashes?: number
  /** A run continues where the last one stopped: `progress` that rises resets the count of crashes. */
  readonly keepsProgress?: true
  /** Scope of the API keys that may read and cancel it; without one only operators may. */
  readonly scope?: Scope
  /** True if a caller with the scope may see a job with this payload; by default all may. */
  mayRead?(db: Db, caller: Caller, payload: P): Promise<boolean>
  /** The result that callers see of a done job with this payload; by default the value of `done`. */
  showResult?(payload: P): unknown
  /**
   * Called in the transaction that cancels these jobs, instead of `settle`: ends what the kind stores elsewhere. Must wait
   * for nothing but the database.
   */
  cancelled?(db: Db, jobs: readonly Job<P>[]): Promise<void>
  /** Never set: it binds the type of the payload to the kind. */
  carries?(payload: P): void
}

export interface NewJob<P> {
  payload: P
  projectId?: string | null
  /** Partitions take turns, and each has a concurrency limit. By default the project, else the kind. */
  partition?: string
  /** Earliest start, epoch milliseconds. */
  runAt?: number
  /** No second job is created while one of the same kind and key is not finished. */
  dedupeKey?: string
  priority?: number
}

export interface Job<P = unknown> {
  readonly id: string
  readonly kind: string
  readonly payload: P
  readonly projectId: string | null
  readonly partition: string
  /** 1 at first. */
  readonly attempt: number
  readonly maxAttempts: number
  readonly createdAt: number
  readonly runAt: number
}

/** `value` is passed to `settle`. */
export type Outcome<R = void> =
  | { done: R }
  /**
   * Again after the pause of the kind, not before `afterMs` from now nor the time `notBeforeMs`; dead if it was the last
   * attempt.
   */
  | { retry: string; afterMs?: number; notBeforeMs?: number; value?: R }
  /** Again after this many milliseconds; uses no attempt. */
  | { snooze: number; value?: R }
  /** Dead at once. */
  | { fail: string; value?: R }

/** A run that ended while its lease held. */
export interface Ended<P, R> {
  readonly job: Job<P>
  readonly outcome: Outcome<R>
  /** Epoch milliseconds; null if it does not run again. */
  readonly nextRunAt: number | null
  /** True if no attempt follows: done or dead. */
  readonly isLast: boolean
}

export interface RunContext<C = void> {
  readonly prepared: C
  /** Aborts when the job is canceled, its lease is lost, or the process stops. */
  readonly signal: AbortSignal
  /** Reports progress. Stored at most once a second. */
  readonly progress: (done: number, total: number, note?: string) => void
  readonly nowMs: () => number
  /**
   * Throws LeaseLost unless this run holds the lease, and holds it until the transaction ends: for effects that must not
   * happen after another process has claimed the job. In a process that was suspended, the signal may abort too late for
   * that.
   */
  readonly requireLease: (db: Db) => Promise<void>
}

/** The job was canceled, or another process has claimed it. */
export class LeaseLost extends Error {
  constructor() {
    super('The job was canceled, or its lease was lost.')
    this.name = 'LeaseLost'
  }
}

/** Runs the jobs of a kind. Surfaces define handlers, the app passes them to `createJobs`. */
export interface JobHandler<P, R = void, C = void> {
  kind: JobKind<P>
  /** Limit in this process. */
  concurrency: number
  /** Limit per partition over all replicas. */
  partitionConcurrency?: number
  /** Also claims jobs of paused partitions: for a process that paused them for all others. */
  ignoresPauses?: boolean
  /** Reads data for a claimed batch in one query; every run of the batch gets it as `context.prepared`. */
  prepare?(jobs: readonly Job<P>[]): Promise<C>
  /** An exception means a retry with its message. */
  run(job: Job<P>, context: RunContext<C>): Promise<Outcome<R>>
  /**
   * Called in the transaction that ends these runs, with those that still held their lease: its effects happen exactly once
   * per end. May enqueue. Must wait for nothing but the database.
   */
  settle?(db: Db, ended: readonly Ended<P, R>[]): Promise<void>
}

export type AnyHandler = JobHandler<never, unknown, unknown>

export const defaults = {
  leaseMs: 30_000,
  keepMs: 7 * 24 * 60 * 60 * 1000,
  keepDeadMs: 30 * 24 * 60 * 60 * 1000,
  maxCrashes: 5,
} as const

/** Throws if a job of the kind could never run. */
export function defineJob<P>(kind: JobKind<P>): JobKind<P> {
  const faults = [
    kind.maxAttempts >= 1 || 'has no attempt',
    kind.maxAttempts === 1 || kind.retryDelaysMs.length > 0 || 'has no pause before the next attempt',
    (kind.jitter >= 0 && kind.jitter < 1) || 'has a jitter outside 0 to 1',
    (kind.maxCrashes ?? 1) >= 1 || 'may not even crash once',
  ].filter((fault) => fault !== true)
  if (faults.length > 0) throw new Error(`The job ${kind.name} ${faults.join(' and ')}`)
  return kind
}

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
