import {
  type ImageFacts,
  probeImage,
  readStoredPng,
  stripMetadata,
  typeOfFile,
  uprightImage,
} from '../../email/image/index.ts'
import type { DisplayList, DisplayItem, LoadedImage } from '../../email/layout/index.ts'
import type { PdfImage } from '../../email/pdf/index.ts'
import { imageCodec } from '../image-codec.ts'

/** Image pixels per px of the display list: enough for print. */
const density = 3
const jpegQuality = 90

/** Converts the images of a display list for a PDF; undecodable ones are omitted. */
export async function prepareImages(displayList: DisplayList, images: readonly LoadedImage[]): Promise<PdfImage[]> {
  const widths = shownWidths(displayList.items)
  const prepared = await Promise.all(
    images.map(async (source) => {
      const width = widths.get(source.src)
      if (width === undefined) return undefined
      return prepare(source, width * density).catch(() => undefined)
    }),
  )
  return prepared.filter((source) => source !== undefined)
}

async function prepare({ bytes: given, src }: LoadedImage, maxWidth: number): Promise<PdfImage | undefined> {
  const { image } = typeOfFile(given)
  const probed = image === undefined ? undefined : probeImage(given, image)
  if (probed === undefined || 'problem' in probed) return undefined
  const { facts } = probed
  if (isPlainJpeg(facts)) return jpegOf(src, facts, given)
  const bytes = await uprightImage(given, facts, imageCodec)
  const size = facts.width > maxWidth ? shrunk(facts, maxWidth) : undefined
  if (facts.format !== 'png' && facts.format !== 'gif' && !facts.hasAlpha) {
    const jpeg = await imageCodec.convert(bytes, size, { format: 'jpeg', quality: jpegQuality })
    const written = probeImage(jpeg, 'jpeg')
    return 'facts' in written ? jpegOf(src, written.facts, jpeg) : undefined
  }
  const { data, height, width } = readStoredPng(await imageCodec.convert(bytes, size, { format: 'stored' }))
  return { src, kind: 'pixels', width, height, pixels: data }
}

function isPlainJpeg({ color, depth, format, orientation }: ImageFacts): boolean {
  return format === 'jpeg' && orientation === 1 && depth === 8 && color !== 'cmyk'
}

/** Returns the JPEG unchanged after a decoding test. */
async function jpegOf(src: string, { color, height, width }: ImageFacts, bytes: Uint8Array): Promise<PdfImage> {
  await imageCodec.convert(bytes, { width: 8, height: 8 }, { format: 'stored' })
  const stripped = stripMetadata(bytes, 'jpeg')
  return { src, kind: 'jpeg', width, height, isGray: color === 'gray', bytes: stripped }
}

function shrunk({ height, width }: ImageFacts, to: number): { width: number; height: number } {
  const wide = Math.max(1, Math.round(to))
  return { width: wide, height: Math.max(1, Math.round((height * wide) / width)) }
}

/** Maximum display width of each image, px. */
function shownWidths(items: readonly DisplayItem[], widths = new Map<string, number>()): Map<string, number> {
  const add = (src: string, width: number) => widths.set(src, Math.max(width, widths.get(src) ?? 0))
  for (const item of items) {
    if (item.kind === 'picture') add(item.src, item.width)
    else if (item.kind === 'box' && item.image !== undefined) add(item.image.src, item.image.width)
    else if (item.kind === 'group') shownWidths(item.items, widths)
  }
  return widths
}
