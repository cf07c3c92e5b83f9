import { type Codec, type ImageFacts, type Output, uprightImage } from '../email/image/index.ts'
import { limits } from '../kernel/limits.ts'

/** The codec of the runtime. It uses threads of its own, so it never blocks the event loop. */
export const imageCodec: Codec = {
  async convert(bytes, size, output) {
    // The input must not change while the codec runs; a view of a larger buffer would be copied whole.
    const image = new Bun.Image(bytes, { maxPixels: limits.imagePixels })
    if (size !== undefined) image.resize(size.width, size.height)
    return encode(image, output).bytes()
  },
  async turn(bytes, orientation) {
    const image = new Bun.Image(bytes, { maxPixels: limits.imagePixels })
    const [degrees, isMirrored] = turns[orientation] ?? [0, false]
    if (degrees !== 0) image.rotate(degrees)
    if (isMirrored) image.flop()
    return encode(image, { format: 'stored' }).bytes()
  },
}

/** By orientation (EXIF 2.3, 4.6.4): clockwise rotation, then horizontal mirroring. */
const turns: Readonly<Record<number, [degrees: number, isMirrored: boolean]>> = {
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [90, true],
  6: [90, false],
  7: [270, true],
  8: [270, false],
}

/** A small blurred image as a `data:` URL, to show while the image loads; undefined if there is none. */
export async function placeholderOf(
  bytes: Uint8Array,
  facts: Pick<ImageFacts, 'format' | 'orientation'>,
): Promise<string | undefined> {
  try {
    return await new Bun.Image(await uprightImage(bytes, facts, imageCodec), {
      maxPixels: limits.imagePixels,
    }).placeholder()
  } catch {
    // The codec cannot read some formats, such as animated WebP.
    return undefined
  }
}

function encode(image: Bun.Image, output: Output): Bun.Image {
  switch (output.format) {
    case 'jpeg':
      return image.jpeg({ quality: output.quality, progressive: false })
    case 'webp':
      return image.webp({ quality: output.quality })
    case 'png':
      return image.png(output.isPalette ? { palette: true, colors: 256, dither: true } : { compressionLevel: 6 })
    case 'stored':
      return image.png({ compressionLevel: 0 })
  }
}
