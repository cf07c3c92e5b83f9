import { Bytes, Damaged } from '../containers/damaged.ts'
import { gifBlocks } from '../containers/gif.ts'
import type { ImageFacts } from './facts.ts'

/** Reads a GIF from block to block, counting its images. Throws Damaged. */
export function probeGif(bytes: Uint8Array): ImageFacts {
  const file = new Bytes(bytes, 'GIF')
  const [width, height] = [file.u16le(6), file.u16le(8)]
  if (width === 0 || height === 0) throw new Damaged('The GIF does not say its size.')
  let frames = 0
  let hasAlpha = false
  let end = 0
  for (const block of gifBlocks(bytes)) {
    if (block.kind === 'image') frames++
    // GIF89a 23: the lowest bit of the flags says that one color is transparent.
    if (block.kind === 'control' && (file.u8(block.start + 3) & 1) === 1) hasAlpha = true
    end = block.end
  }
  if (frames === 0) throw new Damaged('The GIF holds no picture.')
  return { format: 'gif', width, height, orientation: 1, frames, hasAlpha, colour: 'palette', depth: 8, end }
}
