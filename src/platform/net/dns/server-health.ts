import type { DnsServer } from './udp-ports.ts'

/** Recent timeouts per server, so that a server that is down does not delay every query. */
export class ServerHealth {
  readonly #avoidedMs: number
  readonly #silentUntilMs = new Map<string, number>()

  constructor(avoidedMs: number) {
    this.#avoidedMs = avoidedMs
  }

  /** The servers in their order, with those that timed out recently at the end. */
  order(servers: readonly DnsServer[]): readonly DnsServer[] {
    if (this.#silentUntilMs.size === 0) return servers
    const now = performance.now()
    const isSilent = (server: DnsServer) => (this.#silentUntilMs.get(keyOf(server)) ?? 0) > now
    return [...servers.filter((server) => !isSilent(server)), ...servers.filter(isSilent)]
  }

  note(server: DnsServer, hasAnswered: boolean): void {
    if (hasAnswered) this.#silentUntilMs.delete(keyOf(server))
    else this.#silentUntilMs.set(keyOf(server), performance.now() + this.#avoidedMs)
  }
}

function keyOf({ host, port }: DnsServer): string {
  return `${host} ${port}`
}
