import { type PDFContext, PDFHexString, PDFRawStream, type PDFRef } from 'pdf-lib'
import { type Deflate, writeStream } from './streams.ts'

/** Writes an image XObject (ISO 32000-2, 8.9.5). */
export function writeImage(context: PDFContext, image: PdfImage, deflate: Deflate): PDFRef {
  return image.kind === 'jpeg' ? writeJpeg(context, image) : writePixels(context, image, deflate)
}

function writeJpeg(context: PDFContext, { bytes, height, isGray, width }: JpegImage): PDFRef {
  const entries = {
    ...imageEntries(width, height),
    ColorSpace: isGray ? 'DeviceGray' : 'DeviceRGB',
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
  const colored = isSolid ? pixels : dilateColors(pixels, width, height)
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

const max = 256

/**
 * RGBA pixels as indexes of a palette of at most 256 colors; undefined if there are more colors. Fully transparent
 * pixels have the first color.
 */
function indexColors(pixels: Uint8Array, count: number): { palette: Uint8Array; indices: Uint8Array } | undefined {
  const numbers = new Map<number, number>()
  const indices = new Uint8Array(count)
  const colors: number[] = []
  let last = -1
  let lastIndex = 0
  for (let at = 0; at < count; at++) {
    const from = at * 4
    if (pixels[from + 3] === 0) continue
    const color = ((pixels[from] as number) << 16) | ((pixels[from + 1] as number) << 8) | (pixels[from + 2] as number)
    if (color !== last) {
      const known = numbers.get(color)
      if (known === undefined) {
        if (colors.length === max) return undefined
        numbers.set(color, colors.length)
        lastIndex = colors.length
        colors.push(color)
      } else lastIndex = known
      last = color
    }
    indices[at] = lastIndex
  }
  if (colors.length === 0) colors.push(0)
  return {
    palette: Uint8Array.from(colors.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255])),
    indices,
  }
}

/**
 * Replaces the color of fully transparent RGBA pixels by the nearest visible color of the row, else of the row above
 * or below. Viewers scale color and mask separately: black behind the mask would show as a dark edge.
 */
function dilateColors(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const dilated = pixels.slice()
  const colors = new Uint32Array(dilated.buffer, dilated.byteOffset, width * height)
  let lastRow = -1
  for (let row = 0; row < height; row++) {
    const start = row * width
    if (!dilateRow(dilated, colors, start, start + width)) continue
    for (let empty = lastRow + 1; empty < row; empty++) {
      const isAbove = lastRow >= 0 && empty - lastRow <= row - empty
      copyRow(colors, isAbove ? lastRow * width : start, empty * width, width)
    }
    lastRow = row
  }
  if (lastRow >= 0)
    for (let row = lastRow + 1; row < height; row++) copyRow(colors, lastRow * width, row * width, width)
  return dilated
}

/** Fills each half of a gap from its side. False if the row has no visible pixel. */
function dilateRow(pixels: Uint8Array, colors: Uint32Array, start: number, end: number): boolean {
  let last = -1
  for (let at = start; at < end; at++) {
    if (pixels[at * 4 + 3] === 0) continue
    const color = colors[at] as number
    if (last === -1) colors.fill(color, start, at)
    else if (at - last > 1) {
      const middle = (last + at + 1) >> 1
      colors.fill(colors[last] as number, last + 1, middle)
      colors.fill(color, middle, at)
    }
    last = at
  }
  if (last !== -1) colors.fill(colors[last] as number, last + 1, end)
  return last !== -1
}

function copyRow(colors: Uint32Array, from: number, to: number, width: number): void {
  colors.copyWithin(to, from, from + width)
}

/** By the URL in the display list. */
export type PdfImage = JpegImage | PixelImage

/** An upright JPEG of one or three channels; its bytes are embedded unchanged. */
interface JpegImage {
  src: string
  kind: 'jpeg'
  width: number
  height: number
  isGray: boolean
  bytes: Uint8Array
}

/** RGBA, 8 bits per channel, row by row. */
interface PixelImage {
  src: string
  kind: 'pixels'
  width: number
  height: number
  pixels: Uint8Array
}
