import { sessionLimits } from '../../../deliverability/smtp/index.ts'
import { Allowance } from './allowance.ts'
import { Breaker } from './breaker.ts'
import type { Egress } from './egress.ts'
import type { Finding, ProbeJob } from './job.ts'
import { ProbeConnection, type ProbeConnectionDeps } from './probe-connection.ts'
import { findDomain, goesTo, maxInspected, nextOf, takeFrom } from './rows.ts'
import type { Turn, Window } from './shared/window.ts'

/** How many run in all; anyone who finds no place is called when there is one. */
export interface ConnectionSlots {
  /** Takes a place, or caches the group that wants one. */
  take(group: HostGroup): boolean
  give(): void
  /** True if a group waits for a place. */
  readonly areWanted: boolean
}

export interface HostGroupDeps {
  readonly egress: Egress
  readonly key: string
  /** Sessions at one time. */
  readonly maxSessions: number
  readonly deps: ProbeConnectionDeps
  readonly places: ConnectionSlots
  /** Opens the limit on how often these servers are queried, and tells when it may have given way. */
  openWindow(onChange: () => void): Window
  /** Settles a job with what asking came to, or has it wait elsewhere; answers whether the group may go on. */
  onFinding(group: HostGroup, job: ProbeJob, finding: Finding): Promise<boolean>
  /** Hears of a fault of ours. */
  onFault(error: unknown): void
}

/**
 * The servers of one provider as one egress sees them: who waits for them, how many sessions they tolerate, how much they
 * were asked lately, and whether they block us. Domains take turns, and one domain has one session at a time.
 */
export class HostGroup {
  readonly egress: Egress
  readonly key: string
  readonly breaker: Breaker
  readonly #parts: HostGroupDeps
  readonly #window: Window
  /** By domain, in the order of their turns: those for whom someone waits, and the others. */
  readonly #urgent = new Map<string, ProbeJob[]>()
  readonly #waiting = new Map<string, ProbeJob[]>()
  readonly #busy = new Set<string>()
  /** Those who need one more recipient, and wait for the window to change. */
  readonly #woken = new Set<() => void>()
  #partitions = 0
  #timer: Timer | undefined

  constructor(parts: HostGroupDeps) {
    const { egress, key, deps } = parts
    this.egress = egress
    this.key = key
    this.#parts = parts
    this.breaker = new Breaker(deps.limits.blockedMs, deps.now)
    this.#window = parts.openWindow(() => {
      for (const wake of this.#woken) wake()
      this.pump()
    })
  }

  /** How many wait, without those that were called off meanwhile. */
  get waiting(): number {
    let count = 0
    for (const jobs of [...this.#urgent.values(), ...this.#waiting.values()])
      for (const job of jobs) if (!job.isSettled) count++
    return count
  }

  /** True if nobody waits and nothing runs, so that only what the window caches is of interest. */
  get isIdle(): boolean {
    return this.#partitions === 0 && this.#waiting.size === 0 && this.#urgent.size === 0
  }

  /** Lets a job wait for its turn. */
  add(job: ProbeJob): void {
    const rows = job.options.isUrgent === true ? this.#urgent : this.#waiting
    const jobs = rows.get(job.target.domain)
    if (jobs === undefined) rows.set(job.target.domain, [job])
    else jobs.push(job)
    this.pump()
  }

  /** Everybody who waits, who then waits no more. */
  drain(): ProbeJob[] {
    const jobs = [...this.#urgent.values(), ...this.#waiting.values()].flat()
    this.#urgent.clear()
    this.#waiting.clear()
    return jobs
  }

  /** Starts what may start. */
  pump(): void {
    const { maxSessions, places } = this.#parts
    while (this.#partitions < maxSessions) {
      const domain = this.#nextDomain()
      if (domain === undefined) return
      const waitMs = this.#window.waitMs(this.#countFor(domain))
      if (waitMs > 0) return this.#wakeIn(waitMs)
      if (!places.take(this)) return
      this.#partitions++
      this.#busy.add(domain)
      void this.#run(domain)
    }
  }

  /** Ends the timers; what waits waits for ever. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#window.close()
  }

  async #run(first: string): Promise<void> {
    const partition = new ProbeConnection(this.egress, this.#parts.deps, () => this.#window.begin(1))
    let domain: string | undefined = first
    try {
      while (domain !== undefined) {
        const goesOn = await this.#serve(domain, partition)
        this.#busy.delete(domain)
        domain = goesOn ? this.#neighbour(partition) : undefined
        if (domain !== undefined) this.#busy.add(domain)
      }
    } catch (error) {
      this.#parts.onFault(error)
      this.#busy.delete(domain ?? first)
    }
    await this.#leave(partition)
    this.#partitions--
    this.#parts.places.give()
    this.pump()
  }

  /** Serves a domain as long as its session, the window and the servers allow. Whether the connection may look for another one. */
  async #serve(domain: string, partition: ProbeConnection): Promise<boolean> {
    for (let served = 0; ; served++) {
      const named = this.#nextNamed(domain, partition)
      // Behind a new session for each of them, the others have their turn first.
      if (served > 0 && named === undefined && (partition.host === undefined || this.#isPressing(domain))) return true
      const wanted = this.#countFor(domain)
      const turn = named === undefined ? this.#window.begin(wanted) : partition.takeTurn(named)
      if (turn === undefined) {
        if (await this.#mayStay(domain, partition)) continue
        return false
      }
      const job = this.#take(domain)
      if (job === undefined) {
        turn.end(0)
        return true
      }
      const finding = await this.#requestOf(job, partition, { turn, wanted })
      if (!(await this.#parts.onFinding(this, job, finding))) return false
      // Anyone who waited for it may not want the next one any more, or want another one of the same session.
      if (job.options.isUrgent === true) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** Asks, with so many recipients to begin with, and more where the limit has space for them. A fault of ours is no answer. */
  async #requestOf(
    job: ProbeJob,
    partition: ProbeConnection,
    { turn, wanted }: { turn: Turn; wanted: number },
  ): Promise<Finding> {
    const untilChange = () => this.#untilChange()
    const { now } = this.#parts.deps
    const allowance = new Allowance(job, { turn, wanted, window: this.#window, untilChange, now })
    job.mayQuery = (maxMs) => allowance.allow(maxMs)
    try {
      if (job.asked === 0 && wanted === 1 && job.options.isUrgent !== true) await this.#name(job, partition)
      return await partition.serve(job)
    } catch (error) {
      this.#parts.onFault(error)
      await this.#leave(partition)
      return { outcome: 'unreachable', canConnect: false }
    } finally {
      allowance.end()
    }
  }

  /** Waits with an open session for space in the window: false where the session ends before, or others need its place. */
  async #mayStay(domain: string, partition: ProbeConnection): Promise<boolean> {
    const { deps, places } = this.#parts
    const wanted = this.#countFor(domain)
    for (const untilMs = deps.now() + maxIdleMs; deps.now() < untilMs; await this.#untilChange(wanted)) {
      if (partition.host === undefined || places.areWanted || this.#isPressing(domain)) return false
      if (this.#window.waitMs(wanted) === 0) return true
    }
    return false
  }

  async #leave(partition: ProbeConnection): Promise<void> {
    await partition.leave().catch((error: unknown) => this.#parts.onFault(error))
  }

  /** The window may have room: what a lease gives is gone again before someone comes who only inspects the clock. */
  async #untilChange(wanted = 1): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#woken.add(resolve)
    const timer = setTimeout(resolve, Math.min(recheckMs, Math.ceil(this.#window.waitMs(wanted))))
    await promise
    clearTimeout(timer)
    this.#woken.delete(resolve)
  }

  /**
   * Names a job in its session together with those behind it, as far as the limit has space for them; not where the limit
   * decides how fast it goes, for anyone who waits behind a slow one counts until that has its answer.
   */
  async #name(job: ProbeJob, partition: ProbeConnection): Promise<void> {
    if (this.#window.isTight) return
    const behind = this.#waiting.get(job.target.domain)?.filter(({ isSettled }) => !isSettled) ?? []
    await partition.name([job, ...behind.slice(0, maxBehind)])
  }

  /** The job of a domain that is next, where it was named in the session of the connection. */
  #nextNamed(domain: string, partition: ProbeConnection): ProbeJob | undefined {
    const next = nextOf(this.#urgent, domain) ?? nextOf(this.#waiting, domain)
    return next !== undefined && partition.hasNamed(next) ? next : undefined
  }

  /** Recipients that the next address of a domain may take: itself, and a name at random where catch-all is not known. */
  #countFor(domain: string): number {
    const mx = (this.#urgent.get(domain) ?? this.#waiting.get(domain))?.[0]?.mx
    const { catchAll } = this.#parts.deps
    return mx?.provider?.mayProbeCatchAll !== false && catchAll.get(domain) === undefined ? 2 : 1
  }

  #take(domain: string): ProbeJob | undefined {
    return takeFrom(this.#urgent, domain) ?? takeFrom(this.#waiting, domain)
  }

  #nextDomain(): string | undefined {
    return this.#nextUrgent() ?? findDomain(this.#waiting.keys(), (domain) => !this.#busy.has(domain))
  }

  #nextUrgent(): string | undefined {
    return findDomain(this.#urgent.keys(), (domain) => !this.#busy.has(domain))
  }

  /** True if someone waits for another domain while this one is served. */
  #isPressing(domain: string): boolean {
    return !this.#urgent.has(domain) && this.#nextUrgent() !== undefined
  }

  /** A domain whose mail goes to the host that the connection is connected to; none while someone waits for another host. */
  #neighbour({ host }: ProbeConnection): string | undefined {
    if (host === undefined) return undefined
    const urgent = this.#nextUrgent()
    if (urgent !== undefined) return goesTo(this.#urgent, urgent, host) ? urgent : undefined
    let left = maxInspected
    return findDomain(this.#waiting.keys(), (domain) => {
      if (left-- <= 0) return false
      return !this.#busy.has(domain) && goesTo(this.#waiting, domain, host)
    })
  }

  #wakeIn(ms: number): void {
    clearTimeout(this.#timer)
    // Nothing waits for a time: what waits for a session or a place is inspected when one comes free.
    if (ms === Infinity) return
    this.#timer = setTimeout(() => this.pump(), Math.ceil(ms))
  }
}

/** How often someone who waits for space in the window looks for it, milliseconds. */
const recheckMs = 100

/** How long a session waits for space in the window: a new one costs its server more than one that says nothing for a while. */
const maxIdleMs = 2500

/** More of them than these take part in no transaction. */
const maxBehind = sessionLimits.recipientsPerTransaction - 1
