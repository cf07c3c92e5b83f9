import type { MailHost } from '../../../deliverability/mx/index.ts'
import { hash } from './hash.ts'

const maxHosts = 10_000
/** Pipelined command groups with mixed replies that a host must have confirmed in order before its order is trusted. */
const proofs = 2

export class HostCache {
  readonly #dead: MarkedHosts
  readonly #outOfStep: MarkedHosts
  readonly #inStep: readonly MarkedHosts[]

  /**
   * Duration for which an unreachable host is avoided, and for which a host with mismatched replies is not pipelined,
   * milliseconds.
   */
  constructor({ deadHostMs, carefulMs }: { deadHostMs: number; carefulMs: number }, now: () => number) {
    this.#dead = new MarkedHosts(deadHostMs, now)
    this.#outOfStep = new MarkedHosts(carefulMs, now)
    this.#inStep = Array.from({ length: proofs }, () => new MarkedHosts(carefulMs, now))
  }

  /** An unreachable first MX costs its connection timeout only once. */
  note(host: string, isReached: boolean): void {
    if (isReached) this.#dead.delete(host)
    else this.#dead.add(host)
  }

  /** Records that a host sent more or fewer replies than commands. */
  noteOutOfStep(host: string): void {
    this.#outOfStep.add(host)
    for (const proof of this.#inStep) proof.delete(host)
  }

  /** Records that a host repeated mixed replies in the same order. */
  noteInStep(host: string): void {
    this.#inStep.find((proof) => !proof.has(host))?.add(host)
  }

  /** True if enough repetitions were recorded to trust its order. */
  isInStep(host: string): boolean {
    return this.#inStep.every((proof) => proof.has(host))
  }

  /** True if a mismatch was recorded recently. */
  isOutOfStep(host: string): boolean {
    return this.#outOfStep.has(host)
  }

  /**
   * Hosts in the order of connection attempts: unreachable ones last, then by preference, then the host of the open session.
   * Equal hosts have a fixed order per domain, which spreads the load and lets a greylisting host see the same client again.
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

/** Hosts with an expiring mark; the oldest is evicted if full. */
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

export function isPreferred({ preference }: MailHost, hosts: readonly MailHost[]): boolean {
  return hosts.every((each) => each.preference >= preference)
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((key, index) => key !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
