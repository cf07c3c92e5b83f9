import { limits } from '../../../kernel/limits.ts'
import type { RejectionCode } from '../sink.ts'

/** An input that cannot be read on. `isTruncated`: it only ends too early, and what was read is right. */
export class InputError extends Error {
  readonly code: RejectionCode
  readonly isTruncated: boolean

  constructor(code: RejectionCode, reason: string, isTruncated = false) {
    super(reason)
    this.code = code
    this.isTruncated = isTruncated
  }
}

/** Bytes in pieces, of which the first can be inspected before they are read. */
export class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array>
  #front: Uint8Array[] = []
  #hasEnded = false

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** The next piece, never empty; undefined at the end. */
  async next(): Promise<Uint8Array | undefined> {
    const front = this.#front.shift()
    if (front !== undefined) return front
    while (!this.#hasEnded) {
      const { done, value } = await this.#pieces.next()
      if (done === true) this.#hasEnded = true
      else if (value.length > 0) return value
    }
    return undefined
  }

  /** Puts bytes back before the others. */
  unread(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#front.unshift(bytes)
  }

  /** Exactly so many bytes, or fewer at the end. */
  async take(count: number): Promise<Uint8Array> {
    const taken: Uint8Array[] = []
    let length = 0
    while (length < count) {
      const piece = await this.next()
      if (piece === undefined) break
      const part = piece.subarray(0, count - length)
      this.unread(piece.subarray(part.length))
      taken.push(part)
      length += part.length
    }
    return taken.length === 1 && taken[0] !== undefined ? taken[0] : joinBytes(taken)
  }

  /** As `take`, without removing them. */
  async peek(count: number): Promise<Uint8Array> {
    const taken = await this.take(count)
    this.unread(taken)
    return taken
  }

  /** All remaining bytes; throws an InputError above `max`. */
  async collect(max: number): Promise<Uint8Array> {
    const pieces: Uint8Array[] = []
    let length = 0
    for (let piece = await this.next(); piece !== undefined; piece = await this.next()) {
      length += piece.length
      if (length > max)
        throw new InputError('too_large', `The file has more than ${max.toLocaleString('en-US')} bytes.`)
      pieces.push(piece)
    }
    return joinBytes(pieces)
  }

  /** Ends the reading of what is left. */
  async close(): Promise<void> {
    if (!this.#hasEnded) await this.#pieces.return?.()
    this.#hasEnded = true
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    for (let piece = await this.next(); piece !== undefined; piece = await this.next()) yield piece
  }
}

/** Counts what one input inflates to, over all of its archives. */
export class InflateBudget {
  #inflated = 0

  /** Throws an InputError if there is too much, or, for an archive that inflated `compressed` to `inflated` bytes, a bomb. */
  spend(bytes: number, { compressed, inflated }: { compressed: number; inflated: number }): void {
    this.#inflated += bytes
    const { reportInflatedBytes, reportRatio, reportRatioBytes } = limits
    if (this.#inflated > reportInflatedBytes)
      throw new InputError(
        'too_large',
        `The reports have more than ${reportInflatedBytes / 1024 / 1024} MB decompressed.`,
      )
    if (inflated > reportRatioBytes && inflated > compressed * reportRatio)
      throw new InputError('too_large', `The archive inflates to more than ${reportRatio} times its size.`)
  }
}

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const [first] = pieces
  if (pieces.length === 1 && first !== undefined) return first
  const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}

/** The bytes in pieces of at most 64 KB. */
export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

const pieceBytes = 64 * 1024
