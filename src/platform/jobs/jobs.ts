import type { Log } from '../log/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { type Store, dedicatedBulkheads, statementwise } from '../storage/index.ts'
import { cancelledChannel, changedChannel, jobsChannel, kindChannel } from './channels.ts'
import { findSuspects, findWork, promoteDue } from './claims/store.ts'
import type { Clock } from './clock.ts'
import { clearDead, pruneFinished } from './admin/store.ts'
import { handBack, writeProgress } from './endings/store.ts'
import type { AnyHandler } from './kind.ts'
import { WorkerPool } from './runner/worker-pool.ts'
import { Leases } from './runner/leases.ts'
import { measureDepth, measureKind } from './runner/measure.ts'
import { Outage } from './runner/outage.ts'
import { unsavedOf } from './runner/run.ts'
import { storeClock } from './runner/store-clock.ts'
import { fireDue } from './schedules/fire.ts'
import type { Schedule } from './schedules/schedule.ts'

/** How long nobody looks for work that was not signalled, milliseconds. */
const pollMs = 1000
const promoteBatch = 500
/** Suspects that are tried in one look: the partitions of the first ones may be full. */
const suspectsPerLook = 20
const progressMs = 1000
const pruneMs = 60_000
const depthMs = 15_000
const clearMs = 1000
/** So many ended runs are worth clearing away after. */
const clearAfter = 10_000

export interface JobsDeps {
  store: Store
  log: Log
  metrics: Metrics
  handlers: readonly AnyHandler[]
  schedules?: readonly Schedule[]
  /** The database's on Postgres and this host's on SQLite, unless given. */
  clock?: Clock
}

/** What runs the jobs of this process. */
export interface Jobs {
  /**
   * Begins to look for work; until then nothing runs. On a store that is this process's alone, what runs is taken back first:
   * whoever ran it is dead.
   */
  start(): void
  /**
   * Takes no more jobs and waits for those that run. What has not ended after so many milliseconds is notified by its signal and
   * handed back, so that another replica, or the next start, runs it at once.
   */
  drain(graceMs: number): Promise<void>
}

/**
 * Makes a runner of these kinds and schedules. Several may work on one store, in as many processes; one that was opened
 * exclusively has one.
 */
export function createJobs(parts: JobsDeps): Jobs {
  return new Runner(parts)
}

class Runner implements Jobs {
  readonly #parts: JobsDeps
  readonly #clock: Clock
  readonly #pools: WorkerPool[]
  readonly #leases: Leases
  readonly #outage: Outage
  readonly #stop = new AbortController()
  readonly #dueTicks = new Map<Schedule, number>()
  readonly #loops: Promise<void>[] = []
  /** Resolved once the clock is set and what a dead process left is taken over. */
  readonly #ready = Promise.withResolvers<void>()
  readonly #fireWake = new AbortController()
  #isDraining = false
  #clearedAt = 0
  #lookAt = 0
  #wake = new AbortController()
  #stopListening: (() => void)[] = []

  constructor(parts: JobsDeps) {
    const { store, log, metrics, handlers } = parts
    this.#parts = parts
    this.#clock = parts.clock ?? storeClock(store)
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
    const { store, metrics, handlers, schedules = [] } = this.#parts
    for (const schedule of schedules) this.#dueTicks.set(schedule, 0)
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
      this.#repeat(clearMs, () => this.#clear()),
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
    // What a claim on its way brings must be handed back too.
    await Promise.all(this.#pools.map((pool) => pool.claimed()))
    await this.#handBack()
    this.#stop.abort()
    for (const stop of this.#stopListening) stop()
    await Promise.all(this.#loops)
  }

  async #handBack(): Promise<void> {
    const runs = this.#pools.flatMap((pool) => [...pool.runs.values()]).filter((run) => !run.isGone)
    if (runs.length === 0) return
    for (const run of runs) run.takeAway('The service is stopping.')
    const held = runs.map(({ job, row }) => ({ id: job.id, fence: row.fence }))
    try {
      const count = await handBack(this.#parts.store, held)
      this.#parts.log.info('jobs returned to the queue', { count })
    } catch (error) {
      // They run again when their lease is over.
      this.#parts.log.warn('returning jobs to the queue failed', { error })
    }
  }

  /** Sets the clock, and on a store of this process alone makes ready what a dead one has left running. */
  async #takeOver(): Promise<void> {
    while (!this.#isDraining) {
      try {
        await this.#clock.sample?.()
        await this.#leases.putBack()
        // Before anything is claimed here: claims of this process would be taken for those of a dead one.
        if (this.#parts.store.isExclusive) await this.#leases.reclaim()
        return this.#outage.ended()
      } catch (error) {
        await this.#clock.wait(this.#outage.failed(error), this.#stop.signal)
      }
    }
  }

  #listen(): void {
    if (this.#isDraining) return
    const { store } = this.#parts
    this.#stopListening = [
      store.listen(jobsChannel, () => this.#checkBy(0)),
      ...this.#pools.map((pool) => store.listen(kindChannel(pool.handler.kind.name), () => pool.call())),
      store.listen(cancelledChannel, () => void this.#leases.beat().catch(() => undefined)),
    ]
  }

  /** Looks for work until told to stop: when signalled, when something is due, and from time to time. */
  async #look(): Promise<void> {
    const { store } = this.#parts
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
        // Not to be woken: whatever signals, the database is not to be queried in a storm.
        await this.#clock.wait(this.#outage.failed(error), this.#stop.signal)
        continue
      }
      const waitMs = Math.min(pollMs, this.#lookAt - this.#clock.nowMs())
      if (waitMs > 0) await this.#clock.wait(waitMs, this.#wake.signal)
    }
  }

  /** Has the next suspect run, unless one runs here: when the process dies, it is the only one that is counted against. */
  async #runSuspect(kinds: readonly string[]): Promise<void> {
    if (this.#pools.some((pool) => pool.hasSuspect)) return
    const { store } = this.#parts
    for (const suspect of await findSuspects(store.read, kinds, {
      nowMs: this.#clock.nowMs(),
      limit: suspectsPerLook,
    })) {
      const pool = this.#pools.find(({ handler }) => handler.kind.name === suspect.kind)
      if (pool !== undefined && (await pool.runSuspect(suspect))) return
    }
  }

  /** The clock was put back: what it was to wait for is queried anew. */
  #putBack(): void {
    for (const schedule of this.#dueTicks.keys()) this.#dueTicks.set(schedule, 0)
    this.#checkBy(0)
  }

  #checkBy(atMs: number): void {
    if (atMs >= this.#lookAt) return
    this.#lookAt = atMs
    this.#wake.abort()
  }

  /** Fires schedules until told to stop: apart from looking for work, which must not wait for a row that somebody holds. */
  async #fire(): Promise<void> {
    const outage = new Outage(this.#parts.log)
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
      this.#dueTicks.set(schedule, await fireDue(this.#parts.store, schedule, nowMs))
    }
  }

  async #saveProgress(): Promise<void> {
    const runs = this.#pools.flatMap((pool) => [...pool.runs.values()])
    const rows = unsavedOf(runs)
    if (rows.length === 0) return
    await this.#parts.store.tx(async (db) => {
      db.signal(changedChannel)
      await writeProgress(db, rows)
    }, statementwise)
    const saved = new Set(rows.map(({ progress }) => progress))
    for (const run of runs) if (run.unsaved !== undefined && saved.has(run.unsaved)) run.unsaved = undefined
  }

  async #prune(): Promise<void> {
    while ((await pruneFinished(this.#parts.store, this.#clock.nowMs(), promoteBatch)) === promoteBatch);
  }

  async #clear(): Promise<void> {
    const count = this.#pools.reduce((sum, pool) => sum + pool.endedCount, 0)
    // While jobs run, Postgres does so in its own time.
    if (count - this.#clearedAt < clearAfter || this.#pools.some((pool) => pool.runs.size > 0)) return
    this.#clearedAt = count
    // Only the table's owner may; for others Postgres does it in its own time.
    await clearDead(this.#parts.store).catch(() => undefined)
  }

  /** Does the chore again and again until told to stop; one that fails is tried again at its time. */
  async #repeat(everyMs: number, chore: () => Promise<unknown>): Promise<void> {
    for (;;) {
      await this.#clock.wait(everyMs, this.#stop.signal)
      if (this.#stop.signal.aborted) return
      try {
        await chore()
      } catch (error) {
        this.#outage.failed(error)
      }
    }
  }
}
