import { Bytes, Damaged } from '../containers/damaged.ts'
import { readOrientation, turned } from '../containers/exif.ts'
import { pngChunks } from '../containers/png.ts'
import type { ImageFacts } from './facts.ts'

// PNG specification 11.2.2.
const colours: Record<number, { colour: ImageFacts['colour']; hasAlpha: boolean; depths: readonly number[] }> = {
  0: { colour: 'grey', hasAlpha: false, depths: [1, 2, 4, 8, 16] },
  2: { colour: 'rgb', hasAlpha: false, depths: [8, 16] },
  3: { colour: 'palette', hasAlpha: false, depths: [1, 2, 4, 8] },
  4: { colour: 'grey', hasAlpha: true, depths: [8, 16] },
  6: { colour: 'rgb', hasAlpha: true, depths: [8, 16] },
}

/** Reads a PNG from chunk to chunk. Throws Damaged. */
export function probePng(bytes: Uint8Array): ImageFacts {
  const file = new Bytes(bytes, 'PNG')
  let head: (typeof colours)[number] | undefined
  let facts: ImageFacts | undefined
  let hasData = false
  for (const { type, from, to, end } of pngChunks(bytes)) {
    if (facts === undefined) {
      if (type !== 'IHDR' || to - from !== 13) throw new Damaged('The PNG does not begin with its header.')
      const [width, height, depth] = [file.u32(from), file.u32(from + 4), file.u8(from + 8)]
      head = colours[file.u8(from + 9)]
      if (width === 0 || height === 0) throw new Damaged('The PNG has no size.')
      if (head === undefined || !head.depths.includes(depth)) throw new Damaged('The PNG has an unknown color type.')
      const { colour, hasAlpha } = head
      facts = { format: 'png', width, height, orientation: 1, frames: 1, hasAlpha, colour, depth, end }
    } else if (type === 'IHDR') throw new Damaged('The PNG has two sizes.')
    else if (type === 'tRNS') facts.hasAlpha = true
    else if (type === 'acTL' && to - from >= 8) facts.frames = Math.max(1, file.u32(from))
    else if (type === 'IDAT') hasData = true
    // PNG specification 11.3.4.5: the only EXIF there is.
    else if (type === 'eXIf') facts.orientation = readOrientation(bytes.subarray(from, to)) ?? 1
    facts.end = end
  }
  if (facts === undefined || !hasData) throw new Damaged('The PNG contains no image.')
  return { ...facts, ...turned(facts, facts.orientation) }
}
