import { isIP } from 'node:net'
import { parseAddress } from '../address/address.ts'
import type { ByteStream } from './byte-stream.ts'

/** A SOCKS5 proxy. Its host may be a name or an IP address, and belongs to the operator. */
export interface Socks5Proxy {
  readonly host: string
  readonly port: number
  readonly user?: string
  readonly password?: string
}

/** A failed proxy connection: the far end refused or is unreachable, or the proxy itself refused or failed. */
export type ProxyFailure = {
  readonly failure: 'refused' | 'unreachable' | 'timeout' | 'proxy'
  readonly detail: string
  /** The proxy responded, without distinguishing its own failure from that of the host. */
  readonly isProxyReply?: boolean
}

const version = 5
const defaultPort = 1080
const methods = { none: 0, password: 2, noneAcceptable: 0xff }
/** RFC 1928 6. A rule set violation, or an unsupported command, is a failure of the proxy. */
const replies: Record<number, ProxyFailure> = {
  1: { failure: 'proxy', detail: 'the proxy failed', isProxyReply: true },
  2: { failure: 'proxy', detail: 'the proxy does not allow the connection', isProxyReply: true },
  3: { failure: 'unreachable', detail: 'the network cannot be reached from the proxy' },
  4: { failure: 'unreachable', detail: 'the host cannot be reached from the proxy' },
  5: { failure: 'refused', detail: 'the connection was refused' },
  6: { failure: 'unreachable', detail: 'the TTL expired behind the proxy' },
}

/** Parses a URL such as socks5://user:password@host:1080. Throws on other text; configuration has checked it. */
export function readProxy(text: string): Socks5Proxy {
  const { hostname, port, username, password } = new URL(text)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? defaultPort : Number(port),
    ...(username === '' ? {} : { user: decodeURIComponent(username), password: decodeURIComponent(password) }),
  }
}

/**
 * Makes the proxy connect to an IP address (RFC 1928, RFC 1929). It receives the checked address, never a name that it would
 * resolve on its own. Undefined once the stream is connected to the far end.
 */
export async function requestProxy(
  stream: ByteStream,
  { user, password = '' }: Socks5Proxy,
  target: { address: string; port: number },
  endMs: number,
): Promise<ProxyFailure | undefined> {
  const read = (count: number) => readExactly(stream, count, endMs)
  const offered = user === undefined ? [methods.none] : [methods.none, methods.password]
  stream.write(Uint8Array.of(version, offered.length, ...offered))
  const choice = await read(2)
  if (choice?.[0] !== version) return broken
  if (choice[1] === methods.password && user !== undefined) {
    const [name, secret] = [Buffer.from(user), Buffer.from(password)]
    stream.write(Uint8Array.of(1, name.length, ...name, secret.length, ...secret))
    const verdict = await read(2)
    if (verdict === undefined) return broken
    if (verdict[1] !== 0) return { failure: 'proxy', detail: 'the proxy refused user and password' }
  } else if (choice[1] !== methods.none)
    return { failure: 'proxy', detail: 'the proxy requires another authentication method' }

  const { port, address } = target
  stream.write(Uint8Array.of(version, 1, 0, ...encode(address), port >> 8, port & 255))
  const head = await read(4)
  // The proxy has accepted the request, so the far end timed out.
  if (head === undefined) return { failure: 'timeout', detail: 'no connection through the proxy in time' }
  if (head[0] !== version) return broken
  if (head[1] !== 0) return replies[head[1] ?? 0] ?? broken
  // The bound address is not needed, but has to be read: four bytes, sixteen, or a name.
  const length = head[3] === 1 ? 4 : head[3] === 4 ? 16 : ((await read(1))?.[0] ?? 0)
  return (await read(length + 2)) === undefined ? broken : undefined
}

const broken: ProxyFailure = { failure: 'proxy', detail: 'the proxy does not speak SOCKS5, or not in time' }

async function readExactly(stream: ByteStream, count: number, endMs: number): Promise<Uint8Array | undefined> {
  let bytes = Buffer.alloc(0)
  while (bytes.length < count) {
    const leftMs = endMs - performance.now()
    const more = leftMs > 0 ? await stream.read(leftMs) : 'timeout'
    if (typeof more === 'string') return undefined
    bytes = Buffer.concat([bytes, more])
  }
  stream.unread(bytes.subarray(count))
  return bytes.subarray(0, count)
}

function encode(address: string): number[] {
  const parsed = parseAddress(address)
  const bytes = isIP(address) === 4 ? 4 : 16
  const value = parsed?.value ?? 0n
  const octets = Array.from({ length: bytes }, (_, at) => Number((value >> BigInt(8 * (bytes - 1 - at))) & 255n))
  return [bytes === 4 ? 1 : 4, ...octets]
}
