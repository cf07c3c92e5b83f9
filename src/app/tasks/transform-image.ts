import { type ImageFacts, type Wish, planTransform, transformImage } from '../../engines/image/index.ts'
import { imageCodec } from '../image-codec.ts'
import { drawSvg } from './draw-svg.ts'

/** A picture made of another one; undefined when the wish crops a part that lies outside of it. */
export async function transformImageTask({
  bytes,
  facts,
  wish,
}: {
  bytes: Uint8Array
  facts: ImageFacts
  wish: Wish
}): Promise<Uint8Array | undefined> {
  if (facts.format !== 'svg') return transformImage(bytes, facts, { wish, codec: imageCodec })
  const plan = planTransform(facts, wish)
  if (plan === undefined) return undefined
  // Drawn at the size it is wanted, so that nothing is scaled afterwards.
  const factor = Math.max(plan.scaled.width / plan.cut.width, plan.scaled.height / plan.cut.height)
  const width = Math.max(1, Math.min(Math.round(facts.width * factor), widest(facts)))
  const drawn = await drawSvg(bytes, width)
  const size = sizeOfPng(drawn)
  const across = size.width / facts.width
  const crop = wish.crop && {
    x: Math.round(wish.crop.x * across),
    y: Math.round(wish.crop.y * across),
    width: Math.max(1, Math.round(wish.crop.width * across)),
    height: Math.max(1, Math.round(wish.crop.height * across)),
  }
  const sized = { ...wish, ...(crop === undefined ? {} : { crop }) }
  return transformImage(drawn, { ...size, hasAlpha: true }, { wish: sized, codec: imageCodec })
}

/** Pixels that one drawing may have. */
const mostDrawn = 16_777_216

function widest({ width, height }: ImageFacts): number {
  return Math.floor(Math.sqrt((mostDrawn * width) / height))
}

function sizeOfPng(png: Uint8Array): { width: number; height: number } {
  const view = new DataView(png.buffer, png.byteOffset)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}
