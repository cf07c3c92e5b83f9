import type { Codec, Output } from '../engines/image/index.ts'
import { limits } from '../kernel/limits.ts'

/** The runtime's own codec. It works in threads of its own, so it never keeps the event loop waiting. */
export const imageCodec: Codec = {
  async convert(bytes, size, output) {
    // The input must stay as it is until the codec is done; a view of a larger buffer would be copied whole.
    const image = new Bun.Image(bytes, { maxPixels: limits.imagePixels })
    if (size !== undefined) image.resize(size.width, size.height)
    return encode(image, output).bytes()
  },
}

/** A small blurred picture as a `data:` address, to show until the picture has come; undefined when there is none. */
export async function placeholderOf(bytes: Uint8Array): Promise<string | undefined> {
  try {
    return await new Bun.Image(bytes, { maxPixels: limits.imagePixels }).placeholder()
  } catch {
    // Animated WebP, for one.
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
