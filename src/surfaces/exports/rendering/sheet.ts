import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { ExportOptions } from '../options.ts'

/** A page with its images, and the window in which it is rendered. */
export interface Sheet {
  html: string
  medium: { width: number; scheme: 'light' | 'dark' }
  images: { src: string; bytes: Uint8Array }[]
}

/** Half an inch, in points. */
const paperMargin = 36

/** Margin around an email on each page of a PDF, in points. */
export function marginOf({ margin, page = 'long' }: ExportOptions): number {
  return margin ?? (page === 'long' ? 0 : paperMargin)
}

export function refuseHeight(width: number, height: number): never {
  return fail(
    'EXPORT_TOO_LARGE',
    `The image would have ${width} × ${height} pixels; the limit is ${limits.exportPngPixels}. Reduce options.width, or export a PDF.`,
  )
}

export function refusePages(count: number): never {
  return fail('EXPORT_TOO_LARGE', `The PDF would have ${count} pages; the limit is ${limits.exportPdfPages}.`)
}
