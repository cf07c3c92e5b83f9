/** Images to test with, made here; sharp represents the programs that made those of other people. */
import sharp, { type Sharp } from 'sharp'

/** A photo-like image without alpha: every place has a color of its own. */
export function photo(width = 200, height = 120): Sharp {
  const data = new Uint8Array(width * height * 3)
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [(i % width) / width, Math.floor(i / width) / height]
    data.set([255 * x, 255 * y, 128 + 100 * Math.sin(12 * x) * Math.cos(9 * y)], i * 3)
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** A yellow disc on transparent black, as logos are. */
export function disc(size = 200): Sharp {
  const data = new Uint8Array(size * size * 4)
  for (let i = 0; i < size * size; i++) {
    const [x, y] = [(i % size) - size / 2 + 0.5, Math.floor(i / size) - size / 2 + 0.5]
    if (Math.hypot(x, y) < size * 0.4) data.set([255, 204, 0, 255], i * 4)
  }
  return sharp(data, { raw: { width: size, height: size, channels: 4 } })
}

/** Four quarters: red, green above; blue, white below. */
export function quarters(width = 40, height = 20): Sharp {
  const data = new Uint8Array(width * height * 3)
  for (let i = 0; i < width * height; i++) {
    const [right, low] = [i % width >= width / 2, Math.floor(i / width) >= height / 2]
    data.set(low ? (right ? [255, 255, 255] : [0, 0, 255]) : right ? [0, 255, 0] : [255, 0, 0], i * 3)
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** An animation of so many images. */
export async function animation(format: 'gif' | 'webp', frames = 3): Promise<Uint8Array> {
  const [width, height] = [20, 10]
  const data = new Uint8Array(width * height * frames * 3)
  for (let i = 0; i < width * height * frames; i++) data[i * 3] = Math.floor(i / (width * height)) * 60
  const strip = sharp(data, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
  return bytesOf(format === 'gif' ? strip.gif({ loop: 0 }) : strip.webp({ loop: 0 }))
}

/** The image as a file. */
export async function bytesOf(image: Sharp): Promise<Uint8Array> {
  return new Uint8Array(await image.toBuffer())
}

/** What a file shows: its size, and its pixels with alpha. */
export async function seen(file: Uint8Array) {
  const { data, info } = await sharp(file)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
  return { width: info.width, height: info.height, data, at }
}

/** The mean difference of two images of one size, in steps of a channel of 256. */
export async function difference(a: Uint8Array, b: Uint8Array): Promise<number> {
  const [one, other] = [await seen(a), await seen(b)]
  if (one.width !== other.width || one.height !== other.height)
    throw new Error(`${one.width}×${one.height} and ${other.width}×${other.height}`)
  return one.data.reduce((sum, value, i) => sum + Math.abs(value - (other.data[i] ?? 0)), 0) / one.data.length
}
