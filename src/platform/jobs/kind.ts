import type { Caller, Scope } from '../identity/index.ts'
import type { Db } from '../storage/index.ts'

/** A kind of job, declared once as a constant in its surface. */
export interface JobKind<P = unknown> {
  /** `surface.verb`. */
  readonly name: string
  /** Attempts that may end without success; after the last the job is dead. */
  readonly maxAttempts: number
  /** Pauses before attempt 2, 3, …, milliseconds; the last repeats. */
  readonly retryDelaysMs: readonly number[]
  /** Share by which a pause may be longer or shorter: 0.2 is ±20 %. */
  readonly jitter: number
  /** Smaller first; 0 unless given. */
  readonly priority?: number
  /** How long a job is this process's without a sign of life; 30 s unless given. A sign is given every third of it. */
  readonly leaseMs?: number
  /**
   * How long a finished job stays readable: 7 days unless given; 0 removes it with its end. A dead one stays 30 days,
   * whatever is given.
   */
  readonly keepMs?: number
  /**
   * Processes that may die in a row while a job runs before it is taken for the cause, and dead: 5 unless given. After the
   * second only those count in which it was the only suspect. `Infinity` for a kind whose jobs never die of crashes.
   */
  readonly maxCrashes?: number
  /** A run goes on where the one before was broken off: crashes before its `progress` rose are forgotten. */
  readonly keepsProgress?: true
  /** The scope of an API key that may read and cancel it; without one only operators may. */
  readonly scope?: Scope
  /** Whether a caller with the scope may see a job with this payload; every one may unless given. */
  mayRead?(db: Db, caller: Caller, payload: P): Promise<boolean>
  /** What a caller is shown as the result of a done job with this payload; what the handler answered unless given. */
  showResult?(payload: P): unknown
  /**
   * In the transaction that cancels these jobs. A canceled run is not settled, so what the kind keeps elsewhere of a job is
   * ended here. Must not wait for anything but the database.
   */
  cancelled?(db: Db, jobs: readonly Job<P>[]): Promise<void>
  /** Never there: it ties the type of the payload to the kind. */
  carries?(payload: P): void
}

/** A job to be done. */
export interface NewJob<P> {
  payload: P
  projectId?: string | null
  /** What shares a width and takes turns with other partitions: the project, else the kind, unless given. */
  partition?: string
  /** Not before, epoch milliseconds. */
  runAt?: number
  /** While a job of the same kind and key is not finished, another one is not made. */
  dedupeKey?: string
  priority?: number
}

/** A job as its handler sees it. */
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

/** How a run ended. `value` reaches `settle` whatever the outcome. */
export type Outcome<R = void> =
  | { done: R }
  /** Again after the kind's pause, but not before `afterMs` from now or the time `notBeforeMs`; dead if it was the last attempt. */
  | { retry: string; afterMs?: number; notBeforeMs?: number; value?: R }
  /** Again after so many milliseconds, without having used an attempt. */
  | { snooze: number; value?: R }
  /** Dead at once. */
  | { fail: string; value?: R }

/** A run that ended while its lease held. */
export interface Ended<P, R> {
  readonly job: Job<P>
  readonly outcome: Outcome<R>
  /** When it runs again, epoch milliseconds; null when it does not. */
  readonly nextRunAt: number | null
  /** Whether no attempt follows: done or dead. */
  readonly isLast: boolean
}

/** What a run may use besides its job. */
export interface RunContext<C = void> {
  readonly prepared: C
  /** Aborts when the job is canceled, its lease is lost, or the process will not wait longer. */
  readonly signal: AbortSignal
  /** Says how far it is. Kept at most once a second, and seen by whoever watches the job. */
  readonly progress: (done: number, total: number, note?: string) => void
  readonly nowMs: () => number
  /**
   * Fails with LeaseLost unless the job is still this run's, and keeps it so until the transaction ends: for what must not
   * happen after another process has taken the job over. The signal may tell it later, in a process that stood still.
   */
  readonly requireLease: (db: Db) => Promise<void>
}

/** The job is canceled, or another process has taken it over. */
export class LeaseLost extends Error {
  constructor() {
    super('The job was canceled, or its lease was lost.')
    this.name = 'LeaseLost'
  }
}

/** How the jobs of a kind are done: what a surface gives the app to run. */
export interface JobHandler<P, R = void, C = void> {
  kind: JobKind<P>
  /** Jobs of this kind at once in this process. */
  concurrency: number
  /** Jobs of one partition at once, over all replicas. */
  partitionConcurrency?: number
  /** Reads what a claimed batch needs, in one query; its value comes to every run of the batch. */
  prepare?(jobs: readonly Job<P>[]): Promise<C>
  /** Does one job. What it throws is a retry with the error. */
  run(job: Job<P>, context: RunContext<C>): Promise<Outcome<R>>
  /**
   * In the transaction that ends these runs, given only those that still held their lease: effects here happen exactly
   * as often as the job ends. May enqueue. Must not wait for anything but the database.
   */
  settle?(db: Db, ended: readonly Ended<P, R>[]): Promise<void>
}

/** A handler of any kind, as the runner keeps it. */
export type AnyHandler = JobHandler<never, unknown, unknown>

export const defaults = {
  leaseMs: 30_000,
  keepMs: 7 * 24 * 60 * 60 * 1000,
  keepDeadMs: 30 * 24 * 60 * 60 * 1000,
  maxCrashes: 5,
} as const

/** Declares a kind of job; throws when it could never run as declared. */
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
