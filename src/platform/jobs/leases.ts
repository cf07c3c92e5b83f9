import { jobsChannel } from './channels.ts'
import { jobOf, type AnyHandler, type Ended, type JobKind, defaults } from './kind.ts'
import { type ClaimedRow, findExpiredKinds, lockExpired, pullBack, renewLeases, selectRunning } from './claim-store.ts'
import type { Clock } from './clock.ts'
import { addError, logDead } from './finish.ts'
import { type EndRow, writeEnds } from './job-store.ts'
import type { Log } from '../log/index.ts'
import { type Db, type Store, statementwise, underLocks } from '../storage/index.ts'
import type { WorkerPool } from './worker-pool.ts'

const batchSize = 200
/** A larger correction of the clock is a jump, milliseconds. */
const jumpMs = 2000
/** Limit of the pause after a crash, milliseconds. */
const maxPauseMs = 10 * 60_000

interface LeaseDeps {
  store: Store
  clock: Clock
  log: Log
  pools: readonly WorkerPool[]
  /** Called after the clock was set back and stored times are corrected. */
  onPutBack: () => void
}

/** Renews the leases of this process and recovers jobs whose process has died. */
export class Leases {
  readonly #deps: LeaseDeps
  /** A third of the shortest lease. */
  readonly beatMs: number
  readonly sweepMs: number
  #sweepsFrom: number | undefined

  constructor(deps: LeaseDeps) {
    this.#deps = deps
    const leases = deps.pools.map(({ handler }) => handler.kind.leaseMs ?? defaults.leaseMs)
    this.beatMs = Math.min(...leases, defaults.leaseMs) / 3
    this.sweepMs = Math.min(2000, this.beatMs)
  }

  /** Renews the leases of all runs of this process; aborts those that were lost or canceled. */
  async beat(): Promise<void> {
    const { store, clock, pools } = this.#deps
    const all = pools.flatMap((pool) => [...pool.runs.values()]).filter((run) => !run.isGone)
    const runs = all.sort((a, b) => (a.job.id < b.job.id ? -1 : 1))
    for (let at = 0; at < runs.length; at += batchSize) {
      const batch = runs.slice(at, at + batchSize)
      const nowMs = clock.nowMs()
      const held = await renewLeases(
        store,
        batch.map(({ job, row, leaseMs }) => ({ id: job.id, fence: row.fence, leaseUntil: nowMs + leaseMs })),
      )
      for (const run of batch) if (!held.has(run.job.id)) run.revoke('The job was canceled, or its lease was lost.')
    }
  }

  /**
   * Synchronizes the clock, then recovers jobs with expired leases. At start and after a jump of the clock it first waits
   * until every live process has renewed its leases by the new time.
   */
  async sweep(): Promise<void> {
    const { store, clock, pools } = this.#deps
    const offBy = (await clock.sample?.()) ?? 0
    if (Math.abs(offBy) > jumpMs) {
      this.#deps.log.warn('the clock jumped', { milliseconds: Math.round(offBy) })
      await this.beat()
      this.#sweepsFrom = undefined
      if (offBy < 0) await this.putBack()
    }
    const nowMs = clock.nowMs()
    // Other processes renew their leases within beatMs, however long the leases are. With one clock for all processes there
    // is no need to wait.
    this.#sweepsFrom ??= clock.sample === undefined ? nowMs : nowMs + this.beatMs * 1.5
    if (nowMs < this.#sweepsFrom) return
    const kinds = pools.map(({ handler: { kind } }) => ({ kind: kind.name, leaseMs: kind.leaseMs ?? defaults.leaseMs }))
    const expired = new Set(await findExpiredKinds(store.read, kinds, nowMs))
    for (const pool of pools) if (expired.has(pool.handler.kind.name)) await this.#recover(pool, nowMs)
  }

  /** Corrects times that a clock that was ahead has written. */
  async putBack(): Promise<void> {
    const { store, clock, log, onPutBack } = this.#deps
    const jobs = await pullBack(store, clock.nowMs())
    if (jobs > 0) log.warn('rescheduled jobs that a fast clock had scheduled too late', { jobs })
    onPutBack()
  }

  /**
   * Recovers all running jobs, whatever their leases: at the start of the only process of this store, they belong to dead
   * ones.
   */
  async reclaim(): Promise<void> {
    const { store, clock, pools } = this.#deps
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
    const { recovered, dead } = await this.#deps.store.tx(async (db) => {
      const rows = await lockExpired(db, { kind: handler.kind.name, nowMs, leaseMs, limit: batchSize })
      // A job that runs in this process is alive: the renewal of its lease is late.
      const lost = rows.filter((row) => runs.get(row.id)?.row.fence !== row.fence)
      const gone = lost.length > 0 ? await takeBack(db, handler, lost, { nowMs, isEarly: false }) : []
      return { recovered: lost.length, dead: gone }
    }, underLocks)
    this.#report(handler.kind.name, recovered, dead)
  }

  #report(kind: string, recovered: number, dead: readonly string[]): void {
    if (recovered > 0) this.#deps.log.warn('jobs recovered', { kind, recovered })
    for (const job of dead) logDead(this.#deps.log, { kind, job, error: 'crashed' })
  }
}

interface Crash {
  nowMs: number
  /** Before the lease expired. */
  isEarly: boolean
}

/** Ends the runs of a process that has died; returns the ids of jobs that are dead now. */
async function takeBack(db: Db, handler: AnyHandler, rows: readonly ClaimedRow[], crash: Crash): Promise<string[]> {
  db.signal(jobsChannel)
  await writeEnds(
    db,
    rows.map((row) => crashOf(row, handler.kind, crash)),
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

/** The row after a crash: ready, scheduled as a suspect, or dead after too many crashes as the only suspect. */
function crashOf(row: ClaimedRow, kind: JobKind, { nowMs, isEarly }: Crash): EndRow {
  const isDead = isDeadAfter(row, kind)
  // Crashes while other jobs ran make it a suspect at most.
  const crashes = row.crashes < 0 ? 1 - row.crashes : Math.min(row.crashes + 1, suspectFrom(kind))
  const isSuspect = crashes >= suspectFrom(kind)
  const pauseMs = isDead ? 0 : pauseAfter(crashes, kind, isEarly)
  const error = isDead ? 'crashed' : 'The process that ran it died or was suspended.'
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

/** Milliseconds. */
function pauseAfter(crashes: number, kind: JobKind, isEarly: boolean): number {
  const leaseMs = kind.leaseMs ?? defaults.leaseMs
  const alone = crashes - suspectFrom(kind)
  // If another cause kills the process every few seconds, it must not coincide with the same suspect each time.
  if (alone > 0) return Math.min(leaseMs * 4 ** alone, maxPauseMs)
  // A service that restarts repeatedly must not run the same jobs each time.
  return isEarly && crashes > 1 ? leaseMs : 0
}

/** A job with this many crashes is a suspect; only one suspect runs at a time. */
function suspectFrom(kind: JobKind): number {
  return Math.min(2, Math.max(1, maxCrashesOf(kind) - 1))
}

/** Only a job that ran as the only suspect of its process can be dead. */
function isDeadAfter({ crashes }: ClaimedRow, kind: JobKind): boolean {
  return crashes < 0 && 1 - crashes >= maxCrashesOf(kind)
}

function maxCrashesOf({ maxCrashes = defaults.maxCrashes }: JobKind): number {
  return maxCrashes
}
