import type { MailHost } from '../../../engines/mx/index.ts'
import {
  type RecipientAnswer,
  Session,
  type SessionPlan,
  openSession,
  randomLocal,
} from '../../../engines/smtp/index.ts'
import type { Connect } from '../../../platform/net/index.ts'
import { Ahead } from './ahead.ts'
import type { CatchAllMemory } from './catch-all.ts'
import type { Egress } from './egress.ts'
import { better, findingOf, leadsOn, outcomes } from './finding.ts'
import { type HostMemory, isPreferred } from './hosts.ts'
import type { Finding, Job } from './job.ts'
import type { ProbingLimits } from './limits.ts'
import type { Turn } from './shared/window.ts'

/** What asking needs. */
export interface LaneMeans {
  readonly connect: Connect
  readonly helo: string
  readonly mailFrom: string
  readonly port: number
  readonly limits: ProbingLimits
  readonly catchAll: Pick<CatchAllMemory, 'get'>
  noteCatchAll(domain: string, isCatchAll: boolean): void
  readonly hosts: HostMemory
  readonly now: () => number
}

interface OpenConnection {
  readonly host: MailHost
  readonly address: string
  readonly session: Session
  readonly abort: AbortController
  readonly openedAt: number
  readonly isCareful: boolean
}

/** How long a session is kept open for a question that the limit does not allow yet. */
const mostWaitMs = 5000
/** Addresses of one host that are tried. */
const mostAddresses = 2
/** A session is not used again after this share of its time. */
const reusableShare = 1 / 3

/** One session after the other, through one egress: it is kept for the next address as long as its server may like that. */
export class Lane {
  readonly #egress: Egress
  readonly #means: LaneMeans
  #open: OpenConnection | undefined
  readonly #ahead: Ahead

  /** `begin` takes a place within the limit. */
  constructor(egress: Egress, means: LaneMeans, begin: () => Turn | undefined) {
    this.#egress = egress
    this.#means = means
    this.#ahead = new Ahead(begin)
  }

  /** The host of the session that another address may be asked for in. */
  get host(): string | undefined {
    const open = this.#open
    const { limits, now } = this.#means
    const isYoung = open !== undefined && now() - open.openedAt < limits.patience.sessionMs * reusableShare
    return isYoung && open.session.hasRoom ? open.host.host : undefined
  }

  /**
   * Names jobs of one domain, which are served next, to the server of the open session in one go; the first of them, as many as
   * session and limit take. The very first holds its place within the limit already.
   */
  async name([first, ...behind]: readonly [Job, ...Job[]]): Promise<void> {
    const open = this.#open
    if (open === undefined || this.host === undefined || !this.#goesToOpen(first)) return
    const other = behind.findIndex((job) => !this.#goesToOpen(job))
    await this.#ahead.name(open.session, [first, ...(other < 0 ? behind : behind.slice(0, other))])
  }

  /** Whether a job was named in the session that is open. */
  hasNamed(job: Job): boolean {
    return this.#ahead.has(job)
  }

  /** What the limit counts for a job that was named, which is now served. */
  takeTurn(job: Job): Turn | undefined {
    return this.#ahead.take(job)
  }

  /** Asks the hosts of a job in their order, until one speaks about the mailbox. */
  async serve(job: Job): Promise<Finding> {
    const { signal } = job.options
    const onAbort = () => this.#open?.abort.abort()
    signal?.addEventListener('abort', onAbort, { once: true })
    let best: Finding | undefined
    for (const host of this.#orderOf(job)) {
      if (job.isSettled) break
      const finding = await this.#askAt(host, job)
      best = best === undefined ? finding : better(best, finding)
      if (!leadsOn(finding)) break
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

  #orderOf({ mx, recipient, target: { domain } }: Job): MailHost[] {
    const open = this.#open
    const host = open?.session.hasNamed(recipient) === true ? open.host.host : this.host
    return this.#means.hosts.order(mx.hosts, { domain, open: host })
  }

  #goesToOpen(job: Job): boolean {
    return this.#orderOf(job)[0]?.host === this.#open?.host.host
  }

  async #askAt(host: MailHost, job: Job): Promise<Finding> {
    const open = this.#open
    const isNamed = open?.session.hasNamed(job.recipient) === true && open.host.host === host.host
    if (open !== undefined && (isNamed || this.host === host.host)) {
      const finding = await this.#ask(open, job)
      // Servers close a session that they are tired of at any time; a new one tells whether it is about the address.
      const isLost = ['dropped', 'timeout'].includes(finding.outcome) || finding.code === 421
      if (!isLost || job.isSettled) return finding
    }
    await this.leave()
    // The first time there is room; whoever has to ask once more waits for it.
    if (!(await job.mayAsk(Infinity))) return { outcome: 'timeout', canConnect: false, host }
    return this.#askAnew(host, job)
  }

  async #askAnew(host: MailHost, job: Job): Promise<Finding> {
    let last: Finding = { outcome: 'unreachable', canConnect: false, host }
    for (const address of host.addresses.slice(0, mostAddresses)) {
      const opened = await this.#connect(host, address, job)
      if (!('outcome' in opened)) {
        this.#means.hosts.note(host.host, true)
        this.#open = opened
        const finding = await this.#ask(opened, job)
        // One command at a time it may answer what it did not understand together.
        const isOnceMore = opened.session.isOutOfStep && !opened.isCareful && job.options.isUrgent !== true
        if (!isOnceMore || job.isSettled) return finding
        await this.leave()
        return (await job.mayAsk(Infinity)) ? this.#askAnew(host, job) : finding
      }
      last = opened
      if (opened.canConnect || opened.outcome === 'egress_paused' || job.isSettled) return last
    }
    this.#means.hosts.note(host.host, false)
    return last
  }

  async #connect(host: MailHost, address: string, job: Job): Promise<OpenConnection | Finding> {
    const { connect, limits, now, port } = this.#means
    const { via } = this.#egress
    const abort = new AbortController()
    const { signal } = job.options
    const onAbort = () => abort.abort()
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      const startedAt = now()
      const request = { address, port, timeoutMs: limits.connectMs, signal: abort.signal }
      const connected = await connect(via === undefined ? request : { ...request, via })
      const ms = Math.round(now() - startedAt)
      if ('failure' in connected) {
        const where = connected.failure === 'proxy' ? 'the proxy' : host.host
        job.evidence.push({ check: 'connect', status: 'fail', detail: `${where}: ${connected.detail}`, ms })
        const isSilent = connected.failure === 'timeout'
        return { outcome: outcomes[connected.failure], canConnect: false, host, isSilent }
      }
      job.evidence.push({ check: 'connect', status: 'pass', detail: host.host, ms })
      const plan = this.#planFor(host, job)
      const session = await openSession(connected.stream, plan, job.evidence)
      if (session instanceof Session)
        return { host, address, session, abort, openedAt: startedAt, isCareful: plan.isCareful === true }
      return findingOf(session, host)
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }

  async #ask(open: OpenConnection, job: Job): Promise<Finding> {
    const { mx, evidence, recipient } = job
    await this.#ahead.hear(open.session, open.host.host, this.#means.hosts)
    this.#ahead.forget(open.session)
    if (!open.session.hasNamed(recipient) && !open.session.isOver) {
      // One that was named in vain is named once more.
      if (!(await takeOne(job))) return { outcome: 'timeout', canConnect: false, host: open.host }
    }
    const answer = await open.session.ask(recipient, evidence, () => takeOne(job))
    if (open.session.isOutOfStep) this.#means.hosts.noteOutOfStep(open.host.host)
    const finding = findingOf(answer, open.host)
    if (answer.outcome !== 'accepted') return finding
    // What is said to everybody proves nobody.
    if (mx.provider?.answering === 'unreliable') return { ...finding, outcome: 'accepted_unverified' }
    return { ...finding, catchAll: await this.#askForAnybody(open, job) }
  }

  /** Whether the domain takes mail for a name that nobody has; null where it does not say. */
  async #askForAnybody(open: OpenConnection, job: Job): Promise<boolean | null> {
    const { host } = open
    const { target, mx, evidence } = job
    const { catchAll, noteCatchAll } = this.#means
    const isBest = isPreferred(host, mx.hosts)
    const known = isBest ? catchAll.get(target.domain) : undefined
    if (known !== undefined) {
      evidence.push({ check: 'catch_all', status: 'skip', detail: `known: ${known ? 'takes' : 'refuses'} anybody` })
      return known
    }
    if (mx.provider?.mayProbeCatchAll === false) {
      evidence.push({ check: 'catch_all', status: 'skip', detail: 'not asked at this provider' })
      return null
    }
    if (!(await job.mayAsk(mostWaitMs))) {
      evidence.push({ check: 'catch_all', status: 'skip', detail: 'the limit of this provider is reached' })
      return null
    }
    job.asked++
    const said = await this.#nameAnybody(open, job)
    // The session may have ended about the last address, or because servers take one in each.
    const isLost = said.outcome === 'dropped' || said.reply?.code === 421
    const { outcome } = isLost ? ((await this.#nameAnybodyAnew(open, job)) ?? said) : said
    // Some call disabled whatever they do not have.
    const isRefused = outcome === 'not_found' || outcome === 'disabled'
    const isCatchAll = outcome === 'accepted' ? true : isRefused ? false : null
    const words = {
      true: 'takes anybody',
      false: 'refuses a name that nobody has',
      null: `undecided: ${outcome}`,
    } as const
    evidence.push({
      check: 'catch_all',
      status: isCatchAll === false ? 'pass' : 'warn',
      detail: words[`${isCatchAll}`],
    })
    // A secondary server may not know the mailboxes of the first.
    if (isCatchAll !== null && isBest) noteCatchAll(target.domain, isCatchAll)
    return isCatchAll
  }

  #nameAnybody({ session }: OpenConnection, job: Job): Promise<RecipientAnswer> {
    const local = randomLocal(crypto.getRandomValues(new Uint8Array(20)))
    const anybody = { address: `${local}@${job.target.domain}`, isInternational: false }
    return session.ask(anybody, [], () => takeOne(job))
  }

  /** Names somebody whom nobody has in a new session with the same server; undefined where there is no room, or no session. */
  async #nameAnybodyAnew({ address, host }: OpenConnection, job: Job): Promise<RecipientAnswer | undefined> {
    await this.leave()
    if (job.isSettled || !(await job.mayAsk(mostWaitMs))) return undefined
    const opened = await this.#connect(host, address, job)
    if ('outcome' in opened) return undefined
    this.#open = opened
    job.asked++
    return this.#nameAnybody(opened, job)
  }

  #planFor({ host }: MailHost, { mx }: Job): SessionPlan {
    const { helo, hosts, mailFrom, limits, now } = this.#means
    const { patience } = limits
    const recipientMs = mx.provider?.recipientMs ?? patience.recipientMs
    const step = { isCareful: hosts.isOutOfStep(host), isInStep: hosts.isInStep(host) }
    return { helo, mailFrom, host, tls: 'asked', patience: { ...patience, recipientMs }, ...step, now }
  }
}

/** Waits until one more recipient may be asked for, and counts it; false where the job wants no answer any more. */
async function takeOne(job: Job): Promise<boolean> {
  const isAllowed = await job.mayAsk(Infinity)
  if (isAllowed) job.asked++
  return isAllowed
}
