import type { MailHost } from '../../../deliverability/mx/index.ts'
import { hash } from './hash.ts'

const maxHosts = 10_000
/** Volleys of mixed answers that a host has to have repeated in their order before it is believed at once. */
const proofs = 2

/** What is cached of hosts. */
export class HostCache {
  readonly #dead: MarkedHosts
  readonly #outOfStep: MarkedHosts
  readonly #inStep: readonly MarkedHosts[]

  /** How long a host is avoided that was not there, and asked carefully whose answers did not match, milliseconds. */
  constructor({ deadHostMs, carefulMs }: { deadHostMs: number; carefulMs: number }, now: () => number) {
    this.#dead = new MarkedHosts(deadHostMs, now)
    this.#outOfStep = new MarkedHosts(carefulMs, now)
    this.#inStep = Array.from({ length: proofs }, () => new MarkedHosts(carefulMs, now))
  }

  /** Notes whether a host was reached, so that a first MX that is never there costs its time once. */
  note(host: string, isReached: boolean): void {
    if (isReached) this.#dead.delete(host)
    else this.#dead.add(host)
  }

  /** Notes that the answers of a host were more or fewer than the commands. */
  noteOutOfStep(host: string): void {
    this.#outOfStep.add(host)
    for (const proof of this.#inStep) proof.delete(host)
  }

  /** Notes that a host gave mixed answers once more, each to the same recipient as before. */
  noteInStep(host: string): void {
    this.#inStep.find((proof) => !proof.has(host))?.add(host)
  }

  /** Whether that was so often enough to believe the order of its answers. */
  isInStep(host: string): boolean {
    return this.#inStep.every((proof) => proof.has(host))
  }

  /** Whether that was noted lately. */
  isOutOfStep(host: string): boolean {
    return this.#outOfStep.has(host)
  }

  /**
   * The hosts of a domain in the order in which they are queried: those that were dead last, then by preference, then the one
   * that a session is open to. Among equals each domain has an order of its own, the same each time: they share the load over
   * domains, and one that greylists sees us again.
   */
  order(hosts: readonly MailHost[], { domain, open }: { domain: string; open: string | undefined }): MailHost[] {
    const keyed = hosts.map((host) => ({
      host,
      keys: [
        Number(this.#dead.has(host.host)),
        host.preference,
        Number(host.host !== open),
        hash(`${domain} ${host.host}`),
      ],
    }))
    return keyed.sort((one, other) => compare(one.keys, other.keys)).map(({ host }) => host)
  }
}

/** Hosts of which something holds for a time; the oldest is forgotten where there are too many. */
class MarkedHosts {
  readonly #heldMs: number
  readonly #now: () => number
  readonly #untilMs = new Map<string, number>()

  constructor(heldMs: number, now: () => number) {
    this.#heldMs = heldMs
    this.#now = now
  }

  has(host: string): boolean {
    return (this.#untilMs.get(host) ?? 0) > this.#now()
  }

  add(host: string): void {
    const [oldest] = this.#untilMs.size >= maxHosts ? this.#untilMs.keys() : []
    if (oldest !== undefined) this.#untilMs.delete(oldest)
    this.#untilMs.set(host, this.#now() + this.#heldMs)
  }

  delete(host: string): void {
    this.#untilMs.delete(host)
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
