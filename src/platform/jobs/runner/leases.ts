import { jobsChannel } from '../channels.ts'
import { jobOf } from '../claims/job.ts'
import {
  type ClaimedRow,
  findExpiredKinds,
  lockExpired,
  pullBack,
  renewLeases,
  selectRunning,
} from '../claims/store.ts'
import type { Clock } from '../clock.ts'
import { addError } from '../endings/end.ts'
import { type EndRow, writeEnds } from '../endings/store.ts'
import { type AnyHandler, type Ended, type JobKind, defaults } from '../kind.ts'
import type { Log } from '../../log/index.ts'
import { type Db, type Store, statementwise, underLocks } from '../../storage/index.ts'
import type { WorkerPool } from './worker-pool.ts'
import { logDead } from './log-dead.ts'

const batchSize = 200
/** A clock that was off by more has jumped, milliseconds. */
const jumpMs = 2000
/** The longest pause of a suspect after a crash, milliseconds. */
const maxPauseMs = 10 * 60_000

export interface LeaseDeps {
  store: Store
  clock: Clock
  log: Log
  pools: readonly WorkerPool[]
  /** Called once the clock was put back, when what it had written ahead is put right. */
  onPutBack: () => void
}

/** Keeps this process's leases alive and takes jobs back whose holder has died. */
export class Leases {
  readonly #parts: LeaseDeps
  /** The shortest lease decides how often signs of life are given. */
  readonly beatMs: number
  readonly sweepMs: number
  #sweepsFrom: number | undefined

  constructor(parts: LeaseDeps) {
    this.#parts = parts
    const leases = parts.pools.map(({ handler }) => handler.kind.leaseMs ?? defaults.leaseMs)
    this.beatMs = Math.min(...leases, defaults.leaseMs) / 3
    this.sweepMs = Math.min(2000, this.beatMs)
  }

  /** Prolongs the lease of everything that runs here; what was lost or canceled is taken from its handler. */
  async beat(): Promise<void> {
    const { store, clock, pools } = this.#parts
    const all = pools.flatMap((pool) => [...pool.runs.values()]).filter((run) => !run.isGone)
    const runs = all.sort((a, b) => (a.job.id < b.job.id ? -1 : 1))
    for (let at = 0; at < runs.length; at += batchSize) {
      const batch = runs.slice(at, at + batchSize)
      const nowMs = clock.nowMs()
      const held = await renewLeases(
        store,
        batch.map(({ job, row, leaseMs }) => ({ id: job.id, fence: row.fence, leaseUntil: nowMs + leaseMs })),
      )
      for (const run of batch) if (!held.has(run.job.id)) run.takeAway('The job was canceled, or its lease was lost.')
    }
  }

  /**
   * Follows the clock, then makes the jobs ready again whose lease is over. After a jump of the clock, and at first, it
   * waits until every living process has given a sign of life by the new time.
   */
  async sweep(): Promise<void> {
    const { store, clock, pools } = this.#parts
    const offBy = (await clock.sample?.()) ?? 0
    if (Math.abs(offBy) > jumpMs) {
      this.#parts.log.warn('the clock jumped', { milliseconds: Math.round(offBy) })
      await this.beat()
      this.#sweepsFrom = undefined
      if (offBy < 0) await this.putBack()
    }
    const nowMs = clock.nowMs()
    // Nothing is called dead before others could show a sign of life, which comes as often for long leases as for short
    // ones; where every process reads one clock, nobody has to be waited for.
    this.#sweepsFrom ??= clock.sample === undefined ? nowMs : nowMs + this.beatMs * 1.5
    if (nowMs < this.#sweepsFrom) return
    const kinds = pools.map(({ handler: { kind } }) => ({ kind: kind.name, leaseMs: kind.leaseMs ?? defaults.leaseMs }))
    const expired = new Set(await findExpiredKinds(store.read, kinds, nowMs))
    for (const pool of pools) if (expired.has(pool.handler.kind.name)) await this.#recover(pool, nowMs)
  }

  /** Has nothing wait for a time that only a clock that was ahead has written. */
  async putBack(): Promise<void> {
    const { store, clock, log, onPutBack } = this.#parts
    const jobs = await pullBack(store, clock.nowMs())
    if (jobs > 0) log.warn('rescheduled jobs that a fast clock had scheduled too late', { jobs })
    onPutBack()
  }

  /**
   * Takes back whatever runs, whether its lease is over or not: for the start of the only process that can run jobs of
   * this store, when who ran them must be dead.
   */
  async reclaim(): Promise<void> {
    const { store, clock, pools } = this.#parts
    for (const { handler } of pools) {
      const { kind } = handler
      for (let count = batchSize; count === batchSize;) {
        const taken = await store.tx(async (db) => {
          const rows = await selectRunning(db, kind.name, batchSize)
          if (rows.length === 0) return { count: 0, dead: [] }
          const dead = await takeBack(db, handler, rows, { nowMs: clock.nowMs(), isEarly: true })
          return { count: rows.length, dead }
        }, statementwise)
        count = taken.count
        this.#report(kind.name, count, taken.dead)
      }
    }
  }

  async #recover({ handler, runs }: WorkerPool, nowMs: number): Promise<void> {
    const leaseMs = handler.kind.leaseMs ?? defaults.leaseMs
    const { recovered, dead } = await this.#parts.store.tx(async (db) => {
      const rows = await lockExpired(db, { kind: handler.kind.name, nowMs, leaseMs, limit: batchSize })
      // A job that runs in this very process is not dead: its sign of life is late.
      const lost = rows.filter((row) => runs.get(row.id)?.row.fence !== row.fence)
      const gone = lost.length > 0 ? await takeBack(db, handler, lost, { nowMs, isEarly: false }) : []
      return { recovered: lost.length, dead: gone }
    }, underLocks)
    this.#report(handler.kind.name, recovered, dead)
  }

  #report(kind: string, recovered: number, dead: readonly string[]): void {
    if (recovered > 0) this.#parts.log.warn('jobs recovered', { kind, recovered })
    for (const job of dead) logDead(this.#parts.log, { kind, job, error: 'crashed' })
  }
}

interface Crashed {
  nowMs: number
  /** Before the lease was over. */
  isEarly: boolean
}

/** Takes jobs from a process that has died; answers the ids of those that are dead now. */
async function takeBack(db: Db, handler: AnyHandler, rows: readonly ClaimedRow[], crashed: Crashed): Promise<string[]> {
  db.signal(jobsChannel)
  await writeEnds(
    db,
    rows.map((row) => crashOf(row, handler.kind, crashed)),
  )
  const dead = rows.filter((row) => isDeadAfter(row, handler.kind))
  if (dead.length === 0) return []
  const ended = dead.map((row) => ({
    job: jobOf(row, handler.kind),
    outcome: { fail: 'crashed' },
    nextRunAt: null,
    isLast: true,
  }))
  await handler.settle?.(db, ended as Ended<never, unknown>[])
  return dead.map(({ id }) => id)
}

/** The row of a job whose holder has died: ready again, a suspect, or dead when it was the only suspect too often in a row. */
function crashOf(row: ClaimedRow, kind: JobKind, { nowMs, isEarly }: Crashed): EndRow {
  const isDead = isDeadAfter(row, kind)
  // Beside others it becomes a suspect at most, however often that happens.
  const crashes = row.crashes < 0 ? 1 - row.crashes : Math.min(row.crashes + 1, suspectFrom(kind))
  const isSuspect = crashes >= suspectFrom(kind)
  const pauseMs = isDead ? 0 : pauseAfter(crashes, kind, isEarly)
  const error = isDead ? 'crashed' : 'The process that ran it died or stood still.'
  return {
    id: row.id,
    fence: row.fence,
    state: isDead ? 'dead' : isSuspect || pauseMs > 0 ? 'scheduled' : 'ready',
    run_at: pauseMs > 0 ? nowMs + pauseMs : row.run_at,
    attempts: row.attempts,
    crashes,
    errors: addError(row.errors, { at: nowMs, attempt: row.attempts + 1, error }),
    result: null,
    finished_at: isDead ? nowMs : null,
    keep_until: isDead ? nowMs + defaults.keepDeadMs : null,
  }
}

/** How long a job pauses after a crash, milliseconds. */
function pauseAfter(crashes: number, kind: JobKind, isEarly: boolean): number {
  const leaseMs = kind.leaseMs ?? defaults.leaseMs
  const alone = crashes - suspectFrom(kind)
  // Whoever kills the process for a reason of their own, every few seconds, must not find the same suspect each time.
  if (alone > 0) return Math.min(leaseMs * 4 ** alone, maxPauseMs)
  // A service that is restarted again and again must not run the same jobs each time.
  return isEarly && crashes > 1 ? leaseMs : 0
}

/** Crashes from which on a job is a suspect: it waits apart and runs when no other suspect does. */
function suspectFrom(kind: JobKind): number {
  return Math.min(2, Math.max(1, maxCrashesOf(kind) - 1))
}

/** Whether a job that has taken its process with it is dead: only one that was the suspect there. */
function isDeadAfter({ crashes }: ClaimedRow, kind: JobKind): boolean {
  return crashes < 0 && 1 - crashes >= maxCrashesOf(kind)
}

// A job that takes its process down with it must not do so for ever.
function maxCrashesOf({ maxCrashes = defaults.maxCrashes }: JobKind): number {
  return maxCrashes
}
