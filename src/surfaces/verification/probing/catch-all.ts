import type { MailHost } from '../../../deliverability/mx/index.ts'
import type { RecipientAnswer } from '../../../deliverability/smtp/index.ts'
import { isPreferred } from './hosts.ts'
import type { ProbeJob } from './job.ts'

const maxDomains = 100_000

/** Which domains take mail for everybody, cached for a time. */
export class CatchAllCache {
  readonly #keptMs: number
  readonly #now: () => number
  readonly #known = new Map<string, { isCatchAll: boolean; untilMs: number }>()

  constructor(keptMs: number, now: () => number) {
    this.#keptMs = keptMs
    this.#now = now
  }

  /** Undefined where nobody has asked, or not lately. */
  get(domain: string): boolean | undefined {
    const known = this.#known.get(domain)
    if (known === undefined || known.untilMs > this.#now()) return known?.isCatchAll
    this.#known.delete(domain)
    return undefined
  }

  /** Caches, for so long where it was found out before; the oldest is forgotten where there are too many. */
  set(domain: string, isCatchAll: boolean, leftMs = this.#keptMs): void {
    const [oldest] = this.#known.size >= maxDomains ? this.#known.keys() : []
    if (oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(domain, { isCatchAll, untilMs: this.#now() + Math.min(leftMs, this.#keptMs) })
  }
}

export interface CatchAllDeps {
  readonly catchAll: Pick<CatchAllCache, 'get'>
  noteCatchAll(domain: string, isCatchAll: boolean): void
  /** What the server says of a name that nobody has; undefined where the limit has no space for it. */
  ask(): Promise<RecipientAnswer | undefined>
}

/** True if the domain of a job takes mail for a name that nobody has, as far as is known or a host says; null where it does not. */
export async function findCatchAll(
  host: MailHost,
  { evidence, mx, target: { domain } }: ProbeJob,
  { ask, catchAll, noteCatchAll }: CatchAllDeps,
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
  const answer = await ask()
  if (answer === undefined) {
    evidence.push({ check: 'catch_all', status: 'skip', detail: 'the rate limit of this provider is reached' })
    return null
  }
  const { outcome } = answer
  // Some servers call every mailbox disabled that they do not have.
  const isRefused = outcome === 'not_found' || outcome === 'disabled'
  const isCatchAll = outcome === 'accepted' ? true : isRefused ? false : null
  const words = {
    true: 'accepts every recipient',
    false: 'rejects a nonexistent recipient',
    null: `inconclusive: ${outcome}`,
  } as const
  evidence.push({ check: 'catch_all', status: isCatchAll === false ? 'pass' : 'warn', detail: words[`${isCatchAll}`] })
  // A secondary server may not know the mailboxes of the first.
  if (isCatchAll !== null && isBest) noteCatchAll(domain, isCatchAll)
  return isCatchAll
}
