import { type Socket, connect as connectTcp } from 'node:net'
import type { DnsClient } from '../dns/client.ts'
import type { OutboundPolicy } from '../policy.ts'
import type { Trust } from '../trust.ts'
import { ByteStream } from './byte-stream.ts'
import { type Socks5Proxy, requestProxy } from './socks5.ts'

export interface ConnectRequest {
  /** An IP address, resolved by the caller. It is checked here, and the connection, or the proxy, uses exactly it. */
  readonly address: string
  readonly port: number
  readonly timeoutMs: number
  readonly via?: Socks5Proxy
  readonly signal?: AbortSignal
}

/** Reason of a failure. `forbidden`: the policy; `proxy`: the egress, and not the far end. */
export type ConnectFailure = 'forbidden' | 'refused' | 'timeout' | 'unreachable' | 'proxy' | 'aborted'

/** `isProxyReply`: the proxy responded with a failure that the far end may have caused. */
export type Connected =
  | { readonly stream: ByteStream }
  | { readonly failure: ConnectFailure; readonly detail: string; readonly isProxyReply?: boolean }

/** Opens a connection. Never rejects. */
export type Connect = (request: ConnectRequest) => Promise<Connected>

/** Guarded connections to mail servers: every IP address is checked, with and without a proxy. */
export function createConnect(deps: { policy: OutboundPolicy; dns: DnsClient; trust: Trust }): Connect {
  return async (request) => {
    const { address, port, timeoutMs, via, signal } = request
    if (deps.policy.evaluate(address) === 'forbidden') return failed('forbidden', 'the IP address is not public')
    if (deps.policy.isOwn(address, port)) return failed('forbidden', 'the IP address is that of this service')
    if (signal?.aborted === true) return failed('aborted', 'called off')
    const endMs = performance.now() + timeoutMs
    const dialed = via === undefined ? { address, port } : await findProxy(deps.dns, via)
    if (dialed === undefined) return failed('proxy', 'the proxy host name has no IP address')
    const socket = await dial(dialed, endMs - performance.now(), signal)
    if (typeof socket === 'string')
      return via === undefined || socket === 'aborted'
        ? failed(socket, failureTexts[socket])
        : failed('proxy', failureTexts[socket])
    const stream = new ByteStream(socket, deps.trust)
    // The signal applies for the life of the connection.
    const onAbort = () => stream.abort('aborted')
    signal?.addEventListener('abort', onAbort, { once: true })
    socket.once('close', () => signal?.removeEventListener('abort', onAbort))
    const trouble = via === undefined ? undefined : await requestProxy(stream, via, { address, port }, endMs)
    if (trouble === undefined) return { stream }
    stream.abort('closed')
    return trouble
  }
}

export const failureTexts = {
  refused: 'the connection was refused',
  timeout: 'the connection timed out',
  unreachable: 'the IP address is unreachable',
  aborted: 'called off',
} as const

/** Opens a connection without checking the IP address; the reason if there is none. */
export function dial(
  { address: host, port }: { address: string; port: number },
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Socket | keyof typeof failureTexts> {
  const { promise, resolve } = Promise.withResolvers<Socket | keyof typeof failureTexts>()
  const socket = connectTcp({ host, port, noDelay: true })
  const give = (why: keyof typeof failureTexts) => {
    resolve(why)
    socket.destroy()
  }
  const timer = setTimeout(() => give('timeout'), Math.max(1, timeoutMs))
  const onAbort = () => give('aborted')
  signal?.addEventListener('abort', onAbort, { once: true })
  socket.once('connect', () => resolve(socket))
  socket.once('error', (error: Error) => give(whyOf(error)))
  const settle = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    socket.removeAllListeners('error')
    socket.on('error', () => undefined)
  }
  promise.then(settle, settle)
  return promise
}

function whyOf(error: Error): 'refused' | 'timeout' | 'unreachable' {
  const code = 'code' in error ? error.code : ''
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET') return 'refused'
  return code === 'ETIMEDOUT' ? 'timeout' : 'unreachable'
}

async function findProxy(
  dns: DnsClient,
  { host, port }: Socks5Proxy,
): Promise<{ address: string; port: number } | undefined> {
  const [address] = (await dns.addressesOf(host)).addresses
  return address === undefined ? undefined : { address, port }
}

function failed(failure: ConnectFailure, detail: string): Connected {
  return { failure, detail }
}
