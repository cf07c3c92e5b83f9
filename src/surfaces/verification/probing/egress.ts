import type { Socks5Proxy } from '../../../platform/net/index.ts'
import { hash } from './hash.ts'

/** One way out: this machine itself, or a proxy. */
export interface Egress {
  /** Without user and password: it stands in logs and metrics. */
  readonly id: string
  /** The same at every replica that leaves the same way. */
  readonly sharedId: string
  readonly via?: Socks5Proxy
}

/** Why an egress rests. */
export type Pause = { readonly reason: 'port25' | 'proxy'; readonly untilMs: number }

interface PoolParts {
  readonly silentGroups: number
  readonly silentMs: number
  readonly proxyMs: number
  readonly now: () => number
}

/** So many times more must be silent where somebody was heard lately. */
const doubt = 4

/** The ways out, in an order of its own for each domain, and which of them rest. */
export class EgressPool {
  readonly all: readonly Egress[]
  readonly #parts: PoolParts
  readonly #pauses = new Map<Egress, Pause>()
  readonly #silent = new Map<Egress, Set<string>>()
  readonly #heardAtMs = new Map<Egress, number>()

  constructor(proxies: readonly Socks5Proxy[], helo: string, parts: PoolParts) {
    const named = proxies.map((via) => {
      const id = `socks5://${via.host}:${via.port}`
      return { id, sharedId: id, via }
    })
    // Replicas with one name share an address, for a name leads to one.
    this.all = named.length > 0 ? named : [{ id: 'direct', sharedId: `direct ${helo}` }]
    this.#parts = parts
  }

  /**
   * Those that may be used for a domain, the one it always gets first: a greylist wants to see the same client again. Another
   * egress more, or one less, moves no more domains than it must (rendezvous hashing).
   */
  order(domain: string): Egress[] {
    const weight = new Map(this.all.map((egress) => [egress, hash(`${egress.id} ${domain}`)]))
    return this.all
      .filter((egress) => this.pauseOf(egress) === undefined)
      .sort((one, other) => (weight.get(other) ?? 0) - (weight.get(one) ?? 0))
  }

  /** Why and until when the egress rests. */
  pauseOf(egress: Egress): Pause | undefined {
    const pause = this.#pauses.get(egress)
    return pause === undefined || pause.untilMs <= this.#parts.now() ? undefined : pause
  }

  /** Somebody else found the port closed. */
  learn(egress: Egress, leftMs: number): void {
    const untilMs = this.#parts.now() + Math.min(leftMs, this.#parts.silentMs)
    if (this.pauseOf(egress) === undefined) this.#pauses.set(egress, { reason: 'port25', untilMs })
  }

  /** A server answered, or refused: the port is open. */
  noteContact(egress: Egress): void {
    this.#silent.get(egress)?.clear()
    this.#heardAtMs.set(egress, this.#parts.now())
  }

  /**
   * Nobody answered behind these servers. Whether now so many are silent that it must be the port: where somebody was heard
   * lately it takes more, for lists have many domains in a row that are gone, and the rest is for all who verify.
   */
  noteSilence(egress: Egress, group: string): boolean {
    const { now, silentGroups, silentMs } = this.#parts
    const silent = this.#silent.get(egress) ?? new Set()
    const isHeard = now() - (this.#heardAtMs.get(egress) ?? -Infinity) < silentMs
    const most = isHeard ? silentGroups * doubt : silentGroups
    // No more are kept than the larger of both numbers.
    if (silent.size < silentGroups * doubt) this.#silent.set(egress, silent.add(group))
    if (silent.size < most || this.pauseOf(egress) !== undefined) return false
    this.#pauses.set(egress, { reason: 'port25', untilMs: now() + silentMs })
    return true
  }

  /** The proxy does not do its work. Whether that is new. */
  noteProxyFailure(egress: Egress): boolean {
    if (this.pauseOf(egress) !== undefined) return false
    this.#pauses.set(egress, { reason: 'proxy', untilMs: this.#parts.now() + this.#parts.proxyMs })
    return true
  }
}
