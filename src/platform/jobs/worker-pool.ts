import { shareSlots } from './partitions.ts'
import { type ClaimedRow, type PartitionRow, claimJobs, claimSuspect, readPartitions } from './claim-store.ts'
import { type AnyHandler, defaults } from './kind.ts'
import { Ends, type EndsDeps } from './finish.ts'
import type { KindMetrics } from './metrics.ts'
import { databaseAnswers } from './outage.ts'
import { type EndedRun, Run, reasonOf, runHandler } from './run.ts'

/** Rows per statement; SQLite blocks the process while a statement runs. */
const batchSize = 500
/** Page size of the query for partitions. */
const partitionsPerQuery = 100

/** Pause of jobs whose `prepare` failed with the database, milliseconds. */
const unpreparedMs = 1000

interface WorkerPoolDeps extends EndsDeps {
  metrics: KindMetrics
}

/** Claims, runs and ends the jobs of one kind. */
export class WorkerPool {
  readonly handler: AnyHandler
  readonly runs = new Map<string, Run>()
  readonly #deps: WorkerPoolDeps
  readonly #ends: Ends
  #after = ''
  #isRequested = false
  #mayHaveMore = false
  #isStopped = false
  #claiming: Promise<void> | undefined
  #claimingSuspect: Promise<boolean> | undefined
  #isClaimingSuspect = false
  #wakeFinish: (() => void) | undefined

  constructor(handler: AnyHandler, deps: WorkerPoolDeps) {
    this.handler = handler
    this.#deps = deps
    this.#ends = new Ends(handler, deps, (runs) => {
      this.#forget(runs)
      // The next suspect runs once this one has ended.
      if (runs.some((run) => run.isSuspect)) deps.lookAt(0)
      if (this.#mayHaveMore) this.call()
    })
  }

  get endedCount(): number {
    return this.#ends.count
  }

  /** Jobs of this kind may be ready. */
  call(): void {
    if (this.#isStopped) return
    this.#isRequested = true
    this.#claiming ??= this.#claim().finally(() => {
      this.#claiming = undefined
    })
  }

  get hasSuspect(): boolean {
    return this.#isClaimingSuspect || [...this.runs.values()].some((run) => run.isSuspect && !run.isGone)
  }

  /** Claims a suspect even without a free slot; false if its partition is full or another process has it. */
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
    const { store, clock } = this.#deps
    const { kind, partitionConcurrency } = this.handler
    const nowMs = clock.nowMs()
    const leaseUntil = nowMs + (kind.leaseMs ?? defaults.leaseMs)
    const limits = [partitionConcurrency, concurrency].filter((limit) => limit != null)
    const cap = limits.length === 0 ? null : Math.min(...limits)
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

  /** Stops claiming. */
  stop(): void {
    this.#isStopped = true
  }

  /** Resolves when no claim is in progress. */
  async claimed(): Promise<void> {
    await this.#claiming
    await this.#claimingSuspect?.catch(() => undefined)
  }

  /** Resolves when no claim is in progress and all ends are committed. */
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
        this.#deps.lookAt(this.#deps.clock.nowMs() + this.#deps.outage.failed(error))
        return
      }
    }
  }

  #freeSlots(): number {
    return Math.min(batchSize, this.handler.concurrency - this.runs.size)
  }

  /** Claims until no slot is free or no partition has claimable jobs. */
  async #claimRound(): Promise<void> {
    const full = new Set<string>()
    while (!this.#isStopped && this.#freeSlots() > 0) {
      const { partitions, claimed } = await this.#claimOnce()
      if (claimed > 0) full.clear()
      else if (partitions.length < partitionsPerQuery || partitions.every(({ partition }) => full.has(partition)))
        return
      else for (const { partition } of partitions) full.add(partition)
      // Queries on SQLite never yield, and there may be many partitions.
      if (claimed === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async #claimOnce(): Promise<{ partitions: PartitionRow[]; claimed: number }> {
    const { store, clock } = this.#deps
    const { kind, partitionConcurrency: concurrency, ignoresPauses } = this.handler
    const partitions = await this.#readPartitions()
    this.#mayHaveMore = partitions.length > 0
    const nowMs = clock.nowMs()
    const { claims, after } = shareSlots(partitions, { slots: this.#freeSlots(), nowMs, concurrency, ignoresPauses })
    this.#after = after
    if (claims.length === 0) return { partitions, claimed: 0 }
    const leaseUntil = nowMs + (kind.leaseMs ?? defaults.leaseMs)
    const rows = await claimJobs(store, claims, { kind: kind.name, nowMs, leaseUntil })
    this.#deps.outage.ended()
    if (rows.length > 0) this.#start(rows)
    return { partitions, claimed: rows.length }
  }

  /** Partitions in turn; after the last one again the first. */
  async #readPartitions(): Promise<PartitionRow[]> {
    const { read } = this.#deps.store
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
      // An outage of the database uses no attempt.
      const outcome = (await databaseAnswers(this.#deps.store)) ? { retry: reasonOf(error) } : { snooze: unpreparedMs }
      for (const run of runs) this.#end(run, run.endedWith(outcome, null))
      return
    }
    for (const run of runs) void this.#run(run, prepared)
  }

  async #run(run: Run, prepared: unknown): Promise<void> {
    const { clock, metrics } = this.#deps
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
