import { registrableDomain } from '../../../deliverability/address/index.ts'
import { type Sighting, areApart } from './evidence.ts'

/** Whom a block concerns: one domain, all that one project verifies, or everybody. */
export type BlockScope = 'domain' | 'project' | 'all'

/** Domains that are cached of the servers of one operator; the oldest go first. */
const maxBlocks = 1000

interface Block extends Sighting {
  readonly untilMs: number
}

/** Caches who blocks an egress, so that nobody is queried again who has just said no. */
export class Breaker {
  readonly #openMs: number
  readonly #now: () => number
  readonly #domains = new Map<string, number>()
  readonly #projects = new Map<string, number>()
  /** Blocks by project and registered domain. */
  readonly #blocks = new Map<string, Block>()
  #openUntilMs = 0

  constructor(openMs: number, now: () => number) {
    this.#openMs = openMs
    this.#now = now
  }

  /** How long a project does not request the domain any more, milliseconds; 0 when it may. */
  waitMs(domain: string, project: string): number {
    const untilMs = Math.max(this.#openUntilMs, this.#projects.get(project) ?? 0, this.#domains.get(domain) ?? 0)
    return Math.max(0, untilMs - this.#now())
  }

  /** Notes that a server which anybody may have named for a domain blocks us: that concerns the domain. */
  tripDomain(domain: string): void {
    const now = this.#now()
    for (const each of [this.#domains, this.#projects])
      for (const [key, untilMs] of each) if (untilMs <= now) each.delete(key)
    for (const [key, { untilMs }] of this.#blocks) if (untilMs <= now) this.#blocks.delete(key)
    this.#domains.set(domain, now + this.#openMs)
  }

  /**
   * Notes that these servers block us. Said before any recipient was named it is meant for all domains; said to a recipient it may
   * be the rule of one domain, until a second says the same. What one project met concerns that project alone, until another
   * one met the same at another registered domain. Answers whom it concerns newly.
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

  /** Notes what another process found. `of` is the domain or the project that it concerns. */
  learn(scope: BlockScope, of: string, leftMs: number): void {
    const untilMs = this.#now() + Math.min(leftMs, this.#openMs)
    if (scope === 'all') this.#openUntilMs = Math.max(this.#openUntilMs, untilMs)
    const known = scope === 'domain' ? this.#domains : this.#projects
    if (scope !== 'all') known.set(of, Math.max(known.get(of) ?? 0, untilMs))
  }
}
