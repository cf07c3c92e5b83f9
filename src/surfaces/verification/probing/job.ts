import type { MailHost, MxFinding } from '../../../deliverability/mx/index.ts'
import type { MailboxProbe, ProbeEvidence, ProbeOutcome, Recipient } from '../../../deliverability/smtp/index.ts'

/** An address as it is requested. */
export interface ProbeTarget {
  /** In A-labels and lower case. */
  readonly domain: string
  /** What goes into RCPT: the local part as it was written, the domain in A-labels. */
  readonly ascii: string
  readonly needsSmtpUtf8: boolean
}

/** Who takes the mail of its domain: hosts in the order in which they are tried, with their addresses. */
export type ProbeMx = Pick<MxFinding, 'hosts' | 'provider'>

/** How one probe is wanted. */
export interface ProbeOptions {
  /** Ends it, wherever it is; what was not found out by then is `timeout`. */
  readonly signal?: AbortSignal
  /** Someone waits for it: it goes before those that do not matter to anybody now. */
  readonly isUrgent?: boolean
  /** How often it was tried before and put off, for the time until the next try. */
  readonly triesBefore?: number
  /** Id of the project that verifies; probes without one count as those of one project. */
  readonly project?: string
}

/** What asking came to, before it is put into words. */
export interface Finding {
  readonly outcome: ProbeOutcome
  readonly canConnect: boolean
  readonly host?: MailHost
  readonly code?: number
  readonly enhancedCode?: string
  readonly message?: string
  readonly catchAll?: boolean | null
  readonly retryAfterMs?: number
  /** The command that was refused, where one was. */
  readonly phase?: string
  /** Not one connection was answered, not even by a refusal. */
  readonly isSilent?: boolean
  /** A proxy that answers did not connect us: the reason may be the proxy or the host. */
  readonly isProxyReply?: boolean
}

/** One address that waits for its turn, or has it. */
export interface ProbeJob {
  readonly target: ProbeTarget
  /** The target as a session is requested it. */
  readonly recipient: Recipient
  readonly mx: ProbeMx
  /** The servers that are limited together: those of one provider, or of one owner. */
  readonly group: string
  readonly options: ProbeOptions
  readonly startedAt: number
  readonly evidence: ProbeEvidence[]
  /** Recipients that servers were requested on its behalf. */
  asked: number
  /** Waits until one more may be requested within the limit, so many milliseconds at most; false where that was too long. */
  mayQuery(maxMs: number): Promise<boolean>
  /** Ids of the egresses whose proxies did not connect to its hosts. */
  readonly failedProxies: Set<string>
  /** True if it has its answer; then it is passed over. */
  isSettled: boolean
  settle(finding: Finding): void
}

/** A job, and the promise of its probe. `retryDelay` says when to try again. */
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
    asked: 0,
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
