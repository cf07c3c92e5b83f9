import type { MailHost } from '../../../engines/mx/index.ts'
import { hash } from './hash.ts'

const mostHosts = 10_000

/** Which hosts could not be reached lately, so that a first MX that is never there costs its time once. */
export class HostMemory {
  readonly #avoidedMs: number
  readonly #now: () => number
  readonly #deadUntilMs = new Map<string, number>()

  constructor(avoidedMs: number, now: () => number) {
    this.#avoidedMs = avoidedMs
    this.#now = now
  }

  /** Notes whether a host was reached. */
  note(host: string, isReached: boolean): void {
    if (isReached) return void this.#deadUntilMs.delete(host)
    const [oldest] = this.#deadUntilMs.size >= mostHosts ? this.#deadUntilMs.keys() : []
    if (oldest !== undefined) this.#deadUntilMs.delete(oldest)
    this.#deadUntilMs.set(host, this.#now() + this.#avoidedMs)
  }

  /**
   * The hosts of a domain in the order in which they are asked: those that were dead last, then by preference, then the one
   * that a session is open to. Among equals each domain has an order of its own, the same each time: they share the load over
   * domains, and one that greylists sees us again.
   */
  order(hosts: readonly MailHost[], { domain, open }: { domain: string; open: string | undefined }): MailHost[] {
    const now = this.#now()
    const isDead = ({ host }: MailHost) => (this.#deadUntilMs.get(host) ?? 0) > now
    const keyed = hosts.map((host) => ({
      host,
      keys: [Number(isDead(host)), host.preference, Number(host.host !== open), hash(`${domain} ${host.host}`)],
    }))
    return keyed.sort((one, other) => compare(one.keys, other.keys)).map(({ host }) => host)
  }
}

/** Whether a host is among those that a domain prefers. */
export function isPreferred({ preference }: MailHost, hosts: readonly MailHost[]): boolean {
  return hosts.every((each) => each.preference >= preference)
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((key, index) => key !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
