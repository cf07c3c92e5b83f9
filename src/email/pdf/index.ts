/**
 * Display lists of the layout engine as PDF: text that can be read, searched and copied in every script, links, headings as
 * bookmarks, tags for those who hear it. Pages are parted between rows. pdf-lib writes the objects, harfbuzz shapes letters
 * and cuts fonts down; their wasm, the fonts and the packing come in as arguments. Start at write-pdf.ts.
 */
export type { PageSize } from './pages/sheets.ts'
export { type Window, partPages } from './pages/breaks.ts'
export type { PdfImage } from './images/write-image.ts'
export { type PdfWriter, createPdfWriter } from './pdf-writer.ts'
export type { PdfOptions, WrittenPdf } from './write-pdf.ts'
