/**
 * Writes display lists of the layout engine as tagged PDF: searchable text in every script, links, headings as
 * bookmarks, structure for screen readers. Page breaks fall between rows. pdf-lib writes the objects, harfbuzz shapes
 * text and subsets fonts; their WebAssembly modules, the fonts and the compression are arguments. Start at
 * write-pdf.ts.
 */
export type { PageSize } from './pages/sheets.ts'
export { type Window, partPages } from './pages/breaks.ts'
export type { PdfImage } from './write-image.ts'
export { type PdfWriter, createPdfWriter } from './pdf-writer.ts'
export type { PdfOptions, WrittenPdf } from './write-pdf.ts'
