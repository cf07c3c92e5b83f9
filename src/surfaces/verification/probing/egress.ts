import type { Socks5Proxy } from '../../../platform/net/index.ts'
import { type Sighting, type Witness, areIndependent, hasPair, networkOf, withSighting } from './evidence.ts'
import { hash } from './hash.ts'

/** This machine itself, or a proxy. */
export interface Egress {
  /** Without user and password, because it appears in logs and metrics. */
  readonly id: string
  /** Equal on all replicas that use the same egress. */
  readonly sharedId: string
  readonly via?: Socks5Proxy
}

/** Reason and end of a pause. */
export type Pause = { readonly reason: 'port25' | 'proxy'; readonly untilMs: number }

/** A contacted mail host, and the address whose verification led to it. */
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

/** Maximum number of silent operators and of responding hosts, per egress. */
const maxSilent = 64
const maxReceived = 64

interface EgressState {
  pause: Pause | undefined
  /** Port 25 was blocked at the last check. */
  isPortBlocked: boolean
  /** Operators whose hosts timed out since the last response of any host. */
  readonly silent: Map<string, ReferenceHost>
  /** Hosts that responded, by operator; latest last. */
  readonly received: Map<string, ReferenceHost>
  receivedAtMs: number
  checkedAtMs: number
  /** Hosts to which the proxy did not connect, with the time of expiry. */
  readonly unserved: Map<string, ReferenceHost & { untilMs: number }>
}

/** The egresses in a fixed order per domain, and their pauses. */
export class EgressPool {
  readonly all: readonly Egress[]
  readonly #parts: PoolDeps
  readonly #states = new Map<Egress, EgressState>()

  constructor(proxies: readonly Socks5Proxy[], helo: string, parts: PoolDeps) {
    const named = proxies.map((via) => {
      const id = `socks5://${via.host}:${via.port}`
      return { id, sharedId: id, via }
    })
    // Replicas with the same EHLO name share an IP address, because the name resolves to one.
    this.all = named.length > 0 ? named : [{ id: 'direct', sharedId: `direct ${helo}` }]
    this.#parts = parts
  }

  /**
   * Usable egresses, in a fixed order per domain: greylisting expects the same client again. Adding or removing an egress
   * moves a minimum of domains (rendezvous hashing).
   */
  order(domain: string): Egress[] {
    const weight = new Map(this.all.map((egress) => [egress, hash(`${egress.id} ${domain}`)]))
    return this.all
      .filter((egress) => this.pauseOf(egress) === undefined)
      .sort((one, other) => (weight.get(other) ?? 0) - (weight.get(one) ?? 0))
  }

  pauseOf(egress: Egress): Pause | undefined {
    const { pause } = this.#stateOf(egress)
    return pause === undefined || pause.untilMs <= this.#parts.now() ? undefined : pause
  }

  /** Applies a port 25 block found by another process. */
  learn(egress: Egress, leftMs: number): void {
    if (this.pauseOf(egress) === undefined) this.#pausePort(egress, Math.min(leftMs, this.#parts.portCheckMs))
  }

  /** A server responded or refused the connection, so port 25 is open. */
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
   * Records that no host of an operator responded. Returns true if port 25 must be checked now. Silence alone is no proof:
   * any user can own a domain whose mail hosts never respond, and a pause affects all projects.
   */
  noteSilence(egress: Egress, met: ReachedHost): boolean {
    const { receivedMs, now, portCheckMs, silentGroups } = this.#parts
    const state = this.#stateOf(egress)
    const before = state.silent.get(met.operator)
    if (before !== undefined || state.silent.size < maxSilent) state.silent.set(met.operator, metAgain(before, met))
    const isReceived = now() - state.receivedAtMs < receivedMs
    return state.silent.size >= (isReceived ? silentGroups : 1) && now() - state.checkedAtMs >= portCheckMs
  }

  /** True if port 25 was blocked and the pause has ended: it is checked before the next use. */
  isCheckDue(egress: Egress): boolean {
    return this.#stateOf(egress).isPortBlocked && this.pauseOf(egress) === undefined
  }

  /** Hosts that responded, known providers first, then the latest; and silent hosts of known providers. */
  evidence(egress: Egress): { received: ReferenceHost[]; silentProviders: ReferenceHost[] } {
    const { received, silent } = this.#stateOf(egress)
    const latest = [...received.values()].toReversed()
    return {
      received: latest.toSorted((one, other) => Number(other.isProvider) - Number(one.isProvider)),
      silentProviders: [...silent.values()].filter(({ isProvider }) => isProvider),
    }
  }

  /** Records the result of a port check. Returns true if it differs from the previous one. */
  notePort(egress: Egress, found: 'open' | 'blocked' | 'undecided'): boolean {
    const state = this.#stateOf(egress)
    const wasBlocked = state.isPortBlocked
    // After a pause, an undecided port is used, and checked again at the first silent host.
    if (found !== 'undecided' || !wasBlocked) state.checkedAtMs = this.#parts.now()
    if (found === 'blocked') this.#pausePort(egress, this.#parts.portCheckMs)
    else state.isPortBlocked = false
    if (found === 'open') this.noteContact(egress)
    return wasBlocked !== state.isPortBlocked
  }

  /**
   * Records a failure of the proxy. Returns true if the proxy is newly paused. With a host, the proxy responded but did not
   * connect to that host: some proxies report the same for a nonexistent host, so two independent hosts are required.
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
