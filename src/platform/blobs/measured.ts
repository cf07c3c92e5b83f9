/** What was stored in parts. */
export interface Stored {
  sizeBytes: number
  /** Hexadecimal. */
  sha256: string
}

/** Lets parts through, and counts and hashes them on the way. */
export class Measured {
  readonly #hash = new Bun.CryptoHasher('sha256')
  #sizeBytes = 0

  async *through(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
    for await (const part of parts) {
      this.#hash.update(part)
      this.#sizeBytes += part.length
      yield part
    }
  }

  /** Once all have come; may be queried once. */
  result(): Stored {
    return { sizeBytes: this.#sizeBytes, sha256: this.#hash.digest('hex') }
  }
}
