import { Bytes, Damaged, cutOff } from './damaged.ts'

/** A chunk (PNG specification 5.3); `start` is the offset of its length, `end` is after its checksum. */
export interface PngChunk {
  type: string
  start: number
  /** Offset of the data. */
  from: number
  to: number
  end: number
}

export const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Ends with IEND. Throws Damaged. */
export function* pngChunks(bytes: Uint8Array): Generator<PngChunk> {
  const file = new Bytes(bytes, 'PNG')
  let at = pngSignature.length
  for (;;) {
    const length = file.u32(at)
    const type = file.text(at + 4, 4)
    if (!/^[A-Za-z]{4}$/.test(type))
      throw type.length < 4 ? cutOff('PNG') : new Damaged('The PNG has no chunk where one is expected.')
    const end = at + 12 + length
    if (end > file.length) cutOff('PNG')
    yield { type, start: at, from: at + 8, to: at + 8 + length, end }
    if (type === 'IEND') return
    at = end
  }
}
