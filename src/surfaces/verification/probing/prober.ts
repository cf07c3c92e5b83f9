import type { MailboxProbe } from '../../../deliverability/smtp/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { Metrics } from '../../../platform/metrics/index.ts'
import type { Connect, DnsClient, Socks5Proxy } from '../../../platform/net/index.ts'
import type { AuditFinding } from './audit.ts'
import type { BlockScope } from './breaker.ts'
import { CatchAllCache } from './catch-all.ts'
import { type Egress, EgressPool, type ReachedHost } from './egress.ts'
import { operatorOf, projectOf, sightingOf } from './evidence.ts'
import { HostGroup } from './group.ts'
import { HarvestBrake } from './harvest-brake.ts'
import { HostCache } from './hosts.ts'
import { isFullHostName } from './helo.ts'
import { type Finding, type ProbeJob, type ProbeMx, type ProbeOptions, type ProbeTarget, createJob } from './job.ts'
import type { ProbeConnectionDeps } from './probe-connection.ts'
import { type ProbingLimits, defaultLimits } from './limits.ts'
import { SharedSlots } from './slots.ts'
import { createPortCheck } from './port-check.ts'
import { createServerFindings } from './server-findings.ts'
import { type Shared, shareWithNone } from './shared/sharing.ts'

export interface ProberDeps {
  readonly connect: Connect
  /** Resolves hosts of well-known providers for the check of port 25. */
  readonly dns?: Pick<DnsClient, 'query'>
  /** The EHLO name: it must resolve to this host and match the PTR record of its IP address. */
  readonly helo: string
  /** The sender of MAIL FROM. */
  readonly mailFrom: string
  readonly port: number
  /** SOCKS5 proxies that replace direct connections. */
  readonly proxies: readonly Socks5Proxy[]
  readonly limits?: Partial<ProbingLimits>
  /** Audit of this host, run at the first probe and once a day, for the log. */
  readonly audit?: () => Promise<readonly AuditFinding[]>
  readonly log: Log
  readonly metrics: Metrics
  /** State shared with other processes; undefined for a single process. */
  readonly shared?: Shared
  /** Milliseconds on a monotonic clock. */
  readonly now?: () => number
}

/** Probes mailboxes within the limits that mail servers tolerate. */
export interface Prober {
  /** Queues a probe. Never rejects. */
  probe(target: ProbeTarget, mx: ProbeMx, options?: ProbeOptions): Promise<MailboxProbe>
  /** Number of queued probes. */
  readonly waiting: number
  /** Stops the timers and defers queued probes; resolves when the shared state is stored. */
  close(): Promise<void>
}

/** Idle groups are evicted beyond this number, oldest first. */
const maxGroups = 20_000
const auditEveryMs = 24 * 60 * 60 * 1000

/** One prober per process, because it holds all limits. */
export function createProber(parts: ProberDeps): Prober {
  const { helo, log, metrics, now = () => performance.now(), shared = shareWithNone() } = parts
  const limits: ProbingLimits = { ...defaultLimits, ...parts.limits }
  const pool = new EgressPool(parts.proxies, helo, { ...limits, now })
  const slots = new SharedSlots(limits.sessions)
  const groups = new Map<string, HostGroup>()
  const catchAll = new CatchAllCache(limits.catchAllMs, now)
  const serverFindings = createServerFindings({ shared, limits, pool, catchAll, groupOf })
  const hosts = new HostCache(limits, now)
  const brake = new HarvestBrake({ shared, limits, now })
  const deps: ProbeConnectionDeps = {
    ...parts,
    limits,
    now,
    catchAll,
    noteCatchAll: serverFindings.noteCatchAll,
    hosts,
  }
  const portCheck = createPortCheck({
    ...parts,
    connectMs: limits.connectMs,
    bannerMs: limits.timeouts.bannerMs,
    pool,
    onResult(egress, { isBlocked, isNew }) {
      if (isBlocked) serverFindings.notePortBlock(egress)
      const fields = { egress: egress.id, port: parts.port }
      if (isNew && isBlocked)
        log.warn('outbound port 25 blocked: no well-known mail server responds, SMTP probing paused', fields)
      else if (isNew) log.info('outbound port 25 open again, SMTP probing resumed', fields)
    },
  })
  const count = (outcome: string) =>
    metrics.counter('svc_mail_probes_total', 'SMTP probes of mailboxes by outcome.', { outcome }).add()
  const waiting = () => [...groups.values()].reduce((sum, group) => sum + group.waiting, 0)
  metrics.gauge('svc_mail_probes_waiting', 'Mailboxes waiting for an SMTP probe.', waiting)
  let isClosed = false
  let auditAtMs = -Infinity

  function groupOf(egress: Egress, job: ProbeJob): HostGroup {
    const key = `${egress.id} ${job.group}`
    const known = groups.get(key)
    if (known !== undefined) return known
    if (groups.size >= maxGroups) for (const [each, group] of groups) if (group.isIdle) return replace(each)
    return make()

    function replace(other: string): HostGroup {
      groups.get(other)?.close().catch(onFault)
      groups.delete(other)
      return make()
    }
    function make(): HostGroup {
      const maxSessions = operatorOf(firstHost(job.mx)).provider?.maxSessions ?? limits.groupSessions
      const { probes: max, windowMs, timeouts } = limits
      const bucket = `${egress.sharedId} ${job.group}`
      const openWindow = (onChange: () => void) =>
        shared.openWindow({ bucket, max, windowMs, leaseMs: 2 * timeouts.sessionMs, now, onChange })
      const group = new HostGroup({ egress, key: job.group, maxSessions, deps, slots, openWindow, onFinding, onFault })
      groups.set(key, group)
      return group
    }
  }

  async function enter(job: ProbeJob): Promise<void> {
    if (parts.shared !== undefined) await Promise.all([serverFindings.load(job), brake.load(job)])
    const due = pool.all.filter((egress) => pool.isCheckDue(egress))
    if (due.length > 0) await Promise.all(due.map((egress) => portCheck.isBlocked(egress)))
    route(job)
  }

  /** Queues a job at a usable egress, or settles it with the time of the next attempt. */
  function route(job: ProbeJob): void {
    if (job.isSettled || stopHarvest(job)) return
    let waitMs = Infinity
    const order = isClosed ? [] : pool.order(job.target.domain)
    for (const egress of order.filter((each) => !job.failedProxies.has(each.id))) {
      const group = groupOf(egress, job)
      const blockedMs = group.breaker.waitMs(job.target.domain, projectOf(job))
      if (blockedMs === 0) return group.add(job)
      waitMs = Math.min(waitMs, blockedMs)
    }
    job.settle(deferral(job, job.failedProxies.size > 0 ? Math.min(waitMs, limits.proxyMs) : waitMs))
  }

  /** Settles a job whose project seems to guess the mailboxes of its domain. */
  function stopHarvest(job: ProbeJob): boolean {
    const pause = brake.pauseOf(job)
    if (pause === undefined) return false
    const { accepted, refused, waitMs } = pause
    job.evidence.push({
      check: 'harvest',
      status: 'skip',
      detail: `not queried: of the mailboxes requested at this domain, the server rejected ${refused} and accepted ${accepted}`,
    })
    job.settle({ outcome: 'harvest_suspected', canConnect: false, retryAfterMs: Math.max(1, Math.round(waitMs)) })
    return true
  }

  function noteReply(group: HostGroup, job: ProbeJob, finding: Finding): void {
    if (!brake.note(job, finding)) return
    count('harvest_suspected')
    log.warn('SMTP probing of a domain paused: most of the mailboxes that a project requested there do not exist', {
      domain: job.target.domain,
      project: projectOf(job),
    })
    for (const each of group.queuedFor(job.target.domain)) if (!each.isSettled) stopHarvest(each)
  }

  function deferral(job: ProbeJob, blockedMs: number): Finding {
    const pauses = pool.all.map((egress) => pool.pauseOf(egress)).filter((pause) => pause !== undefined)
    const untilMs = Math.min(blockedMs, ...pauses.map((pause) => pause.untilMs - now()))
    const isPort = Number.isFinite(untilMs) && pauses.length > 0 && pauses.every(({ reason }) => reason === 'port25')
    const detail = isPort ? 'no response on port 25' : 'these servers reject this host, or no egress works'
    job.evidence.push({ check: 'egress', status: 'error', detail })
    return {
      outcome: isPort ? 'egress_port25_blocked' : 'egress_paused',
      canConnect: false,
      ...(Number.isFinite(untilMs) ? { retryAfterMs: Math.max(1, Math.round(untilMs)) } : {}),
    }
  }

  async function onFinding(group: HostGroup, job: ProbeJob, finding: Finding): Promise<boolean> {
    const { egress, key } = group
    count(finding.outcome)
    const host = reachedHostOf(job, finding)
    if (finding.canConnect || finding.outcome === 'refused') pool.noteContact(egress, host)
    if (finding.outcome === 'egress_paused') {
      job.failedProxies.add(egress.id)
      if (pool.noteProxyFailure(egress, finding.isProxyReply === true ? host : undefined))
        log.warn('SMTP proxy failing, bypassed', { egress: egress.id, ms: limits.proxyMs })
      if (pool.pauseOf(egress) !== undefined) return reroute(egress, job)
      route(job)
      return true
    }
    if (finding.isSilent === true && !job.isSettled && host !== undefined) {
      const isSuspect = pool.noteSilence(egress, host)
      if (isSuspect || portCheck.isRunning(egress)) await portCheck.isBlocked(egress)
      if (pool.pauseOf(egress)?.reason === 'port25') return reroute(egress, job)
    }
    job.settle(finding)
    noteReply(group, job, finding)
    if (finding.outcome !== 'blocked') return true
    const scope = block(group, job, finding)
    serverFindings.noteBlock(group, job, scope)
    if (scope !== 'domain')
      log.warn('SMTP probing paused at a provider that blocks it', {
        egress: egress.id,
        group: key,
        ms: limits.blockedMs,
        ...(scope === 'project' ? { project: projectOf(job) } : {}),
      })
    for (const each of group.drain()) route(each)
    return true
  }

  /** Records a block. A domain may list hosts of others as its MX, so a host proves a block only for its own operator. */
  function block({ breaker, key }: HostGroup, job: ProbeJob, { host, phase }: Finding): BlockScope {
    const { domain } = job.target
    if (operatorOf(host?.host ?? '').operator === key) return breaker.trip(domain, projectOf(job), phase !== 'rcpt')
    breaker.tripDomain(domain)
    return 'domain'
  }

  function onFault(error: unknown): void {
    log.error('unexpected error in an SMTP probe', { error })
  }

  /** Moves all jobs queued for an egress, and the job that detected the failure, to other egresses. */
  function reroute(egress: Egress, finder: ProbeJob): false {
    route(finder)
    for (const group of groups.values()) if (group.egress === egress) for (const job of group.drain()) route(job)
    return false
  }

  async function auditHost(): Promise<void> {
    if (parts.audit === undefined || now() < auditAtMs) return
    auditAtMs = now() + auditEveryMs
    for (const { isGood, message } of await parts.audit())
      if (!isGood) log.warn('mail servers may reject SMTP probes from this IP address', { finding: message })
  }

  return {
    probe(target, mx, options = {}) {
      auditHost().catch(onFault)
      const { job, probe } = createJob(
        { target, mx, group: groupKey(mx), options },
        { now, retryDelay: (tries) => limits.retriesMs[tries] },
      )
      if (isFullHostName(helo)) {
        enter(job).catch((error: unknown) => {
          onFault(error)
          job.settle({ outcome: 'unreachable', canConnect: false })
        })
      } else {
        const detail = `${helo} is not a fully qualified host name; set SVC_VERIFY_HELO`
        job.evidence.push({ check: 'egress', status: 'error', detail })
        job.settle({ outcome: 'egress_paused', canConnect: false })
      }
      return probe
    },
    get waiting() {
      return waiting()
    },
    async close() {
      isClosed = true
      const closing = [...groups.values()].map((group) => group.close())
      for (const group of groups.values()) for (const job of group.drain()) route(job)
      await Promise.all(closing)
      await shared.close()
    },
  }
}

/** Key of the shared rate limit: the provider or owner of the first host. */
export function groupKey(mx: ProbeMx): string {
  return operatorOf(firstHost(mx)).operator
}

function firstHost({ hosts }: ProbeMx): string {
  return hosts[0]?.host ?? ''
}

function reachedHostOf(job: ProbeJob, { host = job.mx.hosts[0] }: Finding): ReachedHost | undefined {
  const [address] = host?.addresses ?? []
  if (host === undefined || address === undefined) return undefined
  const { operator, provider } = operatorOf(host.host)
  return { operator, isProvider: provider !== undefined, address, sighting: sightingOf(job) }
}
