import type { MailHost } from '../../../deliverability/mx/index.ts'
import { type RecipientResult, randomLocal, randomName, shapeOfLocal } from '../../../deliverability/smtp/index.ts'
import { PipelinedJobs } from './pipelined-jobs.ts'
import { type CatchAllDeps, type MadeUpLocal, findCatchAll } from './catch-all.ts'
import { type ConnectionDeps, type OpenConnection, openConnection } from './connection.ts'
import type { Egress } from './egress.ts'
import { betterFinding, findingOf, canTryNextHost } from './finding.ts'
import type { Finding, ProbeJob } from './job.ts'
import type { ProbingLimits } from './limits.ts'
import type { Turn } from './shared/window.ts'

export interface ProbeConnectionDeps extends Omit<ConnectionDeps, 'via'>, Omit<CatchAllDeps, 'probeMadeUpRecipient'> {
  readonly limits: ProbingLimits
}

/** Maximum wait of an open session for a window slot, milliseconds. */
const maxWaitMs = 5000
/** IP addresses tried per host. */
const maxAddresses = 2
/** A session is not reused after this share of its maximum duration. */
const reusableShare = 1 / 3

/** Successive sessions through one egress; a session is reused for further addresses. */
export class ProbeConnection {
  readonly #egress: Egress
  readonly #deps: ProbeConnectionDeps
  #open: OpenConnection | undefined
  readonly #pipelined: PipelinedJobs

  /** `begin` takes a slot of the window. */
  constructor(egress: Egress, deps: ProbeConnectionDeps, begin: () => Turn | undefined) {
    this.#egress = egress
    this.#deps = deps
    this.#pipelined = new PipelinedJobs(begin)
  }

  /** The host of a reusable session. */
  get host(): string | undefined {
    const open = this.#open
    const { limits, now } = this.#deps
    const isYoung = open !== undefined && now() - open.openedAt < limits.timeouts.sessionMs * reusableShare
    return isYoung && open.session.hasCapacity ? open.host.host : undefined
  }

  /**
   * Pipelines the next jobs of a domain in the open session, as many as session and window allow. The first job holds its
   * slot already.
   */
  async pipeline([first, ...following]: readonly [ProbeJob, ...ProbeJob[]]): Promise<void> {
    const open = this.#open
    if (open === undefined || this.host === undefined || !this.#goesToOpen(first)) return
    const other = following.findIndex((job) => !this.#goesToOpen(job))
    await this.#pipelined.pipeline(open.session, [first, ...(other < 0 ? following : following.slice(0, other))])
  }

  /** True if the job was pipelined in the open session. */
  hasPipelined(job: ProbeJob): boolean {
    return this.#pipelined.has(job)
  }

  /** The slot of a pipelined job that is served now. */
  takeTurn(job: ProbeJob): Turn | undefined {
    return this.#pipelined.take(job)
  }

  /** Tries the hosts of a job in order until one responds about the mailbox. */
  async serve(job: ProbeJob): Promise<Finding> {
    const { signal } = job.options
    const onAbort = () => this.#open?.abort.abort()
    signal?.addEventListener('abort', onAbort, { once: true })
    let best: Finding | undefined
    for (const host of this.#orderOf(job)) {
      if (job.isSettled) break
      const finding = await this.#probeAt(host, job)
      best = best === undefined ? finding : betterFinding(best, finding)
      if (!canTryNextHost(finding)) break
    }
    signal?.removeEventListener('abort', onAbort)
    return best ?? { outcome: 'unreachable', canConnect: false }
  }

  /** Sends QUIT, and resolves when the server has closed the connection or after a timeout. */
  async leave(): Promise<void> {
    const open = this.#open
    this.#open = undefined
    this.#pipelined.release()
    await open?.session.quit()
  }

  #orderOf({ mx, recipient, target: { domain } }: ProbeJob): MailHost[] {
    const open = this.#open
    const host = open?.session.hasPipelined(recipient) === true ? open.host.host : this.host
    return this.#deps.hosts.order(mx.hosts, { domain, open: host })
  }

  #goesToOpen(job: ProbeJob): boolean {
    return this.#orderOf(job)[0]?.host === this.#open?.host.host
  }

  async #probeAt(host: MailHost, job: ProbeJob): Promise<Finding> {
    const open = this.#open
    const isPipelined = open?.session.hasPipelined(job.recipient) === true && open.host.host === host.host
    if (open !== undefined && (isPipelined || this.host === host.host)) {
      const finding = await this.#probe(open, job)
      // Servers may close a reused session at any time; a new session shows whether the address is the cause.
      const isLost = ['dropped', 'timeout'].includes(finding.outcome) || finding.code === 421
      if (!isLost || job.isSettled) return finding
    }
    await this.leave()
    // The first request has a slot; a retry waits for one.
    if (!(await job.mayQuery(Infinity))) return { outcome: 'timeout', canConnect: false, host }
    return this.#probeInNewSession(host, job)
  }

  async #probeInNewSession(host: MailHost, job: ProbeJob): Promise<Finding> {
    let last: Finding = { outcome: 'unreachable', canConnect: false, host }
    for (const address of host.addresses.slice(0, maxAddresses)) {
      const opened = await this.#connect(host, address, job)
      if (!('outcome' in opened)) {
        this.#deps.hosts.note(host.host, true)
        this.#open = opened
        const finding = await this.#probe(opened, job)
        // Without pipelining, the server may reply correctly to commands that it mixed up before.
        const isOnceMore = opened.session.isOutOfStep && !opened.isCareful && job.options.isUrgent !== true
        if (!isOnceMore || job.isSettled) return finding
        await this.leave()
        return (await job.mayQuery(Infinity)) ? this.#probeInNewSession(host, job) : finding
      }
      last = opened
      if (opened.canConnect || opened.outcome === 'egress_paused' || job.isSettled) return last
    }
    this.#deps.hosts.note(host.host, false)
    return last
  }

  #connect(host: MailHost, address: string, job: ProbeJob): Promise<OpenConnection | Finding> {
    return openConnection({ host, address }, job, { ...this.#deps, via: this.#egress.via })
  }

  async #probe(open: OpenConnection, job: ProbeJob): Promise<Finding> {
    const { mx, evidence, recipient } = job
    await this.#pipelined.readReplies(open.session, open.host.host, this.#deps.hosts)
    this.#pipelined.release(open.session)
    if (!open.session.hasPipelined(recipient) && !open.session.isOver) {
      // A pipelined recipient without a usable reply is sent once more.
      if (!(await takeSlot(job))) return { outcome: 'timeout', canConnect: false, host: open.host }
    }
    const answer = await open.session.probe(recipient, evidence, () => takeSlot(job))
    if (open.session.isOutOfStep) this.#deps.hosts.noteOutOfStep(open.host.host)
    const finding = findingOf(answer, open.host)
    if (answer.outcome !== 'accepted') return finding
    // Acceptance by a server that accepts every recipient is no proof.
    if (mx.provider?.answering === 'unreliable') return { ...finding, outcome: 'accepted_unverified' }
    const probeMadeUpRecipient = (local: MadeUpLocal) => this.#probeMadeUpRecipient(this.#open ?? open, job, local)
    return { ...finding, catchAll: await findCatchAll(open.host, job, { ...this.#deps, probeMadeUpRecipient }) }
  }

  /** Probes a recipient that no mailbox has; undefined if the window has no slot for it. */
  async #probeMadeUpRecipient(
    open: OpenConnection,
    job: ProbeJob,
    local: MadeUpLocal,
  ): Promise<RecipientResult | undefined> {
    if (!(await job.mayQuery(maxWaitMs))) return undefined
    job.rcptCount++
    const result = await this.#sendMadeUpRecipient(open, job, local)
    // The session may have ended because of the last recipient, or because the server allows one per session.
    const isLost = result.outcome === 'dropped' || result.reply?.code === 421
    return isLost ? ((await this.#sendMadeUpRecipientInNewSession(open, job, local)) ?? result) : result
  }

  #sendMadeUpRecipient({ session }: OpenConnection, job: ProbeJob, local: MadeUpLocal): Promise<RecipientResult> {
    const random = crypto.getRandomValues(new Uint8Array(20))
    const { ascii, domain } = job.target
    const shape = shapeOfLocal(ascii.slice(0, ascii.lastIndexOf('@')))
    const name = local === 'random' ? randomLocal(random) : randomName(random, shape)
    const recipient = { address: `${name}@${domain}`, isInternational: false }
    return session.probe(recipient, [], () => takeSlot(job))
  }

  /** Probes such a recipient in a new session with the same server; undefined without a slot or a session. */
  async #sendMadeUpRecipientInNewSession(
    { address, host }: OpenConnection,
    job: ProbeJob,
    local: MadeUpLocal,
  ): Promise<RecipientResult | undefined> {
    await this.leave()
    if (job.isSettled || !(await job.mayQuery(maxWaitMs))) return undefined
    const opened = await this.#connect(host, address, job)
    if ('outcome' in opened) return undefined
    this.#open = opened
    job.rcptCount++
    return this.#sendMadeUpRecipient(opened, job, local)
  }
}

/** Waits for a slot for one more recipient and counts it; false if the job has ended. */
async function takeSlot(job: ProbeJob): Promise<boolean> {
  const isAllowed = await job.mayQuery(Infinity)
  if (isAllowed) job.rcptCount++
  return isAllowed
}
