import type { Medium } from '../../email/layout/index.ts'
import { loadLayoutEngine } from './layout-engine.ts'
import { paintDisplayList } from './paint-display-list.ts'
import { usableImages } from './usable-images.ts'

/** An email to be rendered in its full height. */
export interface RenderPng {
  html: string
  medium: Medium
  /** Pixels across of the image. */
  width: number
  /** The most pixels that it may have. */
  maxPixels: number
  images: readonly { src: string; bytes: Uint8Array }[]
  /** Where fonts of the operator's lie. */
  fontFolder: string
}

/** A rendered image, which of the given images it could not show, and which features of the page it does not paint; or how high it would have been, where that is too much. */
export type RenderedPng =
  { bytes: Uint8Array; unreadable: string[]; unpainted: readonly string[] } | { tooHigh: number }

/** Renders a whole email as a PNG. Images that cannot be shown leave a gray box. */
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
    // What trapped once is in no state to go on; the next email gets a thread of its own.
    if (error instanceof WebAssembly.RuntimeError) process.exit(1)
    throw error
  }
}
