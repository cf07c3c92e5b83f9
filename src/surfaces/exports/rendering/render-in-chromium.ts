import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { ChromiumError, type PrintedPdf, type PrintedPng } from '../../../platform/chromium/index.ts'
import type { ExportOptions } from '../options.ts'
import type { RenderDeps } from './deps.ts'
import { type Sheet, marginOf, refuseHeight } from './sheet.ts'

/** Width and height in points. */
const papers = { A4: { width: 595.276, height: 841.89 }, Letter: { width: 612, height: 792 } } as const

/** Prints a page with the operator's browser. NOT_CONFIGURED without one; CHROMIUM_UNAVAILABLE if it fails. */
export async function renderInChromium(
  { html, medium, images }: Sheet,
  { format, options }: { format: 'pdf' | 'png'; options: ExportOptions },
  { chromium, workers }: RenderDeps,
): Promise<{ bytes: Uint8Array }> {
  if (chromium === undefined) return fail('NOT_CONFIGURED', 'Chromium is not configured; set SVC_CHROMIUM_PATH.')
  const { page = 'long', width = medium.width } = options
  const pdf: PrintedPdf = { kind: 'pdf', paper: page === 'long' ? undefined : papers[page], margin: marginOf(options) }
  const png: PrintedPng = { kind: 'png', width, maxPixels: limits.exportPngPixels }
  try {
    const deadlineMs = limits.exportRenderSeconds * 1000
    const request = format === 'pdf' ? pdf : png
    const printed = await chromium.print({ html, ...medium, images }, request, {
      deadlineMs,
      context: workers.context,
    })
    return 'bytes' in printed ? printed : refuseHeight(width, printed.tooHigh)
  } catch (error) {
    if (!(error instanceof ChromiumError)) throw error
    if (error.kind === 'timeout') return fail('DRAWING_TOO_COMPLEX', error.message)
    return fail('CHROMIUM_UNAVAILABLE', error.message)
  }
}
