import { OutboundError } from '../outbound-error.ts'
import { garbled } from './response-head.ts'
import type { ResponseReader } from './response-reader.ts'
import { explainTls } from './tls-failure.ts'

/** One end point, the way connections to it are told apart. */
export interface Peer {
  /** The checked address; exactly this is dialled. */
  readonly address: string
  readonly port: number
  /** The name in the certificate, or the address itself. */
  readonly host: string
  readonly isAddress: boolean
  readonly isTls: boolean
}

/** Certificates that are trusted instead of the built-in ones. */
export type Trust = string | undefined

type Exchange = { reader: ResponseReader; resolve: () => void; reject: (error: OutboundError) => void }
type Socket = Bun.Socket<Connection>

/** One TCP or TLS connection that carries one request at a time. */
export class Connection {
  readonly peer: Peer
  readonly #opened = Promise.withResolvers<void>()
  #socket: Socket | undefined
  #state: 'opening' | 'open' | 'closed' = 'opening'
  #exchange: Exchange | undefined
  #unsent: Buffer = Buffer.alloc(0)
  isReused = false
  /** Milliseconds on the monotonic clock after which it is not used again. */
  idleUntilMs = 0

  private constructor(peer: Peer) {
    this.peer = peer
    // Whoever let go of the connection while it opened does not hear how it went.
    this.#opened.promise.catch(() => undefined)
  }

  /** Starts to connect; `ready` says how it goes. Certificates are verified against the peer's host. */
  static open(peer: Peer, trust: Trust): Connection {
    const connection = new Connection(peer)
    const tls = {
      rejectUnauthorized: true,
      ...(peer.isAddress ? {} : { serverName: peer.host }),
      ...(trust === undefined ? {} : { ca: trust }),
    }
    Bun.connect<Connection>({
      hostname: peer.address,
      port: peer.port,
      data: connection,
      socket: Connection.#events,
      ...(peer.isTls ? { tls } : {}),
    }).catch((error: unknown) => connection.#fail(unreachable(error)))
    return connection
  }

  /** Resolves once bytes may be written: connected, and for TLS the certificate verified. */
  get ready(): Promise<void> {
    return this.#opened.promise
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  /**
   * Sends the request and reads the answer. Undefined when the connection had closed before a byte of it was written:
   * only then may the request be sent again elsewhere.
   */
  exchange(request: Buffer, reader: ResponseReader): Promise<void> | undefined {
    if (this.#state !== 'open' || this.#socket === undefined) return undefined
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#socket.ref()
    const written = this.#socket.write(request)
    if (written < 0) {
      this.destroy()
      return undefined
    }
    this.#exchange = { reader, resolve, reject }
    this.#unsent = request.subarray(written)
    return promise
  }

  /** Lets the process end while this connection waits for its next request. */
  rest(): void {
    this.isReused = true
    this.#socket?.unref()
  }

  /** Closes at once, whatever it was doing; nobody hears of it any more. */
  destroy(): void {
    this.#exchange = undefined
    this.#state = 'closed'
    this.#socket?.terminate()
  }

  /** Bun's callbacks, one object for all connections. */
  static readonly #events: Bun.SocketHandler<Connection> = {
    open(socket: Socket) {
      const connection = socket.data
      connection.#socket = socket
      if (connection.#state === 'closed') socket.terminate()
      else if (!connection.peer.isTls) connection.#open()
    },
    handshake(socket: Socket, isTrusted: boolean, error: Error | null) {
      if (isTrusted && error === null) socket.data.#open()
      else socket.data.#fail(explainTls(error))
    },
    data(socket: Socket, chunk: Buffer) {
      socket.data.#receive(chunk)
    },
    drain(socket: Socket) {
      socket.data.#flush()
    },
    error(socket: Socket, error: Error) {
      socket.data.#fail(socket.data.peer.isTls ? explainTls(error) : unreachable(error))
    },
    end(socket: Socket) {
      socket.data.#finish()
    },
    close(socket: Socket) {
      socket.data.#finish()
    },
    connectError(socket: Socket, error: Error) {
      socket.data.#fail(unreachable(error))
    },
  }

  #open(): void {
    if (this.#state !== 'opening') return
    this.#state = 'open'
    this.#opened.resolve()
  }

  #receive(chunk: Buffer): void {
    const exchange = this.#exchange
    // Bytes that nobody asked for make whatever follows untrustworthy.
    if (exchange === undefined) return this.destroy()
    try {
      if (exchange.reader.push(chunk)) this.#complete(exchange)
    } catch (error) {
      this.#fail(error instanceof OutboundError ? error : garbled('sent an answer that could not be read'))
    }
  }

  #complete(exchange: Exchange): void {
    this.#exchange = undefined
    if (this.#unsent.length > 0 || !exchange.reader.isReusable) this.destroy()
    exchange.resolve()
  }

  #flush(): void {
    if (this.#unsent.length === 0 || this.#socket === undefined) return
    const written = this.#socket.write(this.#unsent)
    if (written > 0) this.#unsent = this.#unsent.subarray(written)
  }

  #finish(): void {
    const exchange = this.#exchange
    if (exchange !== undefined) {
      try {
        exchange.reader.finish()
        this.#complete(exchange)
      } catch (error) {
        this.#fail(error instanceof OutboundError ? error : garbled('closed the connection'))
      }
    }
    if (this.#state === 'opening')
      this.#fail(this.peer.isTls ? explainTls(null) : garbled('closed the connection before it answered'))
    this.destroy()
  }

  #fail(error: OutboundError): void {
    const exchange = this.#exchange
    this.destroy()
    this.#opened.reject(error)
    exchange?.reject(error)
  }
}

function unreachable(error: unknown): OutboundError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const what = code === 'ECONNREFUSED' ? 'refused the connection' : 'could not be reached'
  return new OutboundError('connect', `The server ${what}.`, { cause: error })
}
