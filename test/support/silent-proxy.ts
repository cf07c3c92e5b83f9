/** A TCP proxy on loopback that can fall silent, as a firewall does that has dropped a connection. */
import { type Socket, connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { cleanUp } from './clean-up.ts'

export interface SilentProxy {
  port: number
  /** From now on the connections that are open carry nothing, and neither end is notified; new ones work. */
  swallow(): void
  /** From now on new connections are accepted and carry nothing either, or do again. */
  swallowNew(isOn: boolean): void
}

/** Starts a proxy in front of a port of this machine; closes itself after the tests. */
export async function startSilentProxy(target: number): Promise<SilentProxy> {
  const pairs = new Set<{ sockets: Socket[]; isSilent: boolean }>()
  let swallowsNew = false
  const server = createServer((from) => {
    const to = connect(target, '127.0.0.1')
    const pair = { sockets: [from, to], isSilent: swallowsNew }
    pairs.add(pair)
    for (const [a, b] of [
      [from, to],
      [to, from],
    ] as const) {
      a.on('data', (bytes) => void (pair.isSilent || b.write(bytes)))
      a.on('close', () => void (pair.isSilent || b.destroy()))
      a.on('error', () => undefined)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUp(() => {
    for (const { sockets } of pairs) for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    swallow() {
      for (const pair of pairs) pair.isSilent = true
    },
    swallowNew(isOn) {
      swallowsNew = isOn
    },
  }
}
