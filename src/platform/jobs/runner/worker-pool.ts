import { sharePlaces } from '../claims/partitions.ts'
import { type ClaimedRow, type PartitionRow, claimJobs, claimSuspect, readPartitions } from '../claims/store.ts'
import { type AnyHandler, defaults } from '../kind.ts'
import { Ends, type EndsDeps } from './ends.ts'
import type { KindMetrics } from './measure.ts'
import { databaseAnswers } from './outage.ts'
import { type EndedRun, Run, reasonOf, runHandler } from './run.ts'

/** Rows of one statement: SQLite blocks the process while it runs. */
const batchSize = 500
/** Partitions of one look; others have their turn with the next. */
const partitionsPerQuery = 100

/** How long jobs wait whose batch the database could not prepare, milliseconds. */
const unpreparedMs = 1000

export interface WorkerPoolDeps extends EndsDeps {
  metrics: KindMetrics
}

/** Claims, runs and ends the jobs of one kind. */
export class WorkerPool {
  readonly handler: AnyHandler
  readonly runs = new Map<string, Run>()
  readonly #parts: WorkerPoolDeps
  readonly #ends: Ends
  #after = ''
  #isRequested = false
  #mayHaveMore = false
  #isStopped = false
  #claiming: Promise<void> | undefined
  #claimingSuspect: Promise<boolean> | undefined
  #isClaimingSuspect = false
  #wakeFinish: (() => void) | undefined

  constructor(handler: AnyHandler, parts: WorkerPoolDeps) {
    this.handler = handler
    this.#parts = parts
    this.#ends = new Ends(handler, parts, (runs) => {
      this.#forget(runs)
      // The next suspect runs once this one has ended.
      if (runs.some((run) => run.isSuspect)) parts.lookAt(0)
      if (this.#mayHaveMore) this.call()
    })
  }

  /** Runs that ended so far. */
  get endedCount(): number {
    return this.#ends.count
  }

  /** Says that there may be jobs of this kind. */
  call(): void {
    if (this.#isStopped) return
    this.#isRequested = true
    this.#claiming ??= this.#claim().finally(() => {
      this.#claiming = undefined
    })
  }

  /** True if a suspect runs here. */
  get hasSuspect(): boolean {
    return this.#isClaimingSuspect || [...this.runs.values()].some((run) => run.isSuspect && !run.isGone)
  }

  /** Claims one suspect, whether there is a place or not; false when its partition is full or another process has it. */
  async runSuspect({
    id,
    partition,
    concurrency,
  }: {
    id: string
    partition: string
    concurrency: number | null
  }): Promise<boolean> {
    if (this.#isStopped || this.handler.concurrency === 0) return false
    const { store, clock } = this.#parts
    const { kind, partitionConcurrency } = this.handler
    const nowMs = clock.nowMs()
    const leaseUntil = nowMs + (kind.leaseMs ?? defaults.leaseMs)
    const widths = [partitionConcurrency, concurrency].filter((width) => width != null)
    const cap = widths.length === 0 ? null : Math.min(...widths)
    this.#isClaimingSuspect = true
    const claiming = claimSuspect(store, { id, partition, cap }, { kind: kind.name, nowMs, leaseUntil })
      .then((row) => {
        if (row !== undefined) this.#start([row])
        return row !== undefined
      })
      .finally(() => (this.#isClaimingSuspect = false))
    this.#claimingSuspect = claiming
    return claiming
  }

  /** Claims no more. */
  stop(): void {
    this.#isStopped = true
  }

  /** Resolves when nothing is being claimed. */
  async claimed(): Promise<void> {
    await this.#claiming
    await this.#claimingSuspect?.catch(() => undefined)
  }

  /** Resolves when nothing is being claimed, and everything that ran has ended and is durable. */
  async finish(): Promise<void> {
    await this.claimed()
    while (this.runs.size > 0 || this.#ends.pending !== undefined) await (this.#ends.pending ?? this.#nextEnd())
  }

  #nextEnd(): Promise<void> {
    return new Promise((resolve) => (this.#wakeFinish = resolve))
  }

  async #claim(): Promise<void> {
    while (this.#isRequested && !this.#isStopped) {
      this.#isRequested = false
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

  /** Claims until there is no place, or every partition with jobs has been inspected in vain. */
  async #claimRound(): Promise<void> {
    const shut = new Set<string>()
    while (!this.#isStopped && this.#places() > 0) {
      const { partitions, claimed } = await this.#claimOnce()
      if (claimed > 0) shut.clear()
      else if (partitions.length < partitionsPerQuery || partitions.every(({ partition }) => shut.has(partition)))
        return
      else for (const { partition } of partitions) shut.add(partition)
      // Looking never waits on SQLite, and there may be many partitions.
      if (claimed === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** Inspects the partitions whose turn it is, claims of them, and starts what it got. */
  async #claimOnce(): Promise<{ partitions: PartitionRow[]; claimed: number }> {
    const { store, clock } = this.#parts
    const { kind, partitionConcurrency: width } = this.handler
    const partitions = await this.#readPartitions()
    this.#mayHaveMore = partitions.length > 0
    const nowMs = clock.nowMs()
    const { claims, after } = sharePlaces(partitions, { places: this.#places(), nowMs, width })
    this.#after = after
    if (claims.length === 0) return { partitions, claimed: 0 }
    const leaseUntil = nowMs + (kind.leaseMs ?? defaults.leaseMs)
    const rows = await claimJobs(store, claims, { kind: kind.name, nowMs, leaseUntil })
    this.#parts.outage.ended()
    if (rows.length > 0) this.#start(rows)
    return { partitions, claimed: rows.length }
  }

  /** The partitions whose turn it is, and behind the last one again the first ones. */
  async #readPartitions(): Promise<PartitionRow[]> {
    const { read } = this.#parts.store
    const kind = this.handler.kind.name
    const isCounted = this.handler.partitionConcurrency !== undefined
    const after = this.#after
    const rest = await readPartitions(read, { kind, after, limit: partitionsPerQuery, isCounted })
    if (after === '' || rest.length === partitionsPerQuery) return rest
    const again = await readPartitions(read, { kind, after: '', limit: partitionsPerQuery - rest.length, isCounted })
    return [...rest, ...again.filter(({ partition }) => !rest.some((other) => other.partition === partition))]
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
      const outcome = (await databaseAnswers(this.#parts.store)) ? { retry: reasonOf(error) } : { snooze: unpreparedMs }
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
    else this.#ends.add({ run, ended })
    this.#wakeFinish?.()
  }

  #forget(runs: Run[]): void {
    for (const run of runs) if (this.runs.get(run.job.id) === run) this.runs.delete(run.job.id)
  }
}
