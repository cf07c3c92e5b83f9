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

/** Shape of a local part that no mailbox has: `random` of letters and digits, `name` one that reads like a name. */
export type MadeUpLocal = 'random' | 'name'

export interface CatchAllDeps {
  readonly catchAll: Pick<CatchAllCache, 'get'>
  noteCatchAll(domain: string, isCatchAll: boolean): void
  /** Probes a recipient that no mailbox has; undefined if the window has no slot for it. */
  probeMadeUpRecipient(local: MadeUpLocal): Promise<RecipientResult | undefined>
}

/** True for a catch-all domain, from the cache or probes of the host; null if undetermined. */
export async function findCatchAll(
  host: MailHost,
  { evidence, mx, target: { domain } }: ProbeJob,
  { probeMadeUpRecipient, catchAll, noteCatchAll }: CatchAllDeps,
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
  const first = await probeMadeUpRecipient('random')
  if (first === undefined) {
    evidence.push({ check: 'catch_all', status: 'skip', detail: 'the rate limit of this provider is reached' })
    return null
  }
  // A server that accepts every recipient may refuse by a rule about names, which random letters and digits break.
  const second = isRefused(first) ? await probeMadeUpRecipient('name') : undefined
  const isCatchAll = conclude(first, second)
  evidence.push({
    check: 'catch_all',
    status: isCatchAll === false ? 'pass' : 'warn',
    detail: describe(isCatchAll, first, second),
  })
  // A secondary MX may not know the mailboxes of the primary.
  if (isCatchAll !== null && isBest) noteCatchAll(domain, isCatchAll)
  return isCatchAll
}

/** Some servers report every nonexistent mailbox as disabled. */
function isRefused({ outcome }: RecipientResult): boolean {
  return outcome === 'not_found' || outcome === 'disabled'
}

function conclude(first: RecipientResult, second: RecipientResult | undefined): boolean | null {
  if (first.outcome === 'accepted' || second?.outcome === 'accepted') return true
  return isRefused(first) ? false : null
}

function describe(isCatchAll: boolean | null, first: RecipientResult, second: RecipientResult | undefined): string {
  if (isCatchAll === null) return `inconclusive: ${first.outcome}`
  if (second?.outcome === 'accepted') return 'accepts a made-up name, and rejects random letters and digits'
  if (isCatchAll) return 'accepts every recipient'
  return second !== undefined && isRefused(second)
    ? 'rejects two nonexistent recipients'
    : 'rejects a nonexistent recipient'
}
