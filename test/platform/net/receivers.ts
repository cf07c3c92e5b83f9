import { type AddressInfo, type Socket, createServer } from 'node:net'
import { createLog } from '../../../src/platform/log/index.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import { type NetDeps, OutboundError, type OutboundRequest, createNet } from '../../../src/platform/net/index.ts'
import { cleanUp } from '../../support/clean-up.ts'

/** A receiver that speaks as the test wants, byte by byte. */
export interface Receiver {
  readonly port: number
  /** Every request that arrived, as text. */
  readonly requests: string[]
  /** Connections accepted so far. */
  readonly connections: () => number
  /** Connections open now. */
  readonly openConnections: () => number
}

/** Starts one on loopback; `speak` gets each request whole, with its number from 1. */
export async function startReceiver(
  speak: (socket: Socket, request: string, number: number) => void,
  host = '127.0.0.1',
): Promise<Receiver> {
  const requests: string[] = []
  const open = new Set<Socket>()
  let accepted = 0
  const server = createServer((socket) => {
    accepted++
    open.add(socket)
    let held = ''
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    socket.on('data', (bytes: Buffer) => {
      held += bytes.toString('latin1')
      const end = held.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(held)?.[1] ?? 0)
      if (end === -1 || held.length < end + 4 + length) return
      const request = held.slice(0, end + 4 + length)
      held = held.slice(request.length)
      speak(socket, request, requests.push(request))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  cleanUp(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections: () => accepted,
    openConnections: () => open.size,
  }
}

/** Whether this machine has IPv6 loopback; some containers do not. */
export const hasIpv6 = canListen('::1')

function canListen(hostname: string): boolean {
  try {
    Bun.listen({ hostname, port: 0, socket: { data() {} } }).stop(true)
    return true
  } catch {
    return false
  }
}

/** A whole answer with a length. */
export function answer(status: number, body = '', headers = ''): string {
  return `HTTP/1.1 ${status} Said\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** A network that may reach loopback and nothing else that is private. */
export function netOf(parts: Partial<NetDeps> = {}) {
  const metrics = createMetrics()
  const net = createNet({
    dnsServers: [{ host: '127.0.0.1', port: 9 }],
    allow: ['127.0.0.0/8', '::1/128'],
    ownAddresses: [],
    log: createLog('error', () => undefined),
    metrics,
    files: { hosts: '/nonexistent/hosts', resolvConf: '/nonexistent/resolv.conf' },
    ...parts,
  })
  cleanUp(() => net.close())
  return { ...net, metrics }
}

/** A request with the limits most callers have. */
export function requestTo(url: string, parts: Partial<OutboundRequest> = {}): OutboundRequest {
  return { method: 'POST', url, timeoutMs: 60_000, maxBodyBytes: 16_384, onTooLarge: 'cut', ...parts }
}

/** The failure of a request in one line: its kind and what it says. */
export async function failureOf(pending: Promise<unknown>): Promise<string> {
  try {
    await pending
    return 'no failure'
  } catch (error) {
    return error instanceof OutboundError ? `${error.kind}: ${error.message}` : String(error)
  }
}
