import { limits } from '../../kernel/limits.ts'
import type { Metrics } from '../metrics/index.ts'
import { Account, type Waiting } from './account.ts'
import { type Recorder, recordTo, silent } from './measure.ts'
import { OverloadError } from './overload-error.ts'
import { type Partition, type WorkContext, clientOf, keyOf } from './partition.ts'

/** Limits of the queue, per partition and in total. Work of jobs and of the process itself is not counted. */
export interface QueueBounds {
  tasksPerPartition: number
  bytesPerPartition: number
  bytes: number
  /** Max wait of one task, milliseconds. */
  waitMs: number
}

/** Time source, replaced in tests: milliseconds from an arbitrary start, and a cancelable timer. */
export interface SchedulerClock {
  nowMs(): number
  after(ms: number, call: () => void): () => void
}

export interface SchedulerOptions {
  /** The shared resource, the label `queue` of its metrics. */
  name: string
  /** Max concurrent tasks; or bytes, if each task declares how many it takes. */
  slots: number
  /** Slots reserved for light users; default 1. */
  reserve?: number
  /** Max slots of one partition, except for a light user with one task; default: all but the reserve. */
  perPartition?: number
  /** Weighted slot time up to which a partition counts as a light user, milliseconds. */
  lightMs?: number
  /** Initial estimate of a task's duration, milliseconds. */
  expectedMs?: number
  bounds?: Partial<QueueBounds>
  clock?: SchedulerClock
}

export interface Lease {
  /** Releases the slots; no effect if it is called again. */
  release(): void
  /** Releases some of the slots, so that at most `slots` remain. */
  shrink(slots: number): void
}

export interface Scheduler {
  /**
   * Runs the work once it has a slot, which it occupies until its promise settles. Rejects with an OverloadError if the
   * queue is full or the wait too long, and with the reason of the signal if that aborts in the queue; the work itself must
   * react to the signal once it runs. `size` is called if the work has to wait, for the bytes that it occupies meanwhile.
   */
  run<T>(context: WorkContext, work: () => T | Promise<T>, size?: () => number): Promise<T>
  /**
   * Like `run`, for work that is more than one function: it occupies `slots` (default 1) until it releases them. `size` as
   * for `run`.
   */
  acquire(context: WorkContext, options?: { slots?: number; size?: () => number }): Promise<Lease>
  /** True if the recent slot time of the partition is above the limit for light users. */
  isHeavy(partition: Partition): boolean
  /** Slots in use. */
  readonly held: number
  /** Adds metrics of queue length, wait time and refusals, by kind of partition. */
  measure(metrics: Metrics): void
  /** Rejects all queued work. */
  close(reason: Error): void
}

/** About a fifth of one slot, decayed. */
const defaultLightMs = 3000
const defaultExpectedMs = 500
/** Number of partitions above which idle ones are removed. */
const sweptSize = 256
/** Weight of the newest duration in the moving average of a partition. */
const smoothing = 0.2
const retrySeconds = { min: 1, max: 60 }

export const systemClock: SchedulerClock = {
  nowMs: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * A scheduler by usage: the next slot goes to the waiting partition with the least recent slot time, by weight (decay-usage
 * scheduling, as in Unix). One of several slots is reserved for light users: heavy ones together, and any partition with
 * more than one task, have all slots but one, so that long work never occupies every slot.
 */
export function createScheduler(options: SchedulerOptions): Scheduler {
  return new FairScheduler(options)
}

/** Slots in use by one task. */
interface HeldSlot {
  readonly account: Account
  readonly client: string
  readonly startedMs: number
  slots: number
}

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
  /** Partitions with queued work, and with running work. */
  readonly #waiting = new Set<Account>()
  readonly #active = new Set<Account>()
  /** Slots in use. */
  #held = 0
  /** Bytes of queued work, without jobs and the process itself. */
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

  /** Takes free slots at once, but only if no work of the partition is queued, so that the order is kept. */
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

  /** Drops queued work of a partition or client that has more of it, or throws an OverloadError. */
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

  /** Estimated milliseconds until the queue of the partition is served, from the average duration of its work. */
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
      // With equal usage, requests precede jobs.
      const isBefore = used < minUsed || (used === minUsed && best?.kind === 'background')
      if (!isBefore || !this.#mayStart(account, account.next(nowMs)?.slots ?? 1, nowMs)) continue
      best = account
      minUsed = used
    }
    return best
  }

  /** Weighted usage; that of a project's jobs includes that of its requests. */
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

/** Unauthenticated callers are many, and one of them cannot reduce the load of the others. */
function scopeOf({ kind }: Account): OverloadError['scope'] {
  return kind === 'anonymous' ? 'service' : 'partition'
}
