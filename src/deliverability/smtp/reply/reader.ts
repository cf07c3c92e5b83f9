import { type Reply, replyLine, replyOf } from './reply.ts'

/** Why bytes cannot be read as a reply: they are none, or there are too many of them. */
export type ReplyFault = 'garbled' | 'too_long'

/** Characters and lines of one reply. RFC 5321 4.5.3.1.5 allows 512 octets a line; no greeting needs more lines. */
const maxCharacters = 64 * 1024
const maxLines = 100

/** Puts the bytes of a connection together into replies. What comes is never kept beyond the bounds of one reply. */
export class ReplyReader {
  readonly #decoder = new TextDecoder()
  #rest = ''
  #lines: string[] = []
  #code = ''
  #length = 0
  #fault: ReplyFault | undefined

  /** Takes what arrived; after a fault nothing is kept any more. */
  push(bytes: Uint8Array): void {
    if (this.#fault !== undefined) return
    this.#rest += this.#decoder.decode(bytes, { stream: true })
  }

  /** The next reply that is whole, the fault that ends the reading, or undefined while more has to come. */
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

  /** True if something waits that nobody has taken: after STARTTLS that must not be (RFC 3207 4.2). */
  get isEmpty(): boolean {
    return this.#rest === '' && this.#lines.length === 0
  }

  #readLine(line: string): Reply | ReplyFault | undefined {
    this.#length += line.length
    const match = replyLine.exec(line)
    // A line without a code inside a reply of several lines is a server’s slip; one at the beginning is no SMTP.
    if (match === null && this.#lines.length === 0) return this.#break('garbled')
    // RFC 5321 4.2.1: the code is the same on each line. Of two that differ nobody knows which one is meant.
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
