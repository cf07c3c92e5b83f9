/** Maximum codes of a GIF table: 12 bits each (GIF89a, appendix F). */
const maxCodes = 4096

/**
 * Compresses indexes of a palette of `1 << bits` colors: minimum code size, sub-blocks of at most 255 bytes,
 * terminator.
 */
export function compressIndexes(indexes: Uint8Array, bits: number): Uint8Array {
  const clear = 1 << bits
  const end = clear + 1
  const codes = new Codes(indexes.length)
  const table = new Map<number, number>()
  let width = bits + 1
  let next = end + 1
  codes.put(clear, width)
  let prefix = indexes[0] ?? 0
  for (let i = 1; i < indexes.length; i++) {
    const index = indexes[i] as number
    const sequence = (prefix << 8) | index
    const known = table.get(sequence)
    if (known !== undefined) {
      prefix = known
      continue
    }
    codes.put(prefix, width)
    prefix = index
    if (next < maxCodes) {
      // The decoder adds a code one step later, so the width grows only when this code is needed.
      if (next === 1 << width) width++
      table.set(sequence, next++)
    } else {
      codes.put(clear, width)
      table.clear()
      width = bits + 1
      next = end + 1
    }
  }
  codes.put(prefix, width)
  codes.put(end, width)
  return blocksOf(codes.bytes(), bits)
}

/** Writes codes of variable width, lowest bit first. */
class Codes {
  #bytes: Uint8Array
  #length = 0
  #waiting = 0
  #bits = 0

  constructor(guess: number) {
    this.#bytes = new Uint8Array(Math.max(256, guess >> 1))
  }

  put(code: number, width: number): void {
    this.#waiting |= code << this.#bits
    this.#bits += width
    while (this.#bits >= 8) this.#push()
  }

  bytes(): Uint8Array {
    if (this.#bits > 0) this.#push()
    return this.#bytes.subarray(0, this.#length)
  }

  #push(): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes[this.#length++] = this.#waiting & 255
    this.#waiting >>>= 8
    this.#bits = Math.max(0, this.#bits - 8)
  }
}

function blocksOf(bytes: Uint8Array, bits: number): Uint8Array {
  const count = Math.ceil(bytes.length / 255)
  const blocks = new Uint8Array(1 + bytes.length + count + 1)
  blocks[0] = bits
  let at = 1
  for (let from = 0; from < bytes.length; from += 255) {
    const part = bytes.subarray(from, from + 255)
    blocks[at] = part.length
    blocks.set(part, at + 1)
    at += 1 + part.length
  }
  return blocks
}
