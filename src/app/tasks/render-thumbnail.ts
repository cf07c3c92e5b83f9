import { type Medium, listImages } from '../../email/layout/index.ts'
import { imageCodec } from '../image-codec.ts'
import { loadLayoutEngine } from './layout-engine.ts'
import { paintDisplayList } from './paint-display-list.ts'
import { usableImages } from './usable-images.ts'

/** An email to paint for a medium. */
export interface RenderThumbnail {
  html: string
  medium: Medium
  /** Image width in pixels, and maximum height. */
  width: number
  maxHeight: number
  format: 'png' | 'webp'
  images: readonly { src: string; bytes: Uint8Array }[]
  /** Directory of the operator's fonts. */
  fontFolder: string
}

/** WebP quality, 0 to 100: text stays sharp, at a third of the size of a PNG. */
const quality = 82

/** Paints a page into an image file. Undecodable images are replaced by a gray box. */
export async function renderThumbnail({
  html,
  medium,
  width,
  maxHeight,
  format,
  images,
  fontFolder,
}: RenderThumbnail): Promise<Uint8Array> {
  const engine = await loadLayoutEngine(fontFolder)
  const usable = usableImages(images)
  try {
    const displayList = await engine.measure(html, medium, usable)
    const { png } = await paintDisplayList(engine, displayList, { format: 'png', width, maxHeight }, usable)
    return format === 'png' ? png : await imageCodec.convert(png, undefined, { format: 'webp', quality })
  } catch (error) {
    // After a trap the module is unusable; the next image gets a new thread.
    if (error instanceof WebAssembly.RuntimeError) process.exit(1)
    throw error
  }
}

/** The URLs of images that a page displays on a medium. */
export function findImages({ html, medium }: { html: string; medium: Medium }): string[] {
  return listImages(html, medium)
}
