import { type Socket, isIP } from 'node:net'
import { type TLSSocket, connect as connectTls } from 'node:tls'
import type { Trust } from '../trust.ts'
import { type ShownCertificate, readShown } from './shown-certificates.ts'

/** The end of a stream: a timeout, closed by the peer, over the size limit, or aborted by the caller. */
export type StreamEnd = 'timeout' | 'closed' | 'too_long' | 'aborted'

/** The result of a TLS handshake. */
export interface Encryption {
  readonly isEncrypted: boolean
  /** The certificate has the requested name and a trusted issuer. */
  readonly isTrusted: boolean
  readonly protocol?: string
  readonly problem?: string
  /** The peer's certificate chain, its own first; read on demand. */
  readonly shown?: () => readonly ShownCertificate[]
}

/** Max bytes of one connection, and max unread bytes before the socket is paused. */
const maxBytes = 1024 * 1024
const maxWaiting = 64 * 1024
/** Milliseconds for the last bytes to be sent on close. */
const lingerMs = 2000

/** One connection, read in chunks with a deadline for each. One reader at a time. */
export class ByteStream {
  readonly #trust: Trust
  #socket: Socket
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #leftBytes = maxBytes
  #end: StreamEnd | undefined
  #wake: (() => void) | undefined

  constructor(socket: Socket, trust: Trust) {
    this.#socket = socket
    this.#trust = trust
    this.#listen()
  }

  /** True if there are unread bytes. */
  get hasArrived(): boolean {
    return this.#waiting.length > 0
  }

  /** The next bytes that arrive within the time, or the reason why there are none. */
  async read(timeoutMs: number): Promise<Uint8Array | StreamEnd> {
    if (this.#waiting.length === 0 && this.#end === undefined) await this.#change(timeoutMs)
    if (this.#waiting.length === 0) return this.#end ?? 'timeout'
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    this.#socket.resume()
    return bytes
  }

  /** Returns surplus bytes to the stream. */
  unread(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#waiting.unshift(bytes)
  }

  /** Writes; a failure appears as the end of the stream. */
  write(bytes: Uint8Array): void {
    if (this.#end === undefined) this.#socket.write(bytes)
  }

  /**
   * Upgrades to TLS. The handshake accepts any certificate, and reports if it is trusted; without a certificate the stream
   * is closed. Bytes buffered before the handshake are dropped.
   */
  async startTls(host: string, timeoutMs: number): Promise<Encryption> {
    const plain = this.#socket
    // Listeners of the plain socket would receive the bytes of the handshake.
    plain.removeAllListeners()
    plain.on('error', () => undefined)
    this.#waiting = []
    this.#waitingBytes = 0
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    const names = isIP(host) === 0 ? { servername: host } : {}
    const secure = connectTls({ socket: plain, secureContext: this.#trust(), rejectUnauthorized: false, ...names })
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

  /** Closes once everything is sent, or after a short timeout. */
  close(): void {
    if (this.#end !== undefined) return
    this.#end = 'closed'
    const socket = this.#socket
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    timer.unref()
    socket.once('close', () => clearTimeout(timer))
    // Later bytes are ignored, but must be consumed for the close event.
    socket.removeAllListeners('data')
    socket.resume()
    socket.end()
    this.#wake?.()
  }

  /** Closes at once and passes the reason to a pending read. */
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
