import { registrableDomain } from '../../../deliverability/address/index.ts'
import { type Sighting, areApart } from './evidence.ts'

/** Extent of a block: one domain, one project, or all requests. */
export type BlockScope = 'domain' | 'project' | 'all'

/** Maximum number of cached blocks of one operator; the oldest are evicted first. */
const maxBlocks = 1000

interface Block extends Sighting {
  readonly untilMs: number
}

/** Circuit breaker for servers that block an egress. */
export class Breaker {
  readonly #openMs: number
  readonly #now: () => number
  readonly #domains = new Map<string, number>()
  readonly #projects = new Map<string, number>()
  /** Keyed by project and domain. */
  readonly #blocks = new Map<string, Block>()
  #openUntilMs = 0

  constructor(openMs: number, now: () => number) {
    this.#openMs = openMs
    this.#now = now
  }

  /** Milliseconds until the project may probe the domain again; 0 if it may now. */
  waitMs(domain: string, project: string): number {
    const untilMs = Math.max(this.#openUntilMs, this.#projects.get(project) ?? 0, this.#domains.get(domain) ?? 0)
    return Math.max(0, untilMs - this.#now())
  }

  /** Records a block by a server of unproven ownership, which any domain may list as its MX. It affects that domain only. */
  tripDomain(domain: string): void {
    const now = this.#now()
    for (const each of [this.#domains, this.#projects])
      for (const [key, untilMs] of each) if (untilMs <= now) each.delete(key)
    for (const [key, { untilMs }] of this.#blocks) if (untilMs <= now) this.#blocks.delete(key)
    this.#domains.set(domain, now + this.#openMs)
  }

  /**
   * Records that these servers block this host. Before the first RCPT a block applies to all domains of the project; after
   * RCPT it may be a rule of one domain, until a second domain reports the same. A block found by one project affects only
   * that project, until another project finds one at another registered domain. Returns the scope that is newly blocked.
   */
  trip(domain: string, project: string, isForAll: boolean): BlockScope {
    this.tripDomain(domain)
    const untilMs = this.#now() + this.#openMs
    const block = { project, domain: registrableDomain(domain), untilMs }
    const key = JSON.stringify([project, domain])
    this.#blocks.delete(key)
    const [oldest] = this.#blocks.size >= maxBlocks ? this.#blocks.keys() : []
    if (oldest !== undefined) this.#blocks.delete(oldest)
    const before = [...this.#blocks.values()]
    this.#blocks.set(key, block)
    const isOpen = this.#openUntilMs > this.#now()
    if (!isOpen && before.some((each) => areApart(each, block))) {
      this.#openUntilMs = untilMs
      return 'all'
    }
    const isProjects = isForAll || before.some((each) => each.project === project)
    if (isOpen || !isProjects || this.#projects.has(project)) return 'domain'
    this.#projects.set(project, untilMs)
    return 'project'
  }

  /** Applies a block found by another process. `of` is the domain or the project. */
  learn(scope: BlockScope, of: string, leftMs: number): void {
    const untilMs = this.#now() + Math.min(leftMs, this.#openMs)
    if (scope === 'all') this.#openUntilMs = Math.max(this.#openUntilMs, untilMs)
    const known = scope === 'domain' ? this.#domains : this.#projects
    if (scope !== 'all') known.set(of, Math.max(known.get(of) ?? 0, untilMs))
  }
}
