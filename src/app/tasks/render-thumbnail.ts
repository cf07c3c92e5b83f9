import { type Medium, listImages } from '../../email/layout/index.ts'
import { imageCodec } from '../image-codec.ts'
import { loadLayoutEngine } from './layout-engine.ts'
import { paintDisplayList } from './paint-display-list.ts'
import { usableImages } from './usable-images.ts'

/** An email to be painted as it is seen on a medium. */
export interface RenderThumbnail {
  html: string
  medium: Medium
  /** Pixels across of the image, and the most down. */
  width: number
  maxHeight: number
  format: 'png' | 'webp'
  images: readonly { src: string; bytes: Uint8Array }[]
  /** Where fonts of the operator's lie. */
  fontFolder: string
}

/** Quality of WebP, 0 to 100: text stays sharp, and an image has a third of the bytes of a PNG. */
const quality = 82

/** Paints a page into an image file. Images that cannot be shown leave a gray box. */
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
    // What trapped once is in no state to go on; the next image gets a thread of its own.
    if (error instanceof WebAssembly.RuntimeError) process.exit(1)
    throw error
  }
}

/** The addresses of the images that a page shows on a medium. */
export function findImages({ html, medium }: { html: string; medium: Medium }): string[] {
  return listImages(html, medium)
}
