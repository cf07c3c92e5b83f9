/** Thrown by container readers and caught by `probeImage`; the message is a sentence about the damage. */
export class Damaged extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'Damaged'
  }
}

/** Throws for bytes that end before the image does. */
export function cutOff(what: string): never {
  throw new Damaged(`The ${what} ends before it is complete.`)
}

/** Big-endian and little-endian numbers; reads beyond the end throw Damaged. */
export class Bytes {
  readonly bytes: Uint8Array
  readonly #view: DataView
  readonly #what: string

  constructor(bytes: Uint8Array, what: string) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#what = what
  }

  get length(): number {
    return this.bytes.length
  }

  u8(at: number): number {
    return this.bytes[at] ?? cutOff(this.#what)
  }

  u16(at: number): number {
    return at + 2 <= this.length ? this.#view.getUint16(at) : cutOff(this.#what)
  }

  u32(at: number): number {
    return at + 4 <= this.length ? this.#view.getUint32(at) : cutOff(this.#what)
  }

  u16le(at: number): number {
    return at + 2 <= this.length ? this.#view.getUint16(at, true) : cutOff(this.#what)
  }

  u24le(at: number): number {
    return this.u8(at) | (this.u8(at + 1) << 8) | (this.u8(at + 2) << 16)
  }

  u32le(at: number): number {
    return at + 4 <= this.length ? this.#view.getUint32(at, true) : cutOff(this.#what)
  }

  /** Characters of one byte each; fewer at the end of the bytes. */
  text(at: number, length: number): string {
    return String.fromCharCode(...this.bytes.subarray(at, at + length))
  }
}
