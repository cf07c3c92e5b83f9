import { garbled } from './response-head.ts'

/** Max bytes of a chunk's size line with its extensions, and of the trailer section. */
const maxLineLength = 1024
const maxTrailerBytes = 8192

/** Decodes the chunked transfer coding (RFC 9112 7.1); trailers are dropped. */
export class ChunkedBody {
  #line = ''
  #state: 'size' | 'data' | 'after' | 'trailer' | 'done' = 'size'
  #left = 0
  #trailerBytes = 0

  /** Passes the data in the bytes to `take`; returns the number of bytes that belong to the body, all unless it ended. */
  push(bytes: Buffer, take: (part: Buffer) => void): number {
    let at = 0
    while (at < bytes.length && this.#state !== 'done') {
      if (this.#state === 'data') {
        const part = bytes.subarray(at, at + this.#left)
        take(part)
        at += part.length
        this.#left -= part.length
        if (this.#left === 0) this.#state = 'after'
      } else at = this.#readLine(bytes, at)
    }
    return at
  }

  get isDone(): boolean {
    return this.#state === 'done'
  }

  #readLine(bytes: Buffer, from: number): number {
    const end = bytes.indexOf(10, from)
    const upTo = end === -1 ? bytes.length : end + 1
    if (this.#line.length + upTo - from > maxLineLength) throw garbled('sent a chunk that is not valid')
    this.#line += bytes.toString('latin1', from, upTo)
    if (end === -1) return upTo
    const line = this.#line
    this.#line = ''
    if (!line.endsWith('\r\n')) throw garbled('sent a chunk that is not valid')
    this.#take(line.slice(0, -2))
    return upTo
  }

  #take(line: string): void {
    if (this.#state === 'trailer') {
      this.#trailerBytes += line.length + 2
      if (this.#trailerBytes > maxTrailerBytes) throw garbled('sent endless trailers')
      if (line === '') this.#state = 'done'
      return
    }
    if (this.#state === 'after') {
      if (line !== '') throw garbled('sent a chunk longer than announced')
      this.#state = 'size'
      return
    }
    const [, digits] = /^([0-9a-fA-F]{1,12})[\t ]*(?:;|$)/.exec(line) ?? []
    if (digits === undefined) throw garbled('sent a chunk that is not valid')
    this.#left = Number.parseInt(digits, 16)
    this.#state = this.#left === 0 ? 'trailer' : 'data'
  }
}
