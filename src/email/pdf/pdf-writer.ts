import type { DisplayList, FontFile } from '../layout/index.ts'
import { FontSet } from './fonts/font-set.ts'
import { createShaper } from './harfbuzz/shaper.ts'
import { createSubsetter } from './harfbuzz/subsetter.ts'
import type { Deflate } from './streams.ts'
import type { PdfImage } from './write-image.ts'
import { type PdfOptions, type WrittenPdf, writePdf } from './write-pdf.ts'

/** Fonts stay open between calls. */
export interface PdfWriter {
  /** The display list must be laid out with the same fonts. A missing image leaves a gray field. */
  write(email: {
    displayList: DisplayList
    images: readonly PdfImage[]
    options: PdfOptions
  }): Promise<WrittenPdf | { tooManyPages: number }>
}

/** Takes the bytes of harfbuzz.wasm and harfbuzz-subset.wasm, and the fonts in the order of the layout engine. */
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
