import { isIP } from 'node:net'

/** A DNS server; an IPv6 address stands without brackets. */
export interface DnsServer {
  readonly host: string
  readonly port: number
}

type Socket = Bun.udp.ConnectedSocket<'buffer'>
type Listener = (bytes: Uint8Array | undefined) => void

/** One local port towards one server. It carries one question at a time, so an id and a port have to be guessed for each. */
interface Port {
  readonly socket: Socket
  readonly key: string
  listener: Listener | undefined
  left: number
  idleSinceMs: number
}

/** A port is given up after so many questions, for the system to choose another at random (RFC 5452 9.2), or this idle time. */
const questionsPerPort = 32
const idleMs = 1000

/** Local ports for questions by UDP, each lent to one question and used a few times. */
export class UdpPorts {
  readonly #idle = new Map<string, Port[]>()
  #sweeping: Timer | undefined

  /**
   * Sends the bytes and tells `listener` each datagram from that server, or undefined when nobody listens there. Answers the
   * way to end it: `isClean` when the reply came, so that nothing more is on its way to this port.
   */
  async send(server: DnsServer, bytes: Uint8Array, listener: Listener): Promise<(isClean: boolean) => void> {
    const key = `${server.host} ${server.port}`
    const idle = this.#idle.get(key)?.pop()
    // A socket that was notified meanwhile that nobody listens fails at its next question, which is then asked from another one.
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
      // A socket is of one family, IPv4 unless it is notified.
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

/** Sends from a port; false when that cannot be, and then the port is closed. */
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
