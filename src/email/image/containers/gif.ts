import { Bytes, Damaged, cutOff } from './damaged.ts'

/** A block of a GIF (GIF89a, sections 18 to 27). */
export interface GifBlock {
  kind: 'head' | 'image' | 'control' | 'comment' | 'application' | 'other' | 'end'
  start: number
  end: number
}

/** Blocks in file order: header with the global palette first, trailer last. Throws Damaged. */
export function* gifBlocks(bytes: Uint8Array): Generator<GifBlock> {
  const file = new Bytes(bytes, 'GIF')
  let at = 13 + paletteBytes(file.u8(10))
  if (at > file.length) cutOff('GIF')
  yield { kind: 'head', start: 0, end: at }
  for (;;) {
    const start = at
    const introducer = file.u8(at)
    if (introducer === 0x3b) {
      yield { kind: 'end', start, end: at + 1 }
      return
    }
    if (introducer === 0x21) {
      const label = file.u8(at + 1)
      at = endOfSubBlocks(file, at + 2)
      yield { kind: extensionKinds[label] ?? 'other', start, end: at }
    } else if (introducer === 0x2c) {
      // The descriptor has ten bytes, then its own palette, then the code size of the data.
      at = endOfSubBlocks(file, at + 10 + paletteBytes(file.u8(at + 9)) + 1)
      yield { kind: 'image', start, end: at }
    } else throw new Damaged('The GIF has invalid data instead of a block.')
  }
}

const extensionKinds: Record<number, GifBlock['kind']> = { 0xf9: 'control', 0xfe: 'comment', 0xff: 'application' }

function paletteBytes(flags: number): number {
  return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0
}

function endOfSubBlocks(file: Bytes, from: number): number {
  let at = from
  for (;;) {
    const length = file.u8(at)
    at += 1 + length
    if (length === 0) return at
  }
}
