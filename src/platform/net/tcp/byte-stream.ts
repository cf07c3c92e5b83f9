import { type Socket, isIP } from 'node:net'
import { type SecureContext, type TLSSocket, connect as connectTls } from 'node:tls'
import { type ShownCertificate, readShown } from './shown-certificates.ts'

/** Why a stream gives nothing more: the time is over, the other side closed, it sent more than anybody may, or we stopped. */
export type StreamEnd = 'timeout' | 'closed' | 'too_long' | 'aborted'

/** How a stream became encrypted, or why it did not. */
export interface Encryption {
  readonly isEncrypted: boolean
  /** The certificate is of the name that was wanted, and of somebody known here. */
  readonly isTrusted: boolean
  readonly protocol?: string
  readonly problem?: string
  /** The certificates it showed, its own first; read when they are requested. */
  readonly shown?: () => readonly ShownCertificate[]
}

/** Bytes that one connection may bring, and how many wait unread before it is held up. */
const maxBytes = 1024 * 1024
const maxWaiting = 64 * 1024
/** A goodbye has this long to leave, milliseconds. */
const lingerMs = 2000

/** One connection, read in pieces with a deadline for each. One reader at a time. */
export class ByteStream {
  readonly #trust: SecureContext
  #socket: Socket
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #leftBytes = maxBytes
  #end: StreamEnd | undefined
  #wake: (() => void) | undefined

  constructor(socket: Socket, trust: SecureContext) {
    this.#socket = socket
    this.#trust = trust
    this.#listen()
  }

  /** Whether bytes are here that nobody has read. */
  get hasArrived(): boolean {
    return this.#waiting.length > 0
  }

  /** The bytes that have come, or come within the time; or why there are none. */
  async read(timeoutMs: number): Promise<Uint8Array | StreamEnd> {
    if (this.#waiting.length === 0 && this.#end === undefined) await this.#change(timeoutMs)
    if (this.#waiting.length === 0) return this.#end ?? 'timeout'
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    this.#socket.resume()
    return bytes
  }

  /** Puts bytes back that were read too far. */
  unread(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#waiting.unshift(bytes)
  }

  /** Sends; what cannot be sent shows as the end of the stream. */
  write(bytes: Uint8Array): void {
    if (this.#end === undefined) this.#socket.write(bytes)
  }

  /**
   * Becomes TLS. The handshake goes on with any certificate, and says whether it is to be trusted; without one the stream is
   * closed. What was read before it counts no more.
   */
  async startTls(host: string, timeoutMs: number): Promise<Encryption> {
    const plain = this.#socket
    // Listeners of the plain socket would see the bytes of the handshake.
    plain.removeAllListeners()
    plain.on('error', () => undefined)
    this.#waiting = []
    this.#waitingBytes = 0
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    const names = isIP(host) === 0 ? { servername: host } : {}
    const secure = connectTls({ socket: plain, secureContext: this.#trust, rejectUnauthorized: false, ...names })
    const timer = setTimeout(() => resolve('no handshake in time'), timeoutMs)
    secure.once('secureConnect', () => resolve(undefined))
    secure.once('error', (error: Error) => resolve(`the handshake failed: ${error.message}`))
    secure.once('close', () => resolve('closed during the handshake'))
    const failure = await promise
    clearTimeout(timer)
    secure.removeAllListeners()
    this.#socket = secure
    this.#listen()
    if (failure !== undefined) {
      this.abort('closed')
      return { isEncrypted: false, isTrusted: false, problem: failure }
    }
    return describe(secure)
  }

  /** Closes once everything is sent, and soon in any case. */
  close(): void {
    if (this.#end !== undefined) return
    this.#end = 'closed'
    const socket = this.#socket
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    timer.unref()
    socket.once('close', () => clearTimeout(timer))
    // What still comes is of no interest, and must be taken in for the close to be seen.
    socket.removeAllListeners('data')
    socket.resume()
    socket.end()
    this.#wake?.()
  }

  /** Closes at once; whoever reads is notified the reason. */
  abort(reason: StreamEnd): void {
    this.#finish(reason)
    this.#socket.destroy()
  }

  #listen(): void {
    const socket = this.#socket
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', () => this.#finish('closed'))
    socket.on('end', () => this.#finish('closed'))
    socket.on('close', () => this.#finish('closed'))
  }

  #receive(chunk: Buffer): void {
    this.#leftBytes -= chunk.length
    if (this.#leftBytes < 0) return this.abort('too_long')
    this.#waiting.push(chunk)
    this.#waitingBytes += chunk.length
    if (this.#waitingBytes > maxWaiting) this.#socket.pause()
    this.#wake?.()
  }

  #finish(reason: StreamEnd): void {
    this.#end ??= reason
    this.#wake?.()
  }

  async #change(timeoutMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, timeoutMs)
    this.#wake = resolve
    await promise
    this.#wake = undefined
    clearTimeout(timer)
  }
}

function describe(socket: TLSSocket): Encryption {
  const protocol = socket.getProtocol() ?? 'TLS'
  const shown = () => readShown(socket)
  if (socket.authorized) return { isEncrypted: true, isTrusted: true, protocol, shown }
  const { authorizationError: error } = socket as { authorizationError?: Error | string }
  const problem = error instanceof Error ? error.message : (error ?? 'the certificate is not trusted')
  return { isEncrypted: true, isTrusted: false, protocol, problem, shown }
}
