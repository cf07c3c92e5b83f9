import { limits } from '../../kernel/limits.ts'
import type { Metrics } from '../metrics/index.ts'
import { Account, type Waiting } from './account.ts'
import { type Recorder, recordTo, silent } from './measure.ts'
import { OverloadError } from './overload-error.ts'
import { type Partition, type WorkContext, clientOf, keyOf } from './partition.ts'

/** What may wait, of one partition and altogether. Work of jobs and of the process itself is not counted. */
export interface QueueBounds {
  tasksPerPartition: number
  bytesPerPartition: number
  bytes: number
  /** Milliseconds that one piece of work waits at most. */
  waitMs: number
}

/** Time, for tests to replace: milliseconds from an arbitrary start, and a call that comes later unless it is canceled. */
export interface SchedulerClock {
  nowMs(): number
  after(ms: number, call: () => void): () => void
}

export interface SchedulerOptions {
  /** What is shared, as the label `queue` of its metrics. */
  name: string
  /** Pieces of work that run at once; or bytes, where each piece of work says how many it takes. */
  slots: number
  /** Slots that are kept for light users, 1 unless given. */
  reserve?: number
  /** Slots that one partition holds at most, unless it is a light user with one piece of work; all but the reserve unless given. */
  perPartition?: number
  /** Weighted slot time up to which a partition counts as a light user, milliseconds. */
  lightMs?: number
  /** How long a piece of work is expected to take before any has, milliseconds. */
  expectedMs?: number
  bounds?: Partial<QueueBounds>
  clock?: SchedulerClock
}

/** Slots that are held. */
export interface Lease {
  /** Gives them back; nothing happens when it is called again. */
  release(): void
  /** Gives some of them back, so that no more than `slots` remain. */
  shrink(slots: number): void
}

/** Shares slots among partitions. */
export interface Scheduler {
  /**
   * Runs the work once it has a slot, which it holds until its promise settles. Rejects with an OverloadError when too much
   * is waiting or it has waited too long, and with the reason of the signal when that aborts while it waits; once the work
   * runs, ending it is its own affair. `size` is called when the work has to wait, for the bytes that it holds meanwhile.
   */
  run<T>(context: WorkContext, work: () => T | Promise<T>, size?: () => number): Promise<T>
  /**
   * As `run`, for work that is more than one function: it holds `slots` (1 unless given) until it releases them. `size` as
   * for `run`.
   */
  acquire(context: WorkContext, options?: { slots?: number; size?: () => number }): Promise<Lease>
  /** Whether the partition has used so much slot time lately that it no longer counts as a light user. */
  isHeavy(partition: Partition): boolean
  /** Slots that are held. */
  readonly held: number
  /** Adds queue lengths, waiting times and refusals to the metrics, by kind of partition. */
  measure(metrics: Metrics): void
  /** Rejects everything that is waiting. */
  close(reason: Error): void
}

/** About a fifth of one slot, decayed. */
const defaultLightMs = 3000
const defaultExpectedMs = 500
/** Partitions that are kept before idle ones are looked for. */
const sweptSize = 256
/** Share of the newest duration in the average of a partition. */
const smoothing = 0.2
const retrySeconds = { min: 1, max: 60 }

/** The time of this process. */
export const systemClock: SchedulerClock = {
  nowMs: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * A scheduler by use: of those that wait, the partition is served next that has used the least slot time lately, by weight
 * (decay-usage scheduling, as in Unix). One slot of several is kept for light users: heavy ones together, and any
 * partition with more than one piece of work, have all slots but one, so that their long work never holds every slot.
 */
export function createScheduler(options: SchedulerOptions): Scheduler {
  return new FairScheduler(options)
}

/** Slots that were taken. */
interface HeldSlot {
  readonly account: Account
  readonly client: string
  readonly startedMs: number
  slots: number
}

/** What work requests. */
interface Request {
  client: string
  slots: number
  bytes: number
  signal: AbortSignal | undefined
}

class FairScheduler implements Scheduler {
  readonly #name: string
  readonly #slots: number
  readonly #reserve: number
  readonly #perPartition: number
  readonly #lightMs: number
  readonly #expectedMs: number
  readonly #bounds: QueueBounds
  readonly #clock: SchedulerClock
  readonly #accounts = new Map<string, Account>()
  /** Those with work that waits, and with work that runs. */
  readonly #waiting = new Set<Account>()
  readonly #active = new Set<Account>()
  /** Slots that are held. */
  #held = 0
  /** Bytes of bounded work that waits. */
  #waitingBytes = 0
  #record: Recorder = silent

  constructor(options: SchedulerOptions) {
    const { name, slots, reserve = 1, bounds, clock = systemClock } = options
    this.#name = name
    this.#slots = slots
    this.#reserve = reserve
    this.#perPartition = Math.min(slots - reserve, options.perPartition ?? slots)
    this.#lightMs = options.lightMs ?? defaultLightMs
    this.#expectedMs = options.expectedMs ?? defaultExpectedMs
    this.#clock = clock
    this.#bounds = {
      tasksPerPartition: limits.queuedTasks,
      bytesPerPartition: limits.queuedBytesOfPartition,
      bytes: limits.queuedBytes,
      waitMs: limits.queueSeconds * 1000,
      ...bounds,
    }
  }

  async run<T>(context: WorkContext, work: () => T | Promise<T>, size?: () => number): Promise<T> {
    const entered = this.#enter(context, 1, size)
    const taken = entered instanceof Promise ? await entered : entered
    try {
      return await work()
    } finally {
      this.#release(taken)
    }
  }

  async acquire(
    context: WorkContext,
    { slots = 1, size }: { slots?: number; size?: () => number } = {},
  ): Promise<Lease> {
    const taken = await this.#enter(context, Math.min(slots, this.#slots), size)
    let isHeld = true
    return {
      release: () => {
        if (isHeld) this.#release(taken)
        isHeld = false
      },
      shrink: (fewer) => {
        if (isHeld && fewer < taken.slots) this.#shrink(taken, fewer)
      },
    }
  }

  isHeavy(partition: Partition): boolean {
    const account = this.#accounts.get(keyOf(partition))
    return account !== undefined && !this.#isLight(account, this.#clock.nowMs())
  }

  get held(): number {
    return this.#held
  }

  measure(metrics: Metrics): void {
    const waiting = (kind: Partition['kind']) =>
      [...this.#waiting].reduce((sum, account) => sum + (account.kind === kind ? account.waitingTasks : 0), 0)
    this.#record = recordTo(metrics, this.#name, { running: () => this.#held, waiting })
  }

  close(reason: Error): void {
    for (const account of this.#waiting)
      for (let work = account.last(); work !== undefined; work = account.last()) this.#refuse(work, reason)
  }

  #accountOf(partition: Partition): Account {
    const key = keyOf(partition)
    let account = this.#accounts.get(key)
    if (account === undefined) {
      if (this.#accounts.size >= sweptSize) this.#sweep()
      this.#accounts.set(key, (account = new Account(partition, this.#expectedMs)))
    }
    return account
  }

  #sweep(): void {
    const nowMs = this.#clock.nowMs()
    for (const [key, account] of this.#accounts) if (account.isIdle(nowMs)) this.#accounts.delete(key)
  }

  #enter(context: WorkContext, slots: number, size: (() => number) | undefined): HeldSlot | Promise<HeldSlot> {
    const { signal } = context
    signal?.throwIfAborted()
    const account = this.#accountOf(context.partition)
    const client = clientOf(context.partition)
    return (
      this.#takeFree(account, client, slots) ?? this.#wait(account, { client, slots, bytes: size?.() ?? 0, signal })
    )
  }

  /** Slots without waiting: only while nothing of the partition waits, so that it is served in order. */
  #takeFree(account: Account, client: string, slots: number): HeldSlot | undefined {
    const nowMs = this.#clock.nowMs()
    if (account.waitingTasks > 0 || !this.#mayStart(account, slots, nowMs)) return undefined
    this.#record.started(account.kind, 0)
    return this.#take(account, { client, slots }, nowMs)
  }

  #wait(account: Account, { client, slots, bytes, signal }: Request): Promise<HeldSlot> {
    if (account.policy.isBounded) this.#makeSpace(account, client, bytes)
    return new Promise((resolve, reject) => {
      const submittedMs = this.#clock.nowMs()
      const abort = () => this.#refuse(work, signal?.reason as Error)
      const expire = () => this.#overload(work, 'late')
      const cancel = account.policy.isBounded ? this.#clock.after(this.#bounds.waitMs, expire) : undefined
      const leave = () => {
        cancel?.()
        signal?.removeEventListener('abort', abort)
      }
      const work: Waiting = {
        account,
        client,
        slots,
        bytes,
        start: (nowMs) => {
          leave()
          this.#record.started(account.kind, nowMs - submittedMs)
          resolve(this.#take(account, { client, slots }, nowMs))
        },
        refuse(reason) {
          leave()
          reject(reason)
        },
      }
      signal?.addEventListener('abort', abort, { once: true })
      account.add(work)
      this.#waiting.add(account)
      if (account.policy.isBounded) this.#waitingBytes += bytes
    })
  }

  /** Gives up other work of whoever has more of it waiting, or throws an OverloadError. */
  #makeSpace(account: Account, client: string, bytes: number): void {
    const { tasksPerPartition, bytesPerPartition, bytes: bytesOfAll, waitMs } = this.#bounds
    const isFull = () =>
      account.waitingTasks >= tasksPerPartition ||
      (account.waitingTasks > 0 && account.waitingBytes + bytes > bytesPerPartition) ||
      (account.waitingTasks >= this.#slots && this.#waitOf(account) > waitMs)
    while (isFull()) {
      const last = account.last()
      const own = account.client(client).waiting.length
      if (last === undefined || account.client(last.client).waiting.length <= own + 1) throw this.#refusal(account)
      this.#overload(last, 'full')
    }
    while (this.#waitingBytes > 0 && this.#waitingBytes + bytes > bytesOfAll) {
      const largest = this.#largest()
      if (largest === undefined || largest.waitingBytes <= account.waitingBytes + bytes)
        throw this.#refusal(account, 'service')
      const last = largest.last()
      if (last !== undefined) this.#overload(last, 'full')
    }
  }

  #largest(): Account | undefined {
    let largest: Account | undefined
    for (const account of this.#waiting)
      if (account.policy.isBounded && account.waitingBytes > (largest?.waitingBytes ?? 0)) largest = account
    return largest
  }

  #refusal(account: Account, scope: OverloadError['scope'] = scopeOf(account)): OverloadError {
    this.#record.refused(account.kind, 'full')
    return new OverloadError(scope, this.#retryAfter(account))
  }

  #retryAfter(account: Account): number {
    const seconds = Math.ceil(this.#waitOf(account) / 1000)
    return Math.min(retrySeconds.max, Math.max(retrySeconds.min, seconds))
  }

  /** Milliseconds until what waits of the partition has been served, by what its work took so far. */
  #waitOf({ waitingTasks, averageMs }: Account): number {
    return ((waitingTasks + 1) * averageMs) / Math.max(1, this.#slots - 1)
  }

  #overload(work: Waiting, why: 'full' | 'late'): void {
    const { account } = work
    this.#record.refused(account.kind, why)
    this.#refuse(work, new OverloadError(scopeOf(account), this.#retryAfter(account)))
  }

  #refuse(work: Waiting, reason: Error): void {
    if (this.#remove(work)) work.refuse(reason)
  }

  #remove(work: Waiting): boolean {
    const { account, bytes } = work
    if (!account.remove(work)) return false
    if (account.policy.isBounded) this.#waitingBytes -= bytes
    if (account.waitingTasks === 0) this.#waiting.delete(account)
    return true
  }

  #take(account: Account, { client, slots }: { client: string; slots: number }, nowMs: number): HeldSlot {
    this.#held += slots
    account.held += slots
    this.#active.add(account)
    account.usage.start(nowMs)
    account.client(client).usage.start(nowMs)
    return { account, client, slots, startedMs: nowMs }
  }

  #release({ account, client, slots, startedMs }: HeldSlot): void {
    const nowMs = this.#clock.nowMs()
    this.#held -= slots
    account.held -= slots
    account.averageMs += smoothing * (nowMs - startedMs - account.averageMs)
    account.usage.end(startedMs, nowMs)
    account.client(client).usage.end(startedMs, nowMs)
    if (account.usage.running === 0) {
      this.#active.delete(account)
      account.sweep(nowMs)
    }
    this.#serve(nowMs)
  }

  #shrink(taken: HeldSlot, slots: number): void {
    const fewer = taken.slots - slots
    taken.slots = slots
    this.#held -= fewer
    taken.account.held -= fewer
    this.#serve(this.#clock.nowMs())
  }

  #serve(nowMs: number): void {
    while (this.#waiting.size > 0 && this.#held < this.#slots) {
      const next = this.#nextAccount(nowMs)?.next(nowMs)
      if (next === undefined || !this.#remove(next)) return
      next.start(nowMs)
    }
  }

  #nextAccount(nowMs: number): Account | undefined {
    let best: Account | undefined
    let minUsed = Number.POSITIVE_INFINITY
    for (const account of this.#waiting) {
      const used = this.#usedBy(account, nowMs)
      // Jobs come after requests that have used as much.
      const isBefore = used < minUsed || (used === minUsed && best?.kind === 'background')
      if (!isBefore || !this.#mayStart(account, account.next(nowMs)?.slots ?? 1, nowMs)) continue
      best = account
      minUsed = used
    }
    return best
  }

  /** Weighted use, which of a project's jobs is at least that of its requests. */
  #usedBy(account: Account, nowMs: number): number {
    const foreground = account.foreground === undefined ? undefined : this.#accounts.get(account.foreground)
    return account.weighted(nowMs) + (foreground?.weighted(nowMs) ?? 0)
  }

  #mayStart(account: Account, slots: number, nowMs: number): boolean {
    if (this.#held > 0 && this.#held + slots > this.#slots) return false
    if (this.#slots === 1 || account.kind === 'service') return true
    if (account.held === 0 && this.#isLight(account, nowMs)) return true
    if (account.held > 0 && account.held + slots > this.#perPartition) return false
    let bulk = 0
    for (const each of this.#active) bulk += Math.max(0, each.held - (this.#isLight(each, nowMs) ? this.#reserve : 0))
    return bulk === 0 || bulk + slots <= this.#slots - this.#reserve
  }

  #isLight(account: Account, nowMs: number): boolean {
    return account.policy.mayUseReserve && account.weighted(nowMs) < this.#lightMs
  }
}

/** Strangers are no partition that could do something about it. */
function scopeOf({ kind }: Account): OverloadError['scope'] {
  return kind === 'anonymous' ? 'service' : 'partition'
}
