import type { MailHost } from '../../../deliverability/mx/index.ts'
import type { RecipientResult } from '../../../deliverability/smtp/index.ts'
import { isPreferred } from './hosts.ts'
import type { ProbeJob } from './job.ts'

const maxDomains = 100_000

/** Cache of catch-all domains. */
export class CatchAllCache {
  readonly #keptMs: number
  readonly #now: () => number
  readonly #known = new Map<string, { isCatchAll: boolean; untilMs: number }>()

  constructor(keptMs: number, now: () => number) {
    this.#keptMs = keptMs
    this.#now = now
  }

  /** Undefined if unknown or expired. */
  get(domain: string): boolean | undefined {
    const known = this.#known.get(domain)
    if (known === undefined || known.untilMs > this.#now()) return known?.isCatchAll
    this.#known.delete(domain)
    return undefined
  }

  /** `leftMs` is the remaining time of a result from another process. Evicts the oldest entry if full. */
  set(domain: string, isCatchAll: boolean, leftMs = this.#keptMs): void {
    const [oldest] = this.#known.size >= maxDomains ? this.#known.keys() : []
    if (oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(domain, { isCatchAll, untilMs: this.#now() + Math.min(leftMs, this.#keptMs) })
  }
}

export interface CatchAllDeps {
  readonly catchAll: Pick<CatchAllCache, 'get'>
  noteCatchAll(domain: string, isCatchAll: boolean): void
  /** Probes a random recipient; undefined if the window has no slot for it. */
  probeRandomRecipient(): Promise<RecipientResult | undefined>
}

/** True for a catch-all domain, from the cache or a probe of the host; null if undetermined. */
export async function findCatchAll(
  host: MailHost,
  { evidence, mx, target: { domain } }: ProbeJob,
  { probeRandomRecipient, catchAll, noteCatchAll }: CatchAllDeps,
): Promise<boolean | null> {
  const isBest = isPreferred(host, mx.hosts)
  const known = isBest ? catchAll.get(domain) : undefined
  if (known !== undefined) {
    evidence.push({
      check: 'catch_all',
      status: 'skip',
      detail: `cached: ${known ? 'accepts every recipient' : 'rejects nonexistent recipients'}`,
    })
    return known
  }
  if (mx.provider?.mayProbeCatchAll === false) {
    evidence.push({ check: 'catch_all', status: 'skip', detail: 'not checked at this provider' })
    return null
  }
  const answer = await probeRandomRecipient()
  if (answer === undefined) {
    evidence.push({ check: 'catch_all', status: 'skip', detail: 'the rate limit of this provider is reached' })
    return null
  }
  const { outcome } = answer
  // Some servers report every nonexistent mailbox as disabled.
  const isRefused = outcome === 'not_found' || outcome === 'disabled'
  const isCatchAll = outcome === 'accepted' ? true : isRefused ? false : null
  const words = {
    true: 'accepts every recipient',
    false: 'rejects a nonexistent recipient',
    null: `inconclusive: ${outcome}`,
  } as const
  evidence.push({ check: 'catch_all', status: isCatchAll === false ? 'pass' : 'warn', detail: words[`${isCatchAll}`] })
  // A secondary MX may not know the mailboxes of the primary.
  if (isCatchAll !== null && isBest) noteCatchAll(domain, isCatchAll)
  return isCatchAll
}
