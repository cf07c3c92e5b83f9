import { OutboundError } from '../outbound-error.ts'
import { ChunkedBody } from './chunked.ts'
import { type Framing, type ResponseHead, framingOf, garbled, readResponseHead } from './response-head.ts'

/** Max bytes of all heads of one response together, including interim ones. */
const maxHeadBytes = 64 * 1024
/** Max interim responses (1xx) before the final one. */
const maxInterim = 16
const endOfHead = Buffer.from('\r\n\r\n')
const start = 'HTTP/1.'
const nothing = Buffer.alloc(0)

export interface ReadLimits {
  readonly method: string
  readonly maxBodyBytes: number
  readonly onTooLarge: 'cut' | 'refuse'
}

/**
 * Parses one response from the bytes of a connection, within limits. Throws OutboundError for a violation of a limit or of
 * HTTP.
 */
export class ResponseReader {
  readonly #limits: ReadLimits
  readonly #parts: Buffer[] = []
  #head: ResponseHead | undefined
  #framing: Framing | undefined
  #chunked: ChunkedBody | undefined
  #held: Buffer = nothing
  #heldBytes = 0
  #headBytes = 0
  #interim = 0
  #bodyBytes = 0
  #left = 0
  #isDone = false
  #isCut = false
  #hasMore = false

  constructor(limits: ReadLimits) {
    this.#limits = limits
  }

  /** Adds received bytes; true once the response is complete. */
  push(chunk: Buffer): boolean {
    let rest: Buffer | undefined = chunk
    while (rest !== undefined && this.#framing === undefined) rest = this.#readHead(rest)
    if (rest !== undefined) this.#readBody(rest)
    return this.#isDone
  }

  /** Handles the end of the connection: true if the response is complete. */
  finish(): boolean {
    this.#isDone ||= this.#framing?.kind === 'close'
    return this.#isDone
  }

  get hasStarted(): boolean {
    return this.#headBytes > 0 || this.#heldBytes > 0
  }

  get isCut(): boolean {
    return this.#isCut
  }

  /** True if the connection can be reused: RFC 9112 9.3. */
  get isReusable(): boolean {
    if (this.#head === undefined || !this.#isDone || this.#isCut || this.#hasMore) return false
    const connection = this.#head.headers['connection']?.toLowerCase() ?? ''
    return this.#framing?.kind !== 'close' && this.#head.isHttp11 && !connection.includes('close')
  }

  get head(): ResponseHead {
    if (this.#head === undefined) throw garbled('did not respond')
    return this.#head
  }

  body(): Buffer {
    const [only] = this.#parts
    return this.#parts.length === 1 && only !== undefined ? only : Buffer.concat(this.#parts)
  }

  #readHead(chunk: Buffer): Buffer | undefined {
    const bytes = this.#heldBytes === 0 ? chunk : this.#hold(chunk)
    if (!start.startsWith(bytes.toString('latin1', 0, Math.min(start.length, bytes.length))))
      throw garbled('did not respond with HTTP/1.1')
    const end = bytes.indexOf(endOfHead, Math.max(0, bytes.length - chunk.length - 3))
    if (this.#headBytes + (end === -1 ? bytes.length : end) > maxHeadBytes)
      throw new OutboundError('too_large', `The server sent more than ${maxHeadBytes / 1024} KiB of headers.`)
    if (end === -1) {
      if (this.#heldBytes === 0) this.#hold(chunk)
      return undefined
    }
    const head = readResponseHead(bytes.toString('latin1', 0, end))
    this.#heldBytes = 0
    this.#headBytes += end + endOfHead.length
    const rest = bytes.subarray(end + endOfHead.length)
    this.#accept(head)
    return rest.length === 0 ? undefined : rest
  }

  #accept(head: ResponseHead): void {
    if (head.status < 200) {
      if (head.status === 101 || ++this.#interim > maxInterim) throw garbled('sent endless interim responses')
      return
    }
    this.#head = head
    this.#framing = framingOf(head, this.#limits.method)
    if (this.#framing.kind === 'chunked') this.#chunked = new ChunkedBody()
    if (this.#framing.kind === 'length') {
      this.#left = this.#framing.bytes
      if (this.#left > this.#limits.maxBodyBytes && this.#limits.onTooLarge === 'refuse') throw this.#tooLarge()
    }
    this.#isDone = this.#framing.kind === 'none' || (this.#framing.kind === 'length' && this.#left === 0)
  }

  // For a head that arrives in small chunks: bytes are searched once and copied only a few times.
  #hold(chunk: Buffer): Buffer {
    const needed = this.#heldBytes + chunk.length
    if (needed > this.#held.length) {
      const grown = Buffer.alloc(Math.min(Math.max(needed, this.#held.length * 2, 1024), maxHeadBytes + needed))
      this.#held.copy(grown, 0, 0, this.#heldBytes)
      this.#held = grown
    }
    chunk.copy(this.#held, this.#heldBytes)
    this.#heldBytes = needed
    return this.#held.subarray(0, needed)
  }

  #readBody(bytes: Buffer): void {
    if (this.#isDone) {
      this.#hasMore ||= bytes.length > 0
      return
    }
    if (this.#chunked !== undefined) {
      const used = this.#chunked.push(bytes, (part) => this.#keep(part))
      this.#isDone ||= this.#chunked.isDone
      this.#hasMore ||= used < bytes.length
    } else if (this.#framing?.kind === 'length') {
      const part = bytes.subarray(0, this.#left)
      this.#left -= part.length
      this.#keep(part)
      this.#isDone ||= this.#left === 0
      this.#hasMore ||= part.length < bytes.length
    } else this.#keep(bytes)
  }

  #keep(part: Buffer): void {
    if (this.#isCut) return
    const room = this.#limits.maxBodyBytes - this.#bodyBytes
    if (part.length > room && this.#limits.onTooLarge === 'refuse') throw this.#tooLarge()
    this.#bodyBytes += Math.min(part.length, room)
    if (room > 0) this.#parts.push(ownCopy(part.subarray(0, room)))
    if (part.length > room) this.#isCut = this.#isDone = true
  }

  #tooLarge(): OutboundError {
    return new OutboundError('too_large', `The response is larger than ${this.#limits.maxBodyBytes} bytes.`)
  }
}

// A small slice would keep its whole network buffer alive: chunks of one byte with long extensions would exhaust memory.
function ownCopy(part: Buffer): Buffer {
  return part.length * 2 < part.buffer.byteLength ? Buffer.from(part) : part
}
