import type { ByteStream, Connect, DnsClient } from '../../../platform/net/index.ts'
import type { Egress, EgressPool, ReferenceHost } from './egress.ts'
import { areIndependent, hasPair, operatorOf } from './evidence.ts'
import { findWellKnownHosts } from './well-known.ts'

/** Times in milliseconds. */
export interface PortCheckDeps {
  readonly connect: Connect
  readonly port: number
  readonly connectMs: number
  readonly bannerMs: number
  readonly pool: EgressPool
  /** Resolves hosts of well-known providers; without it only hosts that responded before are used. */
  readonly dns?: Pick<DnsClient, 'query'>
  /** Called when a check changes the state of an egress, or confirms a block. */
  onResult(egress: Egress, result: { isBlocked: boolean; isNew: boolean }): void
}

/** At most one check per egress at a time. */
export interface PortCheck {
  /** True if the port is blocked; joins a running check. Never rejects. */
  isBlocked(egress: Egress): Promise<boolean>
  isRunning(egress: Egress): boolean
}

/** Well-known operators that must time out before the port counts as blocked. */
const minSilent = 2
/** Hosts that responded before, contacted in addition to the well-known ones. */
const maxReceivedHosts = 6

/**
 * Connects to hosts of well-known providers, and to hosts that responded before. One response proves that the port is open.
 * It is blocked if none responds and two well-known operators time out, or two other hosts that are independent: hosts found
 * through one project or one owner never count twice. The hosts that triggered the check do not count, unless their names
 * are those of a known provider.
 */
export function createPortCheck(deps: PortCheckDeps): PortCheck {
  const { connect, connectMs, dns, onResult, pool, port } = deps
  const running = new Map<Egress, Promise<boolean>>()

  async function find(egress: Egress): Promise<'open' | 'blocked' | 'undecided'> {
    const isDue = pool.isCheckDue(egress)
    const { received, silentProviders } = pool.evidence(egress)
    const wellKnown = dns === undefined ? [] : await findWellKnownHosts(dns).catch(() => [])
    const known = wellKnown.map(({ address, host }) => ({ operator: operatorOf(host).operator, address }))
    // A host that responded once may be gone for good: it must not extend the first pause.
    const others = isDue ? [] : received.filter(({ operator }) => known.every((each) => each.operator !== operator))
    const silentKnown = new Set<string>()
    const silentOthers = isDue ? [] : silentProviders
    const { promise: answered, resolve: answer } = Promise.withResolvers<boolean>()
    const lookAt = async (address: string, onSilence: () => void) => {
      const result = await look(egress, address)
      if (result === 'open') answer(true)
      if (result === 'silent') onSilence()
    }
    const looks = [
      ...known.map(({ address, operator }) => lookAt(address, () => silentKnown.add(operator))),
      ...chooseApart(others).map((host) => lookAt(host.address, () => silentOthers.push(host))),
    ]
    const isOpen = await Promise.race([answered, Promise.all(looks).then(() => false)])
    if (isOpen) return 'open'
    return silentKnown.size >= minSilent || hasPair(silentOthers, areIndependent) ? 'blocked' : 'undecided'
  }

  async function look({ via }: Egress, address: string): Promise<'open' | 'silent' | 'unknown'> {
    const request = { address, port, timeoutMs: connectMs }
    const connected = await connect(via === undefined ? request : { ...request, via })
    if ('failure' in connected) {
      if (connected.failure === 'refused') return 'open'
      return connected.failure === 'timeout' ? 'silent' : 'unknown'
    }
    void leave(connected.stream)
    return 'open'
  }

  // Servers log clients that send data or disconnect before the greeting.
  async function leave(stream: ByteStream): Promise<void> {
    await stream.read(deps.bannerMs)
    stream.write(new TextEncoder().encode('QUIT\r\n'))
    stream.close()
  }

  async function check(egress: Egress): Promise<boolean> {
    const found = await find(egress)
    const isBlocked = found === 'blocked'
    const isNew = pool.notePort(egress, found)
    onResult(egress, { isBlocked, isNew })
    return isBlocked
  }

  return {
    isBlocked(egress) {
      const joined = running.get(egress)
      if (joined !== undefined) return joined
      const checking = check(egress)
        .catch(() => false)
        .finally(() => running.delete(egress))
      running.set(egress, checking)
      return checking
    },
    isRunning: (egress) => running.has(egress),
  }
}

/** Hosts that responded before, starting with two independent ones if there are any. */
function chooseApart(hosts: readonly ReferenceHost[]): ReferenceHost[] {
  const first = hosts.find((host) => hosts.some((other) => areIndependent(host, other)))
  const second = first && hosts.find((host) => areIndependent(host, first))
  const apart = first === undefined || second === undefined ? [] : [first, second]
  // Also one host per project, so that hosts of one project do not hide responses to others.
  const projects = new Map(hosts.map((host) => [host.sightings.at(-1)?.project, host]))
  return [...new Set([...apart, ...projects.values(), ...hosts])].slice(0, maxReceivedHosts)
}
