/** Images transformed by the product and by sharp, from the same file, size and fit. */
import sharp, { type Sharp } from 'sharp'
import { imageCodec } from '../../src/app/image-codec.ts'
import { bytesOf } from '../email/image/images.ts'
import { type TransformOptions, probeImage, transformImage, typeOfFile } from '../../src/email/image/index.ts'

export interface SharedCase {
  name: string
  /** For an image of this size. */
  options(width: number, height: number): Partial<TransformOptions>
}

const even = (length: number) => Math.max(1, Math.round(length))

/** Sizes and fits that emails use; every one is also one of sharp's. */
export const sharedCases: readonly SharedCase[] = [
  { name: '64 px wide', options: () => ({ width: 64 }) },
  { name: '97 px high', options: () => ({ height: 97 }) },
  { name: 'half', options: (width) => ({ width: even(width / 2) }) },
  { name: '1.5 times', options: (width) => ({ width: even(width * 1.5) }) },
  { name: 'square, cover', options: () => ({ width: 200, height: 200, fit: 'cover' }) },
  { name: '300 × 100, cover, north', options: () => ({ width: 300, height: 100, fit: 'cover', gravity: 'north' }) },
  { name: '180 × 240, fill', options: () => ({ width: 180, height: 240, fit: 'fill' }) },
  { name: '220 × 140, inside', options: () => ({ width: 220, height: 140, fit: 'inside' }) },
  { name: '200 × 300, pad', options: () => ({ width: 200, height: 300, fit: 'pad', background: [255, 255, 255] }) },
]

export const sharedFormats = ['png', 'jpeg', 'webp'] as const

/**
 * Both results, of one size; undefined for a file that the product does not transform. `isOff` if sharp rounded a side of the
 * scaled image to another pixel, and was then told the size. Fails for larger differences.
 */
export async function besideSharp(
  bytes: Uint8Array,
  { options }: SharedCase,
  format: (typeof sharedFormats)[number],
): Promise<{ ours: Uint8Array; theirs: Uint8Array; isOff: boolean } | undefined> {
  const { image } = typeOfFile(bytes)
  const probed = image === undefined || image === 'svg' || image === 'gif' ? undefined : probeImage(bytes, image)
  if (probed === undefined || 'problem' in probed || probed.facts.frames > 1) return undefined
  const { facts } = probed
  const asked: TransformOptions = { quality: 80, ...options(facts.width, facts.height), format }
  const ours = await transformImage(bytes, facts, { options: asked, codec: imageCodec })
  if (ours === undefined) return undefined
  const theirs = await bytesOf(encode(resize(sharp(bytes).rotate(), asked), asked))
  const [own, other] = [await sharp(ours).metadata(), await sharp(theirs).metadata()]
  const off = Math.max(Math.abs(own.width - other.width), Math.abs(own.height - other.height))
  if (off === 0) return { ours, theirs, isOff: false }
  if (off > 1) throw new Error(`${own.width} × ${own.height} instead of ${other.width} × ${other.height}`)
  const exact = sharp(bytes).rotate().resize({ width: own.width, height: own.height, fit: 'fill' })
  return { ours, theirs: await bytesOf(encode(exact, asked)), isOff: true }
}

function resize(image: Sharp, { width, height, fit = 'contain', gravity = 'center' }: TransformOptions): Sharp {
  const size = { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) }
  const background = { r: 255, g: 255, b: 255 }
  switch (fit) {
    case 'cover':
      return image.resize({ ...size, fit, position: gravity })
    case 'fill':
      return image.resize({ ...size, fit })
    case 'pad':
      return image.resize({ ...size, fit: 'contain', background }).flatten({ background })
    case 'inside':
      return image.resize({ ...size, fit, withoutEnlargement: true })
    case 'contain':
      return image.resize({ ...size, fit: 'inside' })
  }
}

function encode(image: Sharp, { format, quality }: TransformOptions): Sharp {
  if (format === 'jpeg') return image.flatten({ background: '#fff' }).jpeg({ quality })
  return format === 'webp' ? image.webp({ quality }) : image.png()
}
