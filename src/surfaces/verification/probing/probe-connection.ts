import type { MailHost } from '../../../deliverability/mx/index.ts'
import { type RecipientAnswer, randomLocal } from '../../../deliverability/smtp/index.ts'
import { Ahead } from './ahead.ts'
import { type CatchAllDeps, findCatchAll } from './catch-all.ts'
import { type ConnectionDeps, type OpenConnection, openConnection } from './connection.ts'
import type { Egress } from './egress.ts'
import { betterFinding, findingOf, canTryNextHost } from './finding.ts'
import type { Finding, ProbeJob } from './job.ts'
import type { ProbingLimits } from './limits.ts'
import type { Turn } from './shared/window.ts'

export interface ProbeConnectionDeps extends Omit<ConnectionDeps, 'via'>, Omit<CatchAllDeps, 'ask'> {
  readonly limits: ProbingLimits
}

/** How long a session is kept open for a question that the limit does not allow yet. */
const maxWaitMs = 5000
/** Addresses of one host that are tried. */
const maxAddresses = 2
/** A session is not used again after this share of its time. */
const reusableShare = 1 / 3

/** One session after the other, through one egress: it is kept for the next address as long as its server may like that. */
export class ProbeConnection {
  readonly #egress: Egress
  readonly #deps: ProbeConnectionDeps
  #open: OpenConnection | undefined
  readonly #ahead: Ahead

  /** `begin` takes a place within the limit. */
  constructor(egress: Egress, deps: ProbeConnectionDeps, begin: () => Turn | undefined) {
    this.#egress = egress
    this.#deps = deps
    this.#ahead = new Ahead(begin)
  }

  /** The host of the session that another address may be requested in. */
  get host(): string | undefined {
    const open = this.#open
    const { limits, now } = this.#deps
    const isYoung = open !== undefined && now() - open.openedAt < limits.timeouts.sessionMs * reusableShare
    return isYoung && open.session.hasCapacity ? open.host.host : undefined
  }

  /**
   * Names jobs of one domain, which are served next, to the server of the open session in one go; the first of them, as many as
   * session and limit take. The very first holds its place within the limit already.
   */
  async name([first, ...behind]: readonly [ProbeJob, ...ProbeJob[]]): Promise<void> {
    const open = this.#open
    if (open === undefined || this.host === undefined || !this.#goesToOpen(first)) return
    const other = behind.findIndex((job) => !this.#goesToOpen(job))
    await this.#ahead.name(open.session, [first, ...(other < 0 ? behind : behind.slice(0, other))])
  }

  /** True if a job was named in the session that is open. */
  hasNamed(job: ProbeJob): boolean {
    return this.#ahead.has(job)
  }

  /** What the limit counts for a job that was named, which is now served. */
  takeTurn(job: ProbeJob): Turn | undefined {
    return this.#ahead.take(job)
  }

  /** Uses the hosts of a job in their order, until one speaks about the mailbox. */
  async serve(job: ProbeJob): Promise<Finding> {
    const { signal } = job.options
    const onAbort = () => this.#open?.abort.abort()
    signal?.addEventListener('abort', onAbort, { once: true })
    let best: Finding | undefined
    for (const host of this.#orderOf(job)) {
      if (job.isSettled) break
      const finding = await this.#requestAt(host, job)
      best = best === undefined ? finding : betterFinding(best, finding)
      if (!canTryNextHost(finding)) break
    }
    signal?.removeEventListener('abort', onAbort)
    return best ?? { outcome: 'unreachable', canConnect: false }
  }

  /** Says goodbye, and is back once the server has closed, or has had its time for it. */
  async leave(): Promise<void> {
    const open = this.#open
    this.#open = undefined
    this.#ahead.forget()
    await open?.session.leave()
  }

  #orderOf({ mx, recipient, target: { domain } }: ProbeJob): MailHost[] {
    const open = this.#open
    const host = open?.session.hasNamed(recipient) === true ? open.host.host : this.host
    return this.#deps.hosts.order(mx.hosts, { domain, open: host })
  }

  #goesToOpen(job: ProbeJob): boolean {
    return this.#orderOf(job)[0]?.host === this.#open?.host.host
  }

  async #requestAt(host: MailHost, job: ProbeJob): Promise<Finding> {
    const open = this.#open
    const isNamed = open?.session.hasNamed(job.recipient) === true && open.host.host === host.host
    if (open !== undefined && (isNamed || this.host === host.host)) {
      const finding = await this.#ask(open, job)
      // Servers close a session that they are tired of at any time; a new one tells whether it is about the address.
      const isLost = ['dropped', 'timeout'].includes(finding.outcome) || finding.code === 421
      if (!isLost || job.isSettled) return finding
    }
    await this.leave()
    // The first time there is room; anyone who has to ask once more waits for it.
    if (!(await job.mayQuery(Infinity))) return { outcome: 'timeout', canConnect: false, host }
    return this.#queryAnew(host, job)
  }

  async #queryAnew(host: MailHost, job: ProbeJob): Promise<Finding> {
    let last: Finding = { outcome: 'unreachable', canConnect: false, host }
    for (const address of host.addresses.slice(0, maxAddresses)) {
      const opened = await this.#connect(host, address, job)
      if (!('outcome' in opened)) {
        this.#deps.hosts.note(host.host, true)
        this.#open = opened
        const finding = await this.#ask(opened, job)
        // Asked one command at a time, the server may answer what it mixed up when it got several.
        const isOnceMore = opened.session.isOutOfStep && !opened.isCareful && job.options.isUrgent !== true
        if (!isOnceMore || job.isSettled) return finding
        await this.leave()
        return (await job.mayQuery(Infinity)) ? this.#queryAnew(host, job) : finding
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

  async #ask(open: OpenConnection, job: ProbeJob): Promise<Finding> {
    const { mx, evidence, recipient } = job
    await this.#ahead.readReplies(open.session, open.host.host, this.#deps.hosts)
    this.#ahead.forget(open.session)
    if (!open.session.hasNamed(recipient) && !open.session.isOver) {
      // One that was named in vain is named once more.
      if (!(await takeOne(job))) return { outcome: 'timeout', canConnect: false, host: open.host }
    }
    const answer = await open.session.ask(recipient, evidence, () => takeOne(job))
    if (open.session.isOutOfStep) this.#deps.hosts.noteOutOfStep(open.host.host)
    const finding = findingOf(answer, open.host)
    if (answer.outcome !== 'accepted') return finding
    // A server that accepts everybody proves nothing of this one.
    if (mx.provider?.answering === 'unreliable') return { ...finding, outcome: 'accepted_unverified' }
    const ask = () => this.#probeAnyRecipient(open, job)
    return { ...finding, catchAll: await findCatchAll(open.host, job, { ...this.#deps, ask }) }
  }

  /** What the server says of a name that nobody has; undefined where the limit has no space for it. */
  async #probeAnyRecipient(open: OpenConnection, job: ProbeJob): Promise<RecipientAnswer | undefined> {
    if (!(await job.mayQuery(maxWaitMs))) return undefined
    job.asked++
    const said = await this.#nameAnyone(open, job)
    // The session may have ended about the last address, or because its server takes one in each.
    const isLost = said.outcome === 'dropped' || said.reply?.code === 421
    return isLost ? ((await this.#nameAnybodyAnew(open, job)) ?? said) : said
  }

  #nameAnyone({ session }: OpenConnection, job: ProbeJob): Promise<RecipientAnswer> {
    const local = randomLocal(crypto.getRandomValues(new Uint8Array(20)))
    const anybody = { address: `${local}@${job.target.domain}`, isInternational: false }
    return session.ask(anybody, [], () => takeOne(job))
  }

  /** Names someone whom nobody has in a new session with the same server; undefined where there is no space, or no session. */
  async #nameAnybodyAnew({ address, host }: OpenConnection, job: ProbeJob): Promise<RecipientAnswer | undefined> {
    await this.leave()
    if (job.isSettled || !(await job.mayQuery(maxWaitMs))) return undefined
    const opened = await this.#connect(host, address, job)
    if ('outcome' in opened) return undefined
    this.#open = opened
    job.asked++
    return this.#nameAnyone(opened, job)
  }
}

/** Waits until one more recipient may be requested, and counts it; false where the job wants no answer any more. */
async function takeOne(job: ProbeJob): Promise<boolean> {
  const isAllowed = await job.mayQuery(Infinity)
  if (isAllowed) job.asked++
  return isAllowed
}
