import type { MailHost } from '../../../deliverability/mx/index.ts'
import { type RecipientResult, shapeOfLocal } from '../../../deliverability/smtp/index.ts'
import { isPreferred } from './hosts.ts'
import type { ProbeJob, ProbeTarget } from './job.ts'

const maxDomains = 100_000

/**
 * What a finding about a catch-all is kept under: the domain, and the shape of the local part that was asked unless it is one
 * word. A server that accepts every `first.last` and nothing else is no catch-all for `info`.
 */
export function catchAllName({ ascii, domain }: Pick<ProbeTarget, 'ascii' | 'domain'>): string {
  const shape = shapeOfLocal(ascii.slice(0, ascii.lastIndexOf('@')))
  return shape === '' ? domain : `${domain} ${shape}`
}

/** What is kept of random letters and digits, which have no shape. */
export function randomLocalName({ domain }: Pick<ProbeTarget, 'domain'>): string {
  return `${domain} *`
}

/** Undefined if it has to be asked for: a server that accepts random letters and digits accepts every shape. */
export function knownCatchAll(cache: Pick<CatchAllCache, 'get'>, target: ProbeTarget): boolean | undefined {
  return cache.get(randomLocalName(target)) === true ? true : cache.get(catchAllName(target))
}

/** Cache of catch-all domains, by `catchAllName` and `randomLocalName`. */
export class CatchAllCache {
  readonly #keptMs: number
  readonly #now: () => number
  readonly #known = new Map<string, { isCatchAll: boolean; untilMs: number }>()

  constructor(keptMs: number, now: () => number) {
    this.#keptMs = keptMs
    this.#now = now
  }

  /** Undefined if unknown or expired. */
  get(name: string): boolean | undefined {
    const known = this.#known.get(name)
    if (known === undefined || known.untilMs > this.#now()) return known?.isCatchAll
    this.#known.delete(name)
    return undefined
  }

  /** `leftMs` is the remaining time of a result from another process. Evicts the oldest entry if full. */
  set(name: string, isCatchAll: boolean, leftMs = this.#keptMs): void {
    const [oldest] = this.#known.size >= maxDomains ? this.#known.keys() : []
    if (oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(name, { isCatchAll, untilMs: this.#now() + Math.min(leftMs, this.#keptMs) })
  }
}

/** A local part that no mailbox has: `random` of letters and digits, `name` one that reads like a name of the shape asked. */
export type MadeUpLocal = 'random' | 'name'

export interface CatchAllDeps {
  readonly catchAll: Pick<CatchAllCache, 'get'>
  noteCatchAll(name: string, isCatchAll: boolean): void
  /** Probes a recipient that no mailbox has; undefined if the window has no slot for it. */
  probeMadeUpRecipient(local: MadeUpLocal): Promise<RecipientResult | undefined>
}

/** True for a catch-all domain, from the cache or probes of the host; null if undetermined. */
export async function findCatchAll(
  host: MailHost,
  { evidence, mx, target }: ProbeJob,
  { probeMadeUpRecipient, catchAll, noteCatchAll }: CatchAllDeps,
): Promise<boolean | null> {
  const isBest = isPreferred(host, mx.hosts)
  const known = isBest ? knownCatchAll(catchAll, target) : undefined
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
  const wasRandomRefused = isBest && catchAll.get(randomLocalName(target)) === false
  const first = wasRandomRefused ? undefined : await probeMadeUpRecipient('random')
  const isRandomRefused = wasRandomRefused || (first !== undefined && isRefused(first))
  // A server that accepts every recipient may refuse by a rule about names, which random letters and digits break.
  const second = isRandomRefused ? await probeMadeUpRecipient('name') : undefined
  const last = second ?? first
  if (last === undefined) {
    evidence.push({ check: 'catch_all', status: 'skip', detail: 'the rate limit of this provider is reached' })
    return null
  }
  const isAccepted = last.outcome === 'accepted'
  const isCatchAll = isAccepted ? true : isRandomRefused ? false : null
  evidence.push({
    check: 'catch_all',
    status: isCatchAll === false ? 'pass' : 'warn',
    detail: describe(isCatchAll, { last, isRandomRefused, areBothRefused: second !== undefined && isRefused(second) }),
  })
  // A secondary MX may not know the mailboxes of the primary.
  if (!isBest || isCatchAll === null) return isCatchAll
  if (!wasRandomRefused) noteCatchAll(randomLocalName(target), !isRandomRefused)
  if (isRandomRefused) noteCatchAll(catchAllName(target), isCatchAll)
  return isCatchAll
}

/** Some servers report every nonexistent mailbox as disabled. */
function isRefused({ outcome }: RecipientResult): boolean {
  return outcome === 'not_found' || outcome === 'disabled'
}

function describe(
  isCatchAll: boolean | null,
  {
    last,
    isRandomRefused,
    areBothRefused,
  }: { last: RecipientResult; isRandomRefused: boolean; areBothRefused: boolean },
): string {
  if (isCatchAll === null) return `inconclusive: ${last.outcome}`
  if (isCatchAll)
    return isRandomRefused ? 'accepts a made-up name, and rejects random letters and digits' : 'accepts every recipient'
  return areBothRefused ? 'rejects two nonexistent recipients' : 'rejects a nonexistent recipient'
}
