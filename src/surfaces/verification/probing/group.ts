import { sessionLimits } from '../../../deliverability/smtp/index.ts'
import { Allowance } from './allowance.ts'
import { Breaker } from './breaker.ts'
import { knownCatchAll } from './catch-all.ts'
import type { Egress } from './egress.ts'
import type { Finding, ProbeJob } from './job.ts'
import { ProbeConnection, type ProbeConnectionDeps } from './probe-connection.ts'
import { findDomain, goesTo, maxInspected, nextOf, takeFrom } from './rows.ts'
import type { Turn, Window } from './shared/window.ts'

/** Limits concurrent sessions in total; a group that gets no slot is pumped when one is free. */
export interface ConnectionSlots {
  /** Takes a slot, or queues the group. */
  take(group: HostGroup): boolean
  release(): void
  /** True if a group waits for a slot. */
  readonly areWanted: boolean
}

export interface HostGroupDeps {
  readonly egress: Egress
  readonly key: string
  /** Maximum number of concurrent sessions. */
  readonly maxSessions: number
  readonly deps: ProbeConnectionDeps
  readonly slots: ConnectionSlots
  /** Opens the rate window of these servers; `onChange` is called when slots may be free. */
  openWindow(onChange: () => void): Window
  /** Settles the job or queues it elsewhere; resolves to true if the group may continue. */
  onFinding(group: HostGroup, job: ProbeJob, finding: Finding): Promise<boolean>
  /** Reports an unexpected error. */
  onFault(error: unknown): void
}

/**
 * The servers of one provider as seen from one egress: queue, session limit, rate window and circuit breaker. Domains are
 * served round-robin, each by at most one session at a time.
 */
export class HostGroup {
  readonly egress: Egress
  readonly key: string
  readonly breaker: Breaker
  readonly #parts: HostGroupDeps
  readonly #window: Window
  /** Queues by domain, in the order of their turns: interactive jobs, and the others. */
  readonly #urgent = new Map<string, ProbeJob[]>()
  readonly #waiting = new Map<string, ProbeJob[]>()
  readonly #busy = new Set<string>()
  /** Waiters for a change of the window. */
  readonly #woken = new Set<() => void>()
  #connections = 0
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

  /** Number of queued jobs without settled ones. */
  get waiting(): number {
    let count = 0
    for (const jobs of [...this.#urgent.values(), ...this.#waiting.values()])
      for (const job of jobs) if (!job.isSettled) count++
    return count
  }

  /** True if nothing is queued or running, so that only the state of the window would be lost. */
  get isIdle(): boolean {
    return this.#connections === 0 && this.#waiting.size === 0 && this.#urgent.size === 0
  }

  add(job: ProbeJob): void {
    const rows = job.options.isUrgent === true ? this.#urgent : this.#waiting
    const jobs = rows.get(job.target.domain)
    if (jobs === undefined) rows.set(job.target.domain, [job])
    else jobs.push(job)
    this.pump()
  }

  queuedFor(domain: string): readonly ProbeJob[] {
    return [...(this.#urgent.get(domain) ?? []), ...(this.#waiting.get(domain) ?? [])]
  }

  /** Removes and returns all queued jobs. */
  drain(): ProbeJob[] {
    const jobs = [...this.#urgent.values(), ...this.#waiting.values()].flat()
    this.#urgent.clear()
    this.#waiting.clear()
    return jobs
  }

  /** Starts sessions up to the limits. */
  pump(): void {
    const { maxSessions, slots } = this.#parts
    while (this.#connections < maxSessions) {
      const domain = this.#nextDomain()
      if (domain === undefined) return
      const waitMs = this.#window.waitMs(this.#countFor(domain))
      if (waitMs > 0) return this.#wakeIn(waitMs)
      if (!slots.take(this)) return
      this.#connections++
      this.#busy.add(domain)
      void this.#run(domain)
    }
  }

  /** Stops the timers; queued jobs are never settled. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#window.close()
  }

  async #run(first: string): Promise<void> {
    const connection = new ProbeConnection(this.egress, this.#parts.deps, () => this.#window.begin(1))
    let domain: string | undefined = first
    try {
      while (domain !== undefined) {
        const goesOn = await this.#serve(domain, connection)
        this.#busy.delete(domain)
        domain = goesOn ? this.#nextAtSameHost(connection) : undefined
        if (domain !== undefined) this.#busy.add(domain)
      }
    } catch (error) {
      this.#parts.onFault(error)
      this.#busy.delete(domain ?? first)
    }
    await this.#leave(connection)
    this.#connections--
    this.#parts.slots.release()
    this.pump()
  }

  /**
   * Serves jobs of a domain as long as session, window and servers allow. Resolves to true if the connection may serve
   * another domain.
   */
  async #serve(domain: string, connection: ProbeConnection): Promise<boolean> {
    for (let served = 0; ; served++) {
      const pipelined = this.#nextPipelined(domain, connection)
      // If each job needs a new session, the other domains get their turn first.
      if (served > 0 && pipelined === undefined && (connection.host === undefined || this.#isPressing(domain)))
        return true
      const wanted = this.#countFor(domain)
      const turn = pipelined === undefined ? this.#window.begin(wanted) : connection.takeTurn(pipelined)
      if (turn === undefined) {
        if (await this.#mayStay(domain, connection)) continue
        return false
      }
      const job = this.#take(domain)
      if (job === undefined) {
        turn.end(0)
        return true
      }
      const finding = await this.#probe(job, connection, { turn, wanted })
      if (!(await this.#parts.onFinding(this, job, finding))) return false
      // An interactive caller may cancel the next job, or queue another one for this session.
      if (job.options.isUrgent === true) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /**
   * Serves a job with the slots of `turn`, and more if the window has them. An unexpected error is reported and settles as
   * unreachable.
   */
  async #probe(
    job: ProbeJob,
    connection: ProbeConnection,
    { turn, wanted }: { turn: Turn; wanted: number },
  ): Promise<Finding> {
    const untilChange = () => this.#untilChange()
    const { now } = this.#parts.deps
    const allowance = new Allowance(job, { turn, wanted, window: this.#window, untilChange, now })
    job.mayQuery = (maxMs) => allowance.allow(maxMs)
    try {
      if (job.rcptCount === 0 && wanted === 1 && job.options.isUrgent !== true) await this.#pipeline(job, connection)
      return await connection.serve(job)
    } catch (error) {
      this.#parts.onFault(error)
      await this.#leave(connection)
      return { outcome: 'unreachable', canConnect: false }
    } finally {
      allowance.end()
    }
  }

  /** Waits with an open session for slots of the window; false if the session expires or its connection slot is needed. */
  async #mayStay(domain: string, connection: ProbeConnection): Promise<boolean> {
    const { deps, slots } = this.#parts
    const wanted = this.#countFor(domain)
    for (const untilMs = deps.now() + maxIdleMs; deps.now() < untilMs; await this.#untilChange(wanted)) {
      if (connection.host === undefined || slots.areWanted || this.#isPressing(domain)) return false
      if (this.#window.waitMs(wanted) === 0) return true
    }
    return false
  }

  async #leave(connection: ProbeConnection): Promise<void> {
    await connection.leave().catch((error: unknown) => this.#parts.onFault(error))
  }

  /** Woken by the window, because leased slots expire before a poll would see them. */
  async #untilChange(wanted = 1): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#woken.add(resolve)
    const timer = setTimeout(resolve, Math.min(recheckMs, Math.ceil(this.#window.waitMs(wanted))))
    await promise
    clearTimeout(timer)
    this.#woken.delete(resolve)
  }

  /**
   * Pipelines the job with the following ones, as far as the window has slots. Not if the window limits the rate: jobs
   * behind a slow one would hold their slots until it is answered.
   */
  async #pipeline(job: ProbeJob, connection: ProbeConnection): Promise<void> {
    if (this.#window.isTight) return
    const following = this.#waiting.get(job.target.domain)?.filter(({ isSettled }) => !isSettled) ?? []
    await connection.pipeline([job, ...following.slice(0, maxFollowing)])
  }

  /** The next job of a domain if it is already pipelined in this session. */
  #nextPipelined(domain: string, connection: ProbeConnection): ProbeJob | undefined {
    const next = nextOf(this.#urgent, domain) ?? nextOf(this.#waiting, domain)
    return next !== undefined && connection.hasPipelined(next) ? next : undefined
  }

  /** Recipients that the next job may need: the address, and two that no mailbox has if catch-all is unknown. */
  #countFor(domain: string): number {
    const job = (this.#urgent.get(domain) ?? this.#waiting.get(domain))?.[0]
    const known = job && knownCatchAll(this.#parts.deps.catchAll, job.target)
    return job?.mx.provider?.mayProbeCatchAll !== false && known === undefined ? 3 : 1
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

  /** True if an interactive job of another domain is queued, and none of this one. */
  #isPressing(domain: string): boolean {
    return !this.#urgent.has(domain) && this.#nextUrgent() !== undefined
  }

  /** A queued domain with the connected host among its preferred ones; none while an interactive job needs another host. */
  #nextAtSameHost({ host }: ProbeConnection): string | undefined {
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
    // Not time-based: a freed session or slot triggers the next pump.
    if (ms === Infinity) return
    this.#timer = setTimeout(() => this.pump(), Math.ceil(ms))
  }
}

/** Poll interval for slots of the window, milliseconds. */
const recheckMs = 100

/** Maximum wait of an open session for slots, milliseconds: a new session costs the server more than an idle one. */
const maxIdleMs = 2500

/** Limit of recipients in one transaction, without the first. */
const maxFollowing = sessionLimits.recipientsPerTransaction - 1
