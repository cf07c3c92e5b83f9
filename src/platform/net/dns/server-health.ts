import type { DnsServer } from './udp-ports.ts'

/** How servers have answered lately, so that a dead one does not cost its time with every question. */
export class ServerHealth {
  readonly #avoidedMs: number
  readonly #silentUntilMs = new Map<string, number>()

  constructor(avoidedMs: number) {
    this.#avoidedMs = avoidedMs
  }

  /** The servers in their order, those that were silent lately behind the others. */
  order(servers: readonly DnsServer[]): readonly DnsServer[] {
    if (this.#silentUntilMs.size === 0) return servers
    const now = performance.now()
    const isSilent = (server: DnsServer) => (this.#silentUntilMs.get(keyOf(server)) ?? 0) > now
    return [...servers.filter((server) => !isSilent(server)), ...servers.filter(isSilent)]
  }

  /** Notes whether a server answered. */
  note(server: DnsServer, hasAnswered: boolean): void {
    if (hasAnswered) this.#silentUntilMs.delete(keyOf(server))
    else this.#silentUntilMs.set(keyOf(server), performance.now() + this.#avoidedMs)
  }
}

function keyOf({ host, port }: DnsServer): string {
  return `${host} ${port}`
}
