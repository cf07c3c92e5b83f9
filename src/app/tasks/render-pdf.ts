import { deflateSync } from 'node:zlib'
import type { Medium } from '../../email/layout/index.ts'
import { type PageSize, type PdfWriter, type WrittenPdf, createPdfWriter } from '../../email/pdf/index.ts'
import { readFontSubsetter, readHarfbuzz } from './embedded.ts'
import { loadFonts, loadLayoutEngine } from './layout-engine.ts'
import { prepareImages } from './pdf-images.ts'
import { usableImages } from './usable-images.ts'

export interface RenderPdf {
  html: string
  medium: Medium
  title: string
  language: string
  page: PageSize
  /** Margin around the content, in points. */
  margin: number
  maxPages: number
  images: readonly { src: string; bytes: Uint8Array }[]
  /** Directory of the operator's fonts. */
  fontFolder: string
}

/** A PDF, the URLs of images that cannot be shown, and the features that are not painted. */
export type RenderedPdf = WrittenPdf & { unreadable: string[]; unpainted: readonly string[] }

let writer: Promise<PdfWriter> | undefined

/** Lays out an email and writes it as a PDF. Undecodable images are replaced by a gray box. */
export async function renderPdf(input: RenderPdf): Promise<RenderedPdf | { tooManyPages: number }> {
  const { fontFolder, html, language, margin, medium, maxPages, page, images, title } = input
  const engine = await loadLayoutEngine(fontFolder)
  const usable = usableImages(images)
  try {
    const displayList = await engine.measure(html, medium, usable)
    const prepared = await prepareImages(displayList, usable)
    const options = { title, language, page, margin, maxPages }
    const written = await (await loadWriter(fontFolder)).write({ displayList, images: prepared, options })
    if ('tooManyPages' in written) return written
    const shown = new Set(prepared.map(({ src }) => src))
    const unreadable = images.flatMap(({ src }) => (shown.has(src) ? [] : [src]))
    return { ...written, unreadable, unpainted: displayList.unpainted }
  } catch (error) {
    // After a trap the module is unusable; the next email gets a new thread.
    if (error instanceof WebAssembly.RuntimeError) process.exit(1)
    throw error
  }
}

function loadWriter(fontFolder: string): Promise<PdfWriter> {
  writer ??= Promise.all([readHarfbuzz(), readFontSubsetter(), loadFonts(fontFolder)]).then(
    ([harfbuzz, subset, fonts]) =>
      createPdfWriter({ harfbuzz, subset, fonts, deflate: (bytes) => deflateSync(bytes, { level: 6 }) }),
  )
  return writer
}
