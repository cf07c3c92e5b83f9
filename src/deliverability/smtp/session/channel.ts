import type { Reply } from '../reply/reply.ts'
import { ReplyReader } from '../reply/reader.ts'
import type { TlsUpgrade, Wire, WireEnd } from '../wire.ts'

const encoder = new TextEncoder()

/** Sends commands and reads one reply for each, within the session timeout. */
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

  /** Sends commands in one write. Throws on control characters, which parsed addresses never contain. */
  send(...commands: string[]): void {
    if (commands.some((command) => /[\x00-\x1f\x7f]/.test(command)))
      throw new Error('an SMTP command cannot contain control characters')
    this.#wire.write(encoder.encode(commands.map((command) => `${command}\r\n`).join('')))
  }

  /** The next reply, or the reason for having none; the timeout covers the whole reply, also if it trickles in. */
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
   * True if an unexpected reply arrives within `withinMs`: then replies can no longer be assigned to commands. A 421 may
   * come at any time (RFC 5321 3.8) and does not count; the next read reports the end. Consumes the reply.
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

  exchange(command: string, timeoutMs: number): Promise<Reply | WireEnd> {
    this.send(command)
    return this.reply(timeoutMs)
  }

  /**
   * Upgrades to TLS. Cleartext received after the reply to STARTTLS may be injected, so there must be none (RFC 3207 4.2).
   */
  async startTls(host: string, timeoutMs: number): Promise<TlsUpgrade> {
    if (!this.#reader.isEmpty)
      return { isEncrypted: false, isTrusted: false, problem: 'sent data before the TLS handshake' }
    this.#reader = new ReplyReader()
    return this.#wire.startTls(host, Math.max(1, Math.min(timeoutMs, this.#endMs - this.#now())))
  }

  close(): void {
    this.#wire.close()
  }
}
