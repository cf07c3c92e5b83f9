import type { Reply } from '../reply/reply.ts'
import { ReplyReader } from '../reply/reader.ts'
import type { TlsUpgrade, Wire, WireEnd } from '../wire.ts'

const encoder = new TextEncoder()

/** Commands out, replies in, one for each, within the time of the session. */
export class Channel {
  readonly #wire: Wire
  readonly #now: () => number
  readonly #endMs: number
  #reader = new ReplyReader()

  constructor(wire: Wire, { now, sessionMs }: { now: () => number; sessionMs: number }) {
    this.#wire = wire
    this.#now = now
    this.#endMs = now() + sessionMs
  }

  /** Sends commands in one piece. Throws on a control character in one: anyone who reads addresses lets none through. */
  send(...commands: string[]): void {
    if (commands.some((command) => /[\x00-\x1f\x7f]/.test(command)))
      throw new Error('a command of SMTP cannot hold control characters')
    this.#wire.write(encoder.encode(commands.map((command) => `${command}\r\n`).join('')))
  }

  /** The next reply, or why none comes; the time counts from now, also when it trickles in. */
  async reply(timeoutMs: number): Promise<Reply | WireEnd> {
    const endMs = Math.min(this.#now() + timeoutMs, this.#endMs)
    for (;;) {
      const taken = this.#reader.take()
      if (taken !== undefined) return taken
      const leftMs = endMs - this.#now()
      if (leftMs <= 0) return 'timeout'
      const arrived = await this.#wire.read(leftMs)
      if (typeof arrived === 'string') return arrived
      this.#reader.push(arrived)
    }
  }

  /**
   * True if anything comes, within so many milliseconds, that answers nothing we sent: then nobody knows any more which answer
   * is to which command. A goodbye (421) may come at any time (RFC 5321 3.8) and is none of that; it shows when the next reply
   * is read. What came is gone.
   */
  async isOutOfStep(withinMs = 0): Promise<boolean> {
    const endMs = this.#now() + withinMs
    for (;;) {
      const taken = this.#reader.take()
      if (taken !== undefined) return typeof taken === 'string' || taken.code !== 421
      const leftMs = endMs - this.#now()
      const arrived = leftMs > 0 || this.#wire.hasArrived ? await this.#wire.read(Math.max(0, leftMs)) : 'timeout'
      if (typeof arrived === 'string') return !this.#reader.isEmpty
      this.#reader.push(arrived)
    }
  }

  /** One command and its reply. */
  ask(command: string, timeoutMs: number): Promise<Reply | WireEnd> {
    this.send(command)
    return this.reply(timeoutMs)
  }

  /**
   * Turns to TLS. What was sent in the clear behind the reply to STARTTLS could be anybody’s, and there must be none of it
   * (RFC 3207 4.2).
   */
  async startTls(host: string, timeoutMs: number): Promise<TlsUpgrade> {
    if (!this.#reader.isEmpty) return { isEncrypted: false, isTrusted: false, problem: 'spoke before the handshake' }
    this.#reader = new ReplyReader()
    return this.#wire.startTls(host, Math.max(1, Math.min(timeoutMs, this.#endMs - this.#now())))
  }

  close(): void {
    this.#wire.close()
  }
}
