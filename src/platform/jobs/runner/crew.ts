import { changedChannel } from '../channels.ts'
import { sharePlaces } from '../claims/lanes.ts'
import { type ClaimedRow, type LaneRow, claimJobs, readLanes } from '../claims/store.ts'
import type { Clock } from '../clock.ts'
import { type EndedRun, SettleError, endRuns } from '../endings/end.ts'
import { type AnyHandler, defaults } from '../kind.ts'
import type { Log } from '../../log/index.ts'
import { type Store, storageFailure } from '../../storage/index.ts'
import type { KindMetrics } from './measure.ts'
import type { Outage } from './outage.ts'
import { Run, reasonOf, runHandler } from './run.ts'

/** Rows of one statement: SQLite blocks the process while it runs. */
const batchSize = 500
/** Lanes of one look; others have their turn with the next. */
const lanesPerLook = 100

/** Another transaction was in the way: a moment later it is not, milliseconds. */
const busyMs = 20
/** How long jobs wait whose batch the database could not prepare, milliseconds. */
const unpreparedMs = 1000

interface Ending {
  run: Run
  ended: EndedRun
}

export interface CrewParts {
  store: Store
  clock: Clock
  log: Log
  /** Of writing: a full disk still answers who looks for work. */
  outage: Outage
  metrics: KindMetrics
  /** Has the runner look for work by this time, epoch milliseconds. */
  lookAt(atMs: number): void
}

/** Claims, runs and ends the jobs of one kind. */
export class Crew {
  readonly handler: AnyHandler
  readonly runs = new Map<string, Run>()
  /** Runs that ended so far. */
  endedCount = 0
  readonly #parts: CrewParts
  readonly #ended: Ending[] = []
  #after = ''
  #isAsked = false
  #mayHaveMore = false
  #isStopped = false
  #claiming: Promise<void> | undefined
  #ending: Promise<void> | undefined
  #wakeFinish: (() => void) | undefined

  constructor(handler: AnyHandler, parts: CrewParts) {
    this.handler = handler
    this.#parts = parts
  }

  /** Says that there may be jobs of this kind. */
  call(): void {
    if (this.#isStopped) return
    this.#isAsked = true
    this.#claiming ??= this.#claim().finally(() => {
      this.#claiming = undefined
    })
  }

  /** Claims no more. */
  stop(): void {
    this.#isStopped = true
  }

  /** Resolves when nothing is being claimed. */
  async claimed(): Promise<void> {
    await this.#claiming
  }

  /** Resolves when nothing is being claimed, and everything that ran has ended and is durable. */
  async finish(): Promise<void> {
    await this.#claiming
    while (this.runs.size > 0 || this.#ending !== undefined) await (this.#ending ?? this.#nextEnd())
  }

  #nextEnd(): Promise<void> {
    return new Promise((resolve) => (this.#wakeFinish = resolve))
  }

  async #claim(): Promise<void> {
    while (this.#isAsked && !this.#isStopped) {
      this.#isAsked = false
      try {
        await this.#claimRound()
      } catch (error) {
        this.#parts.lookAt(this.#parts.clock.nowMs() + this.#parts.outage.failed(error))
        return
      }
    }
  }

  #places(): number {
    return Math.min(batchSize, this.handler.concurrency - this.runs.size)
  }

  /** Claims until there is no place, or every lane with jobs has been looked at in vain. */
  async #claimRound(): Promise<void> {
    const shut = new Set<string>()
    while (!this.#isStopped && this.#places() > 0) {
      const { lanes, claimed } = await this.#claimOnce()
      if (claimed > 0) shut.clear()
      else if (lanes.length < lanesPerLook || lanes.every(({ lane }) => shut.has(lane))) return
      else for (const { lane } of lanes) shut.add(lane)
      // Looking never waits on SQLite, and there may be many lanes.
      if (claimed === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** Looks at the lanes whose turn it is, claims of them, and starts what it got. */
  async #claimOnce(): Promise<{ lanes: LaneRow[]; claimed: number }> {
    const { store, clock } = this.#parts
    const { kind, laneConcurrency: width } = this.handler
    const lanes = await this.#readLanes()
    this.#mayHaveMore = lanes.length > 0
    const nowMs = clock.nowMs()
    const { wishes, after } = sharePlaces(lanes, { places: this.#places(), nowMs, width })
    this.#after = after
    if (wishes.length === 0) return { lanes, claimed: 0 }
    const leaseUntil = nowMs + (kind.leaseMs ?? defaults.leaseMs)
    const rows = await claimJobs(store, wishes, { kind: kind.name, nowMs, leaseUntil })
    this.#parts.outage.ended()
    if (rows.length > 0) this.#start(rows)
    return { lanes, claimed: rows.length }
  }

  /** The lanes whose turn it is, and behind the last one again the first ones. */
  async #readLanes(): Promise<LaneRow[]> {
    const { read } = this.#parts.store
    const kind = this.handler.kind.name
    const isCounted = this.handler.laneConcurrency !== undefined
    const after = this.#after
    const rest = await readLanes(read, { kind, after, limit: lanesPerLook, isCounted })
    if (after === '' || rest.length === lanesPerLook) return rest
    const again = await readLanes(read, { kind, after: '', limit: lanesPerLook - rest.length, isCounted })
    return [...rest, ...again.filter(({ lane }) => !rest.some((other) => other.lane === lane))]
  }

  #start(rows: ClaimedRow[]): void {
    const ordered = rows.toSorted((a, b) => a.priority - b.priority || a.run_at - b.run_at || (a.id < b.id ? -1 : 1))
    const runs = ordered.map((row) => new Run(row, this.handler.kind))
    for (const run of runs) this.runs.set(run.job.id, run)
    void this.#runAll(runs)
  }

  async #runAll(runs: Run[]): Promise<void> {
    let prepared: unknown
    try {
      prepared = await this.handler.prepare?.(runs.map((run) => run.job))
    } catch (error) {
      // A database that is away is no fault of the jobs.
      const outcome = (await this.#databaseAnswers()) ? { retry: reasonOf(error) } : { snooze: unpreparedMs }
      for (const run of runs) this.#end(run, run.endedWith(outcome, null))
      return
    }
    for (const run of runs) void this.#run(run, prepared)
  }

  async #run(run: Run, prepared: unknown): Promise<void> {
    const { clock, metrics } = this.#parts
    const startedAt = performance.now()
    const { outcome, result } = await runHandler(
      this.handler,
      run,
      run.context(prepared, () => clock.nowMs()),
    )
    metrics.ran(outcome, (performance.now() - startedAt) / 1000)
    this.#end(run, run.endedWith(outcome, result))
  }

  #end(run: Run, ended: EndedRun): void {
    if (run.isGone) this.#forget([run])
    else this.#ended.push({ run, ended })
    // Runs that end in the same turn of the event loop end in one transaction.
    this.#ending ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.#endAll())
  }

  async #endAll(): Promise<void> {
    while (this.#ended.length > 0) {
      const batch = this.#ended.splice(0, batchSize)
      await this.#endBatch(batch)
      this.#forget(batch.map(({ run }) => run))
      if (this.#mayHaveMore) this.call()
    }
    this.#ending = undefined
    this.#wakeFinish?.()
  }

  #forget(runs: Run[]): void {
    for (const run of runs) if (this.runs.get(run.job.id) === run) this.runs.delete(run.job.id)
  }

  /** Makes the ends durable, however long the database takes; gives up only what is no longer this process's. */
  async #endBatch(batch: readonly Ending[], handler: AnyHandler = this.handler): Promise<void> {
    const { clock, outage } = this.#parts
    for (;;) {
      const mine = batch.filter(({ run }) => !run.isGone)
      if (mine.length === 0) return
      try {
        await this.#write(
          mine.map(({ ended }) => ended),
          handler,
        )
        return outage.ended()
      } catch (error) {
        const cause = error instanceof SettleError ? error.cause : error
        const { kind } = storageFailure(cause)
        const isTheirs = error instanceof SettleError && kind !== 'busy' && kind !== 'full'
        if (isTheirs && (await this.#databaseAnswers())) return this.#endUnsettled(mine, cause)
        await clock.wait(kind === 'busy' ? busyMs : outage.failed(cause))
      }
    }
  }

  async #write(ends: EndedRun[], handler: AnyHandler): Promise<void> {
    const { store, clock, lookAt } = this.#parts
    const ended = await store.tx(async (db) => {
      if (handler.kind.keepMs !== 0) db.signal(changedChannel)
      return endRuns(db, handler, ends, clock.nowMs())
    })
    const next = ended.flatMap(({ nextRunAt }) => nextRunAt ?? [])
    this.endedCount += ended.length
    if (next.length > 0) lookAt(Math.min(...next))
  }

  /** One that cannot be settled must not keep the others from their end; it is tried again like one that threw. */
  async #endUnsettled(batch: readonly Ending[], error: unknown): Promise<void> {
    if (batch.length > 1) {
      for (const one of batch) await this.#endBatch([one])
      return
    }
    const { settle: _, ...unsettled } = this.handler
    for (const { run, ended } of batch) {
      this.#parts.log.error('a job could not be settled', { job: run.job.id, error })
      const outcome = { retry: `settle: ${reasonOf(error)}` }
      await this.#endBatch([{ run, ended: { ...ended, outcome, result: null } }], unsettled)
    }
  }

  async #databaseAnswers(): Promise<boolean> {
    return this.#parts.store.ping().then(
      () => true,
      () => false,
    )
  }
}
