import { providerOf } from '../../../engines/providers/index.ts'
import type { ByteStream, Connect, DnsClient } from '../../../platform/net/index.ts'
import type { Egress, EgressPool, ReferenceHost } from './egress.ts'
import { findWellKnownHosts } from './well-known.ts'

/** What checking port 25 needs. Times in milliseconds. */
export interface PortCheckDeps {
  readonly connect: Connect
  readonly port: number
  readonly connectMs: number
  readonly bannerMs: number
  readonly pool: EgressPool
  /** Finds the hosts of well-known providers; without it only hosts that answered before are used. */
  readonly dns?: Pick<DnsClient, 'query'>
  /** A check changed what is known of an egress, or confirmed that it is blocked. */
  onResult(egress: Egress, result: { isBlocked: boolean; isNew: boolean }): void
}

/** Checks whether port 25 is open, one check for each egress at a time. */
export interface PortCheck {
  /** Whether the port is blocked; joins a check that is running. Never rejects. */
  isBlocked(egress: Egress): Promise<boolean>
  isRunning(egress: Egress): boolean
}

/** Operators that must all be silent before the port counts as blocked. */
const minSilent = 2
/** Hosts that answered before, which are connected to beside the well-known ones. */
const maxHeardHosts = 3

/**
 * Connects to hosts of well-known providers, and to hosts that answered before. One that answers proves that the port is
 * open; it is blocked when two operators or more time out and none answers. The hosts of the addresses that made the port
 * suspect do not count, unless their names are those of a known provider.
 */
export function createPortCheck(deps: PortCheckDeps): PortCheck {
  const { connect, connectMs, dns, onResult, pool, port } = deps
  const running = new Map<Egress, Promise<boolean>>()

  async function find(egress: Egress): Promise<'open' | 'blocked' | 'undecided'> {
    const isDue = pool.isCheckDue(egress)
    const { heard, silentProviders } = pool.evidence(egress)
    const wellKnown = dns === undefined ? [] : await findWellKnownHosts(dns).catch(() => [])
    const known = wellKnown.map(({ address, domain, host }): ReferenceHost => {
      return { group: providerOf(host)?.id ?? domain, address, isProvider: true }
    })
    // A host that answered once may be gone for good: it keeps nobody from being asked after the first pause.
    const others = isDue ? [] : heard.filter(({ group }) => known.every((each) => each.group !== group))
    const silent = new Set(isDue ? [] : silentProviders)
    const hosts = [...known, ...others.slice(0, maxHeardHosts)]
    const { promise: answered, resolve: answer } = Promise.withResolvers<boolean>()
    const looks = hosts.map(async ({ address, group }) => {
      const result = await look(egress, address)
      if (result === 'open') answer(true)
      if (result === 'silent') silent.add(group)
    })
    const isOpen = await Promise.race([answered, Promise.all(looks).then(() => false)])
    if (isOpen) return 'open'
    return silent.size >= minSilent ? 'blocked' : 'undecided'
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

  // Servers log clients that speak before the greeting, or hang up on it.
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
