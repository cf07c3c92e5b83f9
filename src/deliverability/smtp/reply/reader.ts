import { type Reply, replyLine, replyOf } from './reply.ts'

/** `garbled`: no SMTP reply; `too_long`: more than the bounds. */
export type ReplyFault = 'garbled' | 'too_long'

/**
 * Maximum characters and lines of one reply. RFC 5321 4.5.3.1.5 allows 512 octets per line; no greeting needs more lines.
 */
const maxCharacters = 64 * 1024
const maxLines = 100

/** Assembles replies from bytes. Buffers no more than the bounds of one reply. */
export class ReplyReader {
  readonly #decoder = new TextDecoder()
  #rest = ''
  #lines: string[] = []
  #code = ''
  #length = 0
  #fault: ReplyFault | undefined

  /** Appends received bytes; after a fault they are dropped. */
  push(bytes: Uint8Array): void {
    if (this.#fault !== undefined) return
    this.#rest += this.#decoder.decode(bytes, { stream: true })
  }

  /** The next complete reply, or a fault that ends the reading; undefined if more bytes are needed. */
  take(): Reply | ReplyFault | undefined {
    while (this.#fault === undefined) {
      const end = this.#rest.indexOf('\n')
      if (end < 0) {
        if (this.#length + this.#rest.length > maxCharacters) return this.#break('too_long')
        return undefined
      }
      const reply = this.#readLine(this.#rest.slice(0, end).replace(/\r$/, ''))
      this.#rest = this.#rest.slice(end + 1)
      if (reply !== undefined) return reply
    }
    return this.#fault
  }

  /** False if unread data is buffered, which is forbidden after STARTTLS (RFC 3207 4.2). */
  get isEmpty(): boolean {
    return this.#rest === '' && this.#lines.length === 0
  }

  #readLine(line: string): Reply | ReplyFault | undefined {
    this.#length += line.length
    const match = replyLine.exec(line)
    // A line without a code is tolerated inside a multiline reply; at the start it is not SMTP.
    if (match === null && this.#lines.length === 0) return this.#break('garbled')
    // RFC 5321 4.2.1: all lines have the same code. With different codes the reply is ambiguous.
    if (match !== null && this.#lines.length > 0 && match[1] !== this.#code) return this.#break('garbled')
    this.#code = match?.[1] ?? this.#code
    this.#lines.push(match === null ? line : (match[3] ?? ''))
    if (this.#lines.length > maxLines || this.#length > maxCharacters) return this.#break('too_long')
    if (match === null || match[2] === '-') return undefined
    const reply = replyOf(Number(match[1]), this.#lines)
    this.#lines = []
    this.#length = 0
    return reply
  }

  #break(fault: ReplyFault): ReplyFault {
    this.#fault = fault
    this.#rest = ''
    this.#lines = []
    return fault
  }
}
