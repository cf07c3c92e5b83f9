import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { ExportOptions } from '../options.ts'

/** A page with what is seen on it, and the window it is seen in. */
export interface Sheet {
  html: string
  medium: { width: number; scheme: 'light' | 'dark' }
  images: { src: string; bytes: Uint8Array }[]
}

/** Half an inch, points. */
const paperMargin = 36

/** Points around an email on each page of a PDF. */
export function marginOf({ margin, page = 'long' }: ExportOptions): number {
  return margin ?? (page === 'long' ? 0 : paperMargin)
}

/** Fails for an image that would be too high. */
export function refuseHeight(width: number, height: number): never {
  return fail(
    'EXPORT_TOO_LARGE',
    `The image would have ${width} × ${height} pixels; the limit is ${limits.exportPngPixels}. Reduce options.width, or export a PDF.`,
  )
}

/** Fails for a PDF that would have too many pages. */
export function refusePages(count: number): never {
  return fail('EXPORT_TOO_LARGE', `The PDF would have ${count} pages; the limit is ${limits.exportPdfPages}.`)
}
