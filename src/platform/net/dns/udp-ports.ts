import { isIP } from 'node:net'

/** A DNS server; an IPv6 address has no brackets. */
export interface DnsServer {
  readonly host: string
  readonly port: number
}

type Socket = Bun.udp.ConnectedSocket<'buffer'>
type Listener = (bytes: Uint8Array | undefined) => void

/** One local port for one server. It has one query at a time, so that an attacker must guess id and port for each. */
interface Port {
  readonly socket: Socket
  readonly key: string
  listener: Listener | undefined
  left: number
  idleSinceMs: number
}

/** A port is closed after this many queries, so that the system chooses another at random (RFC 5452 9.2), or when idle. */
const questionsPerPort = 32
const idleMs = 1000

/** A pool of local UDP ports; each serves one query at a time and is reused a few times. */
export class UdpPorts {
  readonly #idle = new Map<string, Port[]>()
  #sweeping: Timer | undefined

  /**
   * Sends the bytes and passes `listener` each datagram from that server, or undefined if its port is closed. Returns the
   * function that releases the port: `isClean` after the reply, when no more datagrams are expected.
   */
  async send(server: DnsServer, bytes: Uint8Array, listener: Listener): Promise<(isClean: boolean) => void> {
    const key = `${server.host} ${server.port}`
    const idle = this.#idle.get(key)?.pop()
    // If the server's port was reported closed since, the next send on this socket fails, and the query uses another socket.
    const isSent = idle !== undefined && sendFrom(idle, bytes, listener)
    const port = isSent ? idle : await this.#open(server, key)
    if (!isSent && !sendFrom(port, bytes, listener)) throw new Error('the question could not be sent')
    return (isClean) => {
      port.listener = undefined
      if (!isClean || port.left <= 0) return port.socket.close()
      port.idleSinceMs = performance.now()
      port.socket.unref()
      const others = this.#idle.get(key)
      if (others === undefined) this.#idle.set(key, [port])
      else others.push(port)
      this.#sweeping ??= setInterval(() => this.#sweep(), idleMs).unref()
    }
  }

  async #open(server: DnsServer, key: string): Promise<Port> {
    let port: Port | undefined
    const socket = await Bun.udpSocket({
      // A socket has one address family, by default IPv4.
      ...(isIP(server.host) === 6 ? { hostname: '::' } : {}),
      connect: { hostname: server.host, port: server.port },
      socket: {
        data: (_socket, bytes) => port?.listener?.(bytes),
        error: () => port?.listener?.(undefined),
      },
    })
    port = { socket, key, listener: undefined, left: questionsPerPort, idleSinceMs: 0 }
    return port
  }

  #sweep(): void {
    const before = performance.now() - idleMs
    for (const [key, ports] of this.#idle) {
      const kept = ports.filter((port) => {
        const isKept = port.idleSinceMs > before
        if (!isKept) port.socket.close()
        return isKept
      })
      if (kept.length > 0) this.#idle.set(key, kept)
      else this.#idle.delete(key)
    }
    if (this.#idle.size > 0) return
    clearInterval(this.#sweeping)
    this.#sweeping = undefined
  }
}

/** Sends from a port; on failure closes the port and returns false. */
function sendFrom(port: Port, bytes: Uint8Array, listener: Listener): boolean {
  port.listener = listener
  port.left--
  port.socket.ref()
  try {
    port.socket.send(bytes)
    return true
  } catch {
    port.listener = undefined
    port.socket.close()
    return false
  }
}
