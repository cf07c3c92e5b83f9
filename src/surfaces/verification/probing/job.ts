import type { MailHost, MxFinding } from '../../../deliverability/mx/index.ts'
import type { MailboxProbe, ProbeEvidence, ProbeOutcome, Recipient } from '../../../deliverability/smtp/index.ts'

export interface ProbeTarget {
  /** In A-labels and lowercase. */
  readonly domain: string
  /** The RCPT argument: the local part as written, the domain in A-labels. */
  readonly ascii: string
  readonly needsSmtpUtf8: boolean
}

/** Mail hosts of the domain in the order of attempts, with their IP addresses. */
export type ProbeMx = Pick<MxFinding, 'hosts' | 'provider'>

export interface ProbeOptions {
  /** Aborts the probe; its result is then `timeout`. */
  readonly signal?: AbortSignal
  /** An interactive request waits for the result; it precedes background probes. */
  readonly isUrgent?: boolean
  /** Previous deferred attempts, which determine the delay until the next one. */
  readonly triesBefore?: number
  /** Id of the project; probes without one count as one project. */
  readonly project?: string
  readonly harvest?: HarvestHints
}

/** Facts about an address that tell whether mailboxes are guessed. */
export interface HarvestHints {
  /** The domain is a public mailbox provider. */
  readonly isPublicDomain?: boolean
  readonly isRole?: boolean
  /** One of several guesses of the address of one person. */
  readonly isAlternative?: boolean
}

/** Result of a probe before it is worded. */
export interface Finding {
  readonly outcome: ProbeOutcome
  readonly canConnect: boolean
  readonly host?: MailHost
  readonly code?: number
  readonly enhancedCode?: string
  readonly message?: string
  readonly catchAll?: boolean | null
  readonly retryAfterMs?: number
  /** The refused command. */
  readonly phase?: string
  /** No connection got any response, not even a refusal. */
  readonly isSilent?: boolean
  /** The proxy responded but did not connect: the cause may be the proxy or the host. */
  readonly isProxyReply?: boolean
}

/** A queued or running probe. */
export interface ProbeJob {
  readonly target: ProbeTarget
  /** The target as the session takes it. */
  readonly recipient: Recipient
  readonly mx: ProbeMx
  /** Key of the rate limit: a provider or the owner of the servers. */
  readonly group: string
  readonly options: ProbeOptions
  readonly startedAt: number
  readonly evidence: ProbeEvidence[]
  /** Number of RCPT commands sent for this job. */
  rcptCount: number
  /** Waits up to that many milliseconds until one more RCPT is allowed; false after a timeout. */
  mayQuery(maxMs: number): Promise<boolean>
  /** Ids of egresses whose proxy did not connect to its hosts. */
  readonly failedProxies: Set<string>
  /** A settled job is skipped in the queues. */
  isSettled: boolean
  settle(finding: Finding): void
}

/** `retryDelay` returns the milliseconds until the next attempt; undefined after the last one. */
export function createJob(
  parts: Pick<ProbeJob, 'target' | 'mx' | 'group' | 'options'>,
  { now, retryDelay }: { now: () => number; retryDelay: (triesBefore: number) => number | undefined },
): { job: ProbeJob; probe: Promise<MailboxProbe> } {
  const { promise, resolve } = Promise.withResolvers<MailboxProbe>()
  const { signal, triesBefore = 0 } = parts.options
  const { ascii: address, needsSmtpUtf8: isInternational } = parts.target
  const onAbort = () => {
    job.evidence.push({ check: 'egress', status: 'error', detail: 'canceled' })
    job.settle({ outcome: 'timeout', canConnect: false })
  }
  const job: ProbeJob = {
    ...parts,
    recipient: { address, isInternational },
    startedAt: now(),
    evidence: [],
    rcptCount: 0,
    failedProxies: new Set(),
    mayQuery: async () => true,
    isSettled: false,
    settle({
      host,
      outcome,
      catchAll = null,
      phase: _phase,
      isSilent: _isSilent,
      isProxyReply: _isProxyReply,
      ...rest
    }) {
      if (job.isSettled) return
      job.isSettled = true
      signal?.removeEventListener('abort', onAbort)
      const isLater = outcome === 'greylisted' || outcome === 'deferred'
      const retryAfterMs = rest.retryAfterMs ?? (isLater ? retryDelay(triesBefore) : undefined)
      resolve({
        ...rest,
        outcome,
        catchAll,
        ...(host === undefined ? {} : { host: host.host }),
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
        durationMs: Math.round(now() - job.startedAt),
        evidence: job.evidence,
      })
    },
  }
  if (signal?.aborted === true) onAbort()
  else signal?.addEventListener('abort', onAbort, { once: true })
  return { job, probe: promise }
}
