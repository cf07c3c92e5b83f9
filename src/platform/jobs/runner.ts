import type { Log } from '../log/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { type Store, dedicatedBulkheads, statementwise } from '../storage/index.ts'
import { cancelledChannel, changedChannel, jobsChannel, kindChannel } from './channels.ts'
import { findSuspects, findWork, promoteDue } from './claim-store.ts'
import { type Clock, storeClock } from './clock.ts'
import { pruneFinished, vacuumJobs, handBack, writeProgress } from './job-store.ts'
import type { AnyHandler } from './kind.ts'
import { WorkerPool } from './worker-pool.ts'
import { Leases } from './leases.ts'
import { measureDepth, measureKind } from './metrics.ts'
import { Outage } from './outage.ts'
import { unsavedOf } from './run.ts'
import { checkSchedule, fireDue, type Schedule } from './schedules.ts'

/** Polling interval for work that was not signaled, milliseconds. */
const pollMs = 1000
const promoteBatch = 500
/** Suspects tried per poll: the partitions of the first ones may be full. */
const suspectsPerPoll = 20
const progressMs = 1000
const pruneMs = 60_000
const depthMs = 15_000
const vacuumMs = 1000
/** Ended runs between two vacuums. */
const vacuumAfter = 10_000

export interface JobsDeps {
  store: Store
  log: Log
  metrics: Metrics
  handlers: readonly AnyHandler[]
  schedules?: readonly Schedule[]
  /** By default that of the database on Postgres, of this host on SQLite. */
  clock?: Clock
}

export interface Jobs {
  /**
   * Starts the runner. Throws if a schedule is invalid. On a store of this process alone, running jobs are recovered first:
   * their process is dead.
   */
  start(): void
  /**
   * Claims no more jobs and waits for the running ones. After `graceMs` the signals of the rest abort and their jobs are
   * returned to the queue, so that another replica, or the next start, runs them at once.
   */
  drain(graceMs: number): Promise<void>
}

/**
 * Runs these kinds and schedules. A store may have several runners, in several processes; one that is opened exclusively has
 * one.
 */
export function createJobs(deps: JobsDeps): Jobs {
  return new Runner(deps)
}

class Runner implements Jobs {
  readonly #deps: JobsDeps
  readonly #clock: Clock
  readonly #pools: WorkerPool[]
  readonly #leases: Leases
  readonly #outage: Outage
  readonly #stop = new AbortController()
  readonly #dueTicks = new Map<Schedule, number>()
  readonly #loops: Promise<void>[] = []
  /** Resolved once the clock is synchronized and jobs of dead processes are recovered. */
  readonly #ready = Promise.withResolvers<void>()
  readonly #fireWake = new AbortController()
  #isDraining = false
  #vacuumedAt = 0
  #lookAt = 0
  #wake = new AbortController()
  #stopListening: (() => void)[] = []

  constructor(deps: JobsDeps) {
    const { store, log, metrics, handlers } = deps
    this.#deps = deps
    this.#clock = deps.clock ?? storeClock(store)
    this.#outage = new Outage(log)
    const outage = new Outage(log)
    this.#pools = handlers.map(
      (handler) =>
        new WorkerPool(handler, {
          store,
          clock: this.#clock,
          log,
          outage,
          metrics: measureKind(metrics, handler.kind.name),
          lookAt: (atMs) => this.#checkBy(atMs),
        }),
    )
    const onPutBack = () => this.#putBack()
    this.#leases = new Leases({ store, clock: this.#clock, log, pools: this.#pools, onPutBack })
  }

  start(): void {
    const { store, metrics, handlers, schedules = [] } = this.#deps
    for (const schedule of schedules) {
      checkSchedule(schedule)
      this.#dueTicks.set(schedule, 0)
    }
    const depth = measureDepth(
      metrics,
      store,
      handlers.map(({ kind }) => kind.name),
    )
    this.#loops.push(
      this.#look(),
      store.inBulkhead(dedicatedBulkheads.schedules, () => this.#fire()),
      this.#repeat(this.#leases.beatMs, () => store.inBulkhead(dedicatedBulkheads.leases, () => this.#leases.beat())),
      this.#repeat(this.#leases.sweepMs, () => this.#leases.sweep()),
      this.#repeat(progressMs, () => this.#saveProgress()),
      this.#repeat(pruneMs, () => this.#prune()),
      this.#repeat(vacuumMs, () => this.#vacuum()),
      this.#repeat(depthMs, () => depth(this.#clock.nowMs())),
    )
  }

  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true
    for (const pool of this.#pools) pool.stop()
    this.#checkBy(0)
    this.#fireWake.abort()
    const finished = Promise.all(this.#pools.map((pool) => pool.finish()))
    const timeout = new AbortController()
    await Promise.race([finished, this.#clock.wait(graceMs, timeout.signal)])
    timeout.abort()
    // Jobs of a claim in progress must be returned too.
    await Promise.all(this.#pools.map((pool) => pool.claimed()))
    await this.#handBack()
    this.#stop.abort()
    for (const stop of this.#stopListening) stop()
    await Promise.all(this.#loops)
  }

  async #handBack(): Promise<void> {
    const runs = this.#pools.flatMap((pool) => [...pool.runs.values()]).filter((run) => !run.isGone)
    if (runs.length === 0) return
    for (const run of runs) run.revoke('The service is stopping.')
    const held = runs.map(({ job, row }) => ({ id: job.id, fence: row.fence }))
    try {
      const count = await handBack(this.#deps.store, held)
      this.#deps.log.info('jobs returned to the queue', { count })
    } catch (error) {
      // They run again when their lease has expired.
      this.#deps.log.warn('returning jobs to the queue failed', { error })
    }
  }

  /** Synchronizes the clock; on a store of this process alone recovers the jobs of a dead one. */
  async #takeOver(): Promise<void> {
    while (!this.#isDraining) {
      try {
        await this.#clock.sample?.()
        await this.#leases.putBack()
        // Before the first claim, which would count as one of a dead process.
        if (this.#deps.store.isExclusive) await this.#leases.reclaim()
        return this.#outage.ended()
      } catch (error) {
        await this.#clock.wait(this.#outage.failed(error), this.#stop.signal)
      }
    }
  }

  #listen(): void {
    if (this.#isDraining) return
    const { store } = this.#deps
    this.#stopListening = [
      store.listen(jobsChannel, () => this.#checkBy(0)),
      ...this.#pools.map((pool) => store.listen(kindChannel(pool.handler.kind.name), () => pool.call())),
      store.listen(cancelledChannel, () => void this.#leases.beat().catch(() => undefined)),
    ]
  }

  /** Polls for work until stopped: when signaled, when a job is due, and every second. */
  async #look(): Promise<void> {
    const { store } = this.#deps
    await this.#takeOver()
    this.#ready.resolve()
    this.#listen()
    while (!this.#stop.signal.aborted && !this.#isDraining) {
      this.#wake = new AbortController()
      this.#lookAt = this.#clock.nowMs() + pollMs
      try {
        const names = this.#pools.map(({ handler }) => handler.kind.name)
        let work = await findWork(store.read, names, this.#clock.nowMs())
        while (work.nextDueAt !== null && work.nextDueAt <= this.#clock.nowMs()) {
          if ((await promoteDue(store, this.#clock.nowMs(), promoteBatch)) === 0) break
          work = await findWork(store.read, names, this.#clock.nowMs())
        }
        if (work.nextDueAt !== null) this.#lookAt = Math.min(this.#lookAt, work.nextDueAt)
        for (const pool of this.#pools) if (work.readyKinds.includes(pool.handler.kind.name)) pool.call()
        if (work.hasSuspects) await this.#runSuspect(names)
        this.#outage.ended()
      } catch (error) {
        // Signals do not end this pause: the database must not be flooded with queries.
        await this.#clock.wait(this.#outage.failed(error), this.#stop.signal)
        continue
      }
      const waitMs = Math.min(pollMs, this.#lookAt - this.#clock.nowMs())
      if (waitMs > 0) await this.#clock.wait(waitMs, this.#wake.signal)
    }
  }

  /** Runs the next suspect unless one runs here: if the process dies, the crash counts against it alone. */
  async #runSuspect(kinds: readonly string[]): Promise<void> {
    if (this.#pools.some((pool) => pool.hasSuspect)) return
    const { store } = this.#deps
    for (const suspect of await findSuspects(store.read, kinds, {
      nowMs: this.#clock.nowMs(),
      limit: suspectsPerPoll,
    })) {
      const pool = this.#pools.find(({ handler }) => handler.kind.name === suspect.kind)
      if (pool !== undefined && (await pool.runSuspect(suspect))) return
    }
  }

  /** After the clock was set back: reads due times again. */
  #putBack(): void {
    for (const schedule of this.#dueTicks.keys()) this.#dueTicks.set(schedule, 0)
    this.#checkBy(0)
  }

  #checkBy(atMs: number): void {
    if (atMs >= this.#lookAt) return
    this.#lookAt = atMs
    this.#wake.abort()
  }

  /** Fires schedules until stopped. Separate from `#look`, which must not wait for a locked row. */
  async #fire(): Promise<void> {
    const outage = new Outage(this.#deps.log)
    await this.#ready.promise
    while (!this.#stop.signal.aborted && !this.#isDraining) {
      try {
        await this.#fireSchedules()
        outage.ended()
      } catch (error) {
        await this.#clock.wait(outage.failed(error), this.#fireWake.signal)
        continue
      }
      const waitMs = Math.min(pollMs, ...[...this.#dueTicks.values()].map((at) => at - this.#clock.nowMs()))
      if (waitMs > 0) await this.#clock.wait(waitMs, this.#fireWake.signal)
    }
  }

  async #fireSchedules(): Promise<void> {
    for (const [schedule, dueAt] of this.#dueTicks) {
      const nowMs = this.#clock.nowMs()
      if (dueAt > nowMs) continue
      this.#dueTicks.set(schedule, await fireDue(this.#deps.store, schedule, nowMs))
    }
  }

  async #saveProgress(): Promise<void> {
    const runs = this.#pools.flatMap((pool) => [...pool.runs.values()])
    const rows = unsavedOf(runs)
    if (rows.length === 0) return
    await this.#deps.store.tx(async (db) => {
      db.signal(changedChannel)
      await writeProgress(db, rows)
    }, statementwise)
    const saved = new Set(rows.map(({ progress }) => progress))
    for (const run of runs) if (run.unsaved !== undefined && saved.has(run.unsaved)) run.unsaved = undefined
  }

  async #prune(): Promise<void> {
    while ((await pruneFinished(this.#deps.store, this.#clock.nowMs(), promoteBatch)) === promoteBatch);
  }

  async #vacuum(): Promise<void> {
    const count = this.#pools.reduce((sum, pool) => sum + pool.endedCount, 0)
    // While jobs run, autovacuum is enough.
    if (count - this.#vacuumedAt < vacuumAfter || this.#pools.some((pool) => pool.runs.size > 0)) return
    this.#vacuumedAt = count
    // Only the owner of the table may vacuum it; otherwise autovacuum does.
    await vacuumJobs(this.#deps.store).catch(() => undefined)
  }

  /** Repeats the task until stopped; after a failure, it runs again at its next time. */
  async #repeat(everyMs: number, task: () => Promise<unknown>): Promise<void> {
    for (;;) {
      await this.#clock.wait(everyMs, this.#stop.signal)
      if (this.#stop.signal.aborted) return
      try {
        await task()
      } catch (error) {
        this.#outage.failed(error)
      }
    }
  }
}
