import type { Medium } from '../../email/layout/index.ts'
import { loadLayoutEngine } from './layout-engine.ts'
import { paintDisplayList } from './paint-display-list.ts'
import { usableImages } from './usable-images.ts'

/** An email to render in its full height. */
export interface RenderPng {
  html: string
  medium: Medium
  /** Image width in pixels. */
  width: number
  /** Maximum number of pixels. */
  maxPixels: number
  images: readonly { src: string; bytes: Uint8Array }[]
  /** Directory of the operator's fonts. */
  fontFolder: string
}

/**
 * A PNG, the URLs of images that cannot be shown, and the features that are not painted; or the height in pixels that
 * exceeds the limit.
 */
export type RenderedPng =
  { bytes: Uint8Array; unreadable: string[]; unpainted: readonly string[] } | { tooHigh: number }

/** Renders a whole email as a PNG. Undecodable images are replaced by a gray box. */
export async function renderPng(input: RenderPng): Promise<RenderedPng> {
  const { fontFolder, html, medium, maxPixels, images, width } = input
  const engine = await loadLayoutEngine(fontFolder)
  const usable = usableImages(images)
  try {
    const displayList = await engine.measure(html, medium, usable)
    const height = Math.max(1, Math.round((displayList.height * width) / displayList.width))
    if (height * width > maxPixels) return { tooHigh: height }
    const { png, shown } = await paintDisplayList(
      engine,
      displayList,
      { format: 'png', width, maxHeight: height },
      usable,
    )
    const sources = new Set(shown.map(({ src }) => src))
    const unreadable = images.flatMap(({ src }) => (sources.has(src) ? [] : [src]))
    return { bytes: png, unreadable, unpainted: displayList.unpainted }
  } catch (error) {
    // After a trap the module is unusable; the next email gets a new thread.
    if (error instanceof WebAssembly.RuntimeError) process.exit(1)
    throw error
  }
}
