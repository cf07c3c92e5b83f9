import { deflateSync } from 'node:zlib'
import type { Medium } from '../../email/layout/index.ts'
import { type PageSize, type PdfWriter, type WrittenPdf, createPdfWriter } from '../../email/pdf/index.ts'
import { readFontSubsetter, readHarfbuzz } from './embedded.ts'
import { loadFonts, loadLayoutEngine } from './layout-engine.ts'
import { prepareImages } from './pdf-images.ts'
import { usableImages } from './usable-images.ts'

/** An email to be written as a PDF, as it is seen on a medium. */
export interface RenderPdf {
  html: string
  medium: Medium
  title: string
  language: string
  page: PageSize
  /** Points around what is painted. */
  margin: number
  maxPages: number
  images: readonly { src: string; bytes: Uint8Array }[]
  /** Where fonts of the operator's lie. */
  fontFolder: string
}

/** A PDF, the addresses of the images that were given and cannot be shown, and the features that are not painted. */
export type RenderedPdf = WrittenPdf & { unreadable: string[]; unpainted: readonly string[] }

let writer: Promise<PdfWriter> | undefined

/** Lays an email out and writes it as a PDF. Images that cannot be shown leave a gray field. */
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
    // What trapped once is in no state to go on; the next email gets a thread of its own.
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
