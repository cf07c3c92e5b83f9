export interface Stored {
  sizeBytes: number
  /** Hexadecimal. */
  sha256: string
}

/** Passes chunks through, and counts and hashes them. */
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

  /** Call once, after the last chunk. */
  result(): Stored {
    return { sizeBytes: this.#sizeBytes, sha256: this.#hash.digest('hex') }
  }
}
