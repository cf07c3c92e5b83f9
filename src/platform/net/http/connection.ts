import { type Socket, connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { OutboundError } from '../outbound-error.ts'
import { garbled } from './response-head.ts'
import type { ResponseReader } from './response-reader.ts'
import { explainTls } from './tls-failure.ts'
import type { Trust } from '../trust.ts'

/** An endpoint; connections are reused only for an equal one. */
export interface Peer {
  /** The checked IP address; the connection goes to exactly this one. */
  readonly address: string
  readonly port: number
  /** The name in the certificate, or the IP address itself. */
  readonly host: string
  readonly isAddress: boolean
  readonly isTls: boolean
}

type Exchange = { reader: ResponseReader; resolve: () => void; reject: (error: OutboundError) => void }

/** One TCP or TLS connection with one request at a time. */
export class Connection {
  readonly peer: Peer
  /** Resolves once bytes may be written: connected, and for TLS the certificate verified against the peer's host. */
  readonly ready: Promise<void>
  /** Milliseconds on the monotonic clock after which it is not reused. */
  idleUntilMs = 0
  readonly #opened = Promise.withResolvers<void>()
  readonly #socket: Socket
  #state: 'opening' | 'open' | 'closed' = 'opening'
  #exchange: Exchange | undefined

  /** Starts to connect to the IP address, without name resolution. */
  constructor(peer: Peer, trust: Trust) {
    this.peer = peer
    this.ready = this.#opened.promise
    // A caller that abandoned the connection while it opened does not handle its rejection.
    this.ready.catch(() => undefined)
    const { address: host, port } = peer
    // RFC 6066 3: an IP address is no server name; the certificate is then verified against the IP address.
    const names = peer.isAddress ? {} : { servername: peer.host }
    this.#socket = peer.isTls
      ? connectTls({ host, port, secureContext: trust(), ALPNProtocols: ['http/1.1'], ...verified, ...names })
      : connectTcp({ host, port, noDelay: true })
    this.#socket.on(peer.isTls ? 'secureConnect' : 'connect', () => this.#open())
    this.#socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    this.#socket.on('error', (error: Error) => this.#break(error))
    this.#socket.on('end', () => this.#finish())
    this.#socket.on('close', () => this.#finish())
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  /**
   * Sends the request and reads the response. Undefined if the connection had closed before a byte of it was written: only
   * then may any request be sent again on another connection.
   */
  exchange(request: Buffer, reader: ResponseReader): Promise<void> | undefined {
    if (this.#state !== 'open' || !this.#socket.writable) {
      this.destroy()
      return undefined
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#exchange = { reader, resolve, reject }
    this.#socket.write(request)
    return promise
  }

  /** Closes at once in any state, without callbacks. */
  destroy(): void {
    this.#exchange = undefined
    this.#state = 'closed'
    this.#socket.destroy()
  }

  #open(): void {
    if (this.#state !== 'opening') return
    this.#state = 'open'
    this.#opened.resolve()
  }

  #receive(chunk: Buffer): void {
    const exchange = this.#exchange
    // Unsolicited bytes make all later bytes untrustworthy.
    if (exchange === undefined) return this.destroy()
    try {
      if (exchange.reader.push(chunk)) this.#complete(exchange)
    } catch (error) {
      this.#fail(error instanceof OutboundError ? error : garbled('sent a malformed response'))
    }
  }

  #complete(exchange: Exchange): void {
    this.#exchange = undefined
    // If the response came before the request was sent completely, the rest of the request would precede the next one.
    if (this.#socket.writableLength > 0 || !exchange.reader.isReusable) this.destroy()
    exchange.resolve()
  }

  #break(error: Error): void {
    if (this.#state === 'opening') return this.#fail(this.peer.isTls ? explainTls(error) : unreachable(error))
    this.#fail(garbled(this.#exchange?.reader.hasStarted === true ? tornOff : neverAnswered))
  }

  #finish(): void {
    if (this.#state === 'closed') return
    if (this.#state === 'opening') return this.#break(new Error('closed'))
    const exchange = this.#exchange
    if (exchange === undefined) return this.destroy()
    if (exchange.reader.finish()) this.#complete(exchange)
    else this.#fail(garbled(exchange.reader.hasStarted ? tornOff : neverAnswered))
  }

  #fail(error: OutboundError): void {
    const exchange = this.#exchange
    this.destroy()
    this.#opened.reject(error)
    exchange?.reject(error)
  }
}

// Explicit, because the default depends on NODE_TLS_REJECT_UNAUTHORIZED in the environment.
const verified = { rejectUnauthorized: true }
const neverAnswered = 'closed the connection before responding'
const tornOff = 'closed the connection in the middle of the response'

function unreachable(error: Error): OutboundError {
  const isRefused = 'code' in error && error.code === 'ECONNREFUSED'
  const what = isRefused ? 'refused the connection' : 'could not be reached'
  return new OutboundError('connect', `The server ${what}.`, { cause: error })
}
