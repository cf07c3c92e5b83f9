import type { DisplayList, FontFile } from '../layout/index.ts'
import { FontSet } from './fonts/font-set.ts'
import { createShaper } from './harfbuzz/shaper.ts'
import { createSubsetter } from './harfbuzz/subsetter.ts'
import type { Deflate } from './streams.ts'
import type { PdfImage } from './images/write-image.ts'
import { type PdfOptions, type WrittenPdf, writePdf } from './write-pdf.ts'

/** Writes PDFs, with fonts that stay open between them. */
export interface PdfWriter {
  /** Writes a display list that was laid out with the same fonts. Images that are not given leave a gray field. */
  write(email: {
    displayList: DisplayList
    images: readonly PdfImage[]
    options: PdfOptions
  }): Promise<WrittenPdf | { tooManyPages: number }>
}

/** A writer with the bytes of harfbuzz.wasm and harfbuzz-subset.wasm, and the fonts in the order of the layout engine. */
export function createPdfWriter({
  harfbuzz,
  subset,
  fonts,
  deflate,
}: {
  harfbuzz: Uint8Array<ArrayBuffer>
  subset: Uint8Array<ArrayBuffer>
  fonts: readonly FontFile[]
  deflate: Deflate
}): PdfWriter {
  const deps = {
    fonts: new FontSet(createShaper(harfbuzz), fonts),
    subsetter: createSubsetter(subset),
    deflate,
  }
  return { write: (email) => writePdf(email, deps) }
}
