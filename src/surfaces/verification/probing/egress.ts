import type { Socks5Proxy } from '../../../platform/net/index.ts'
import { type Sighting, type Witness, areIndependent, hasPair, networkOf, withSighting } from './evidence.ts'
import { hash } from './hash.ts'

/** One egress: this machine itself, or a proxy. */
export interface Egress {
  /** Without user and password: it is in logs and metrics. */
  readonly id: string
  /** The same at every replica that leaves the same way. */
  readonly sharedId: string
  readonly via?: Socks5Proxy
}

/** Why an egress rests. */
export type Pause = { readonly reason: 'port25' | 'proxy'; readonly untilMs: number }

/** A mail host that was met, and through whose address. */
export interface ReachedHost {
  readonly operator: string
  readonly isProvider: boolean
  readonly address: string
  readonly sighting: Sighting
}

/** A host that can show whether port 25 is open. */
export interface ReferenceHost extends Witness {
  readonly isProvider: boolean
  readonly address: string
}

interface PoolDeps {
  readonly silentGroups: number
  readonly receivedMs: number
  readonly portCheckMs: number
  readonly proxyMs: number
  readonly now: () => number
}

/** Operators that are cached as silent, and hosts as having answered, for each egress. */
const maxSilent = 64
const maxReceived = 64

interface EgressState {
  pause: Pause | undefined
  /** Port 25 was found blocked, and no check has shown otherwise since. */
  isPortBlocked: boolean
  /** Operators whose hosts timed out since a host answered the last time. */
  readonly silent: Map<string, ReferenceHost>
  /** Hosts that answered, by operator; the latest last. */
  readonly received: Map<string, ReferenceHost>
  receivedAtMs: number
  checkedAtMs: number
  /** Hosts to which the proxy did not connect, and until when that counts. */
  readonly unserved: Map<string, ReferenceHost & { untilMs: number }>
}

/** The egress addresses, in an order of its own for each domain, and which of them rest. */
export class EgressPool {
  readonly all: readonly Egress[]
  readonly #parts: PoolDeps
  readonly #states = new Map<Egress, EgressState>()

  constructor(proxies: readonly Socks5Proxy[], helo: string, parts: PoolDeps) {
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
    const { pause } = this.#stateOf(egress)
    return pause === undefined || pause.untilMs <= this.#parts.now() ? undefined : pause
  }

  /** Another process found port 25 blocked. */
  learn(egress: Egress, leftMs: number): void {
    if (this.pauseOf(egress) === undefined) this.#pausePort(egress, Math.min(leftMs, this.#parts.portCheckMs))
  }

  /** A server answered, or refused: the port is open. */
  noteContact(egress: Egress, met?: ReachedHost): void {
    const state = this.#stateOf(egress)
    state.silent.clear()
    state.receivedAtMs = this.#parts.now()
    state.unserved.clear()
    if (met === undefined) return
    const host = metAgain(state.received.get(met.operator), met)
    state.received.delete(met.operator)
    const [oldest] = state.received.size >= maxReceived ? state.received.keys() : []
    if (oldest !== undefined) state.received.delete(oldest)
    state.received.set(met.operator, host)
  }

  /**
   * No host of an operator answered. Whether port 25 has to be checked now. Silence alone proves nothing, for anybody can own a
   * domain whose mail hosts never answer, and a pause would concern everybody who verifies.
   */
  noteSilence(egress: Egress, met: ReachedHost): boolean {
    const { receivedMs, now, portCheckMs, silentGroups } = this.#parts
    const state = this.#stateOf(egress)
    const before = state.silent.get(met.operator)
    if (before !== undefined || state.silent.size < maxSilent) state.silent.set(met.operator, metAgain(before, met))
    const isReceived = now() - state.receivedAtMs < receivedMs
    return state.silent.size >= (isReceived ? silentGroups : 1) && now() - state.checkedAtMs >= portCheckMs
  }

  /** True if port 25 was blocked, and the pause is over: it is checked before it is used again. */
  isCheckDue(egress: Egress): boolean {
    return this.#stateOf(egress).isPortBlocked && this.pauseOf(egress) === undefined
  }

  /** Hosts that answered, known providers first, then the latest; and hosts of known providers that are silent now. */
  evidence(egress: Egress): { received: ReferenceHost[]; silentProviders: ReferenceHost[] } {
    const { received, silent } = this.#stateOf(egress)
    const latest = [...received.values()].toReversed()
    return {
      received: latest.toSorted((one, other) => Number(other.isProvider) - Number(one.isProvider)),
      silentProviders: [...silent.values()].filter(({ isProvider }) => isProvider),
    }
  }

  /** A check of port 25 is over. Whether its result is another one than before. */
  notePort(egress: Egress, found: 'open' | 'blocked' | 'undecided'): boolean {
    const state = this.#stateOf(egress)
    const wasBlocked = state.isPortBlocked
    // Undecided after a pause, the port is tried, and checked again with the first host that is silent.
    if (found !== 'undecided' || !wasBlocked) state.checkedAtMs = this.#parts.now()
    if (found === 'blocked') this.#pausePort(egress, this.#parts.portCheckMs)
    else state.isPortBlocked = false
    if (found === 'open') this.noteContact(egress)
    return wasBlocked !== state.isPortBlocked
  }

  /**
   * The proxy does not do its work. Whether that is new. With a host, it works and did not connect to that one: some proxies say
   * the same of a host that is not there, so that it takes two independent ones.
   */
  noteProxyFailure(egress: Egress, met?: ReachedHost): boolean {
    if (this.pauseOf(egress) !== undefined) return false
    if (met !== undefined && !this.#isUnserved(egress, met)) return false
    this.#stateOf(egress).pause = { reason: 'proxy', untilMs: this.#parts.now() + this.#parts.proxyMs }
    return true
  }

  #isUnserved(egress: Egress, met: ReachedHost): boolean {
    const { unserved } = this.#stateOf(egress)
    const now = this.#parts.now()
    for (const [key, { untilMs }] of unserved) if (untilMs <= now) unserved.delete(key)
    const before = unserved.get(met.operator)
    if (before === undefined && unserved.size >= maxSilent) return false
    unserved.set(met.operator, { ...metAgain(before, met), untilMs: now + this.#parts.proxyMs })
    return hasPair([...unserved.values()], areIndependent)
  }

  #pausePort(egress: Egress, forMs: number): void {
    const state = this.#stateOf(egress)
    state.isPortBlocked = true
    state.pause = { reason: 'port25', untilMs: this.#parts.now() + forMs }
  }

  #stateOf(egress: Egress): EgressState {
    const known = this.#states.get(egress)
    if (known !== undefined) return known
    const state: EgressState = {
      pause: undefined,
      isPortBlocked: false,
      silent: new Map(),
      received: new Map(),
      receivedAtMs: -Infinity,
      checkedAtMs: -Infinity,
      unserved: new Map(),
    }
    this.#states.set(egress, state)
    return state
  }
}

function metAgain(
  before: ReferenceHost | undefined,
  { address, isProvider, operator, sighting }: ReachedHost,
): ReferenceHost {
  const sightings = withSighting(before?.sightings ?? [], sighting)
  return { address, isProvider, operator, network: networkOf(address), sightings }
}
