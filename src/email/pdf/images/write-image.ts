import { type PDFContext, PDFHexString, PDFRawStream, type PDFRef } from 'pdf-lib'
import { type Deflate, writeStream } from '../streams.ts'
import { indexColors } from './palette.ts'
import type { JpegImage, PdfImage, PixelImage } from './pdf-image.ts'
import { spreadColors } from './spread-colors.ts'

/** Writes an image (ISO 32000-2, 8.9.5), and answers where it is. */
export function writeImage(context: PDFContext, image: PdfImage, deflate: Deflate): PDFRef {
  return image.kind === 'jpeg' ? writeJpeg(context, image) : writePixels(context, image, deflate)
}

function writeJpeg(context: PDFContext, { bytes, height, isGrey, width }: JpegImage): PDFRef {
  const entries = {
    ...imageEntries(width, height),
    ColorSpace: isGrey ? 'DeviceGray' : 'DeviceRGB',
    Filter: 'DCTDecode',
    Length: bytes.length,
  }
  return context.register(PDFRawStream.of(context.obj(entries), bytes))
}

function writePixels(context: PDFContext, { pixels, width, height }: PixelImage, deflate: Deflate): PDFRef {
  const count = width * height
  const alpha = new Uint8Array(count)
  let isSolid = true
  for (let at = 0; at < count; at++) {
    const one = pixels[at * 4 + 3] as number
    alpha[at] = one
    if (one !== 255) isSolid = false
  }
  const mask = isSolid
    ? {}
    : {
        SMask: writeStream(context, alpha, deflate, { ...imageEntries(width, height), ColorSpace: 'DeviceGray' }),
      }
  const colored = isSolid ? pixels : spreadColors(pixels, width, height)
  const indexed = indexColors(colored, count)
  if (indexed !== undefined) {
    const { palette, indices } = indexed
    const last = palette.length / 3 - 1
    const ColorSpace = ['Indexed', 'DeviceRGB', last, PDFHexString.of(palette.toHex())]
    return writeStream(context, indices, deflate, { ...imageEntries(width, height), ColorSpace, ...mask })
  }
  const rgb = new Uint8Array(count * 3)
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    rgb[to] = colored[from] as number
    rgb[to + 1] = colored[from + 1] as number
    rgb[to + 2] = colored[from + 2] as number
  }
  return writeStream(context, rgb, deflate, { ...imageEntries(width, height), ColorSpace: 'DeviceRGB', ...mask })
}

function imageEntries(width: number, height: number) {
  return { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: 8, Interpolate: true }
}
