import type { MailHost } from '../../../deliverability/mx/index.ts'
import { Session, type SessionPlan, openSession } from '../../../deliverability/smtp/index.ts'
import type { Connect } from '../../../platform/net/index.ts'
import { findingOf, outcomes } from './finding.ts'
import type { HostCache } from './hosts.ts'
import type { Finding, ProbeJob } from './job.ts'
import type { ProbingLimits } from './limits.ts'

export interface ConnectionDeps {
  readonly connect: Connect
  readonly via: Parameters<Connect>[0]['via']
  readonly helo: string
  readonly mailFrom: string
  readonly port: number
  readonly limits: Pick<ProbingLimits, 'connectMs' | 'timeouts'>
  readonly hosts: HostCache
  readonly now: () => number
}

/** A session with one IP address of a host. */
export interface OpenConnection {
  readonly host: MailHost
  readonly address: string
  readonly session: Session
  readonly abort: AbortController
  readonly openedAt: number
  readonly isCareful: boolean
}

/**
 * Connects and greets until the job is aborted; returns the finding on failure. Adds the steps to the evidence of the job.
 */
export async function openConnection(
  { address, host }: Pick<OpenConnection, 'host' | 'address'>,
  job: ProbeJob,
  deps: ConnectionDeps,
): Promise<OpenConnection | Finding> {
  const { connect, limits, now, port, via } = deps
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
      const { isProxyReply = false } = connected
      return { outcome: outcomes[connected.failure], canConnect: false, host, isSilent, isProxyReply }
    }
    job.evidence.push({ check: 'connect', status: 'pass', detail: host.host, ms })
    const plan = planFor(host, job, deps)
    const session = await openSession(connected.stream, plan, job.evidence)
    if (!(session instanceof Session)) return findingOf(session, host)
    return { host, address, session, abort, openedAt: startedAt, isCareful: plan.isCareful === true }
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}

function planFor({ host }: MailHost, { mx }: ProbeJob, deps: ConnectionDeps): SessionPlan {
  const { helo, hosts, limits, mailFrom, now } = deps
  const recipientMs = mx.provider?.recipientMs ?? limits.timeouts.recipientMs
  const step = { isCareful: hosts.isOutOfStep(host), isInStep: hosts.isInStep(host) }
  return { helo, mailFrom, host, tls: 'on_530', timeouts: { ...limits.timeouts, recipientMs }, ...step, now }
}
