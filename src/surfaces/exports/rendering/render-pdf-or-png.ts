/** PDF and PNG of emails, rendered in a worker thread or by the operator's browser. */
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { TaskTimeout, ThreadEnded } from '../../../platform/jobs/index.ts'
import type { ExportWarning } from '../contract.ts'
import type { ExportOptions } from '../options.ts'
import { formats } from '../formats.ts'
import { renderInChromium } from './render-in-chromium.ts'
import { renderPage } from './render-page.ts'
import type { ExportDeps, RenderDeps, ExportRequest } from './deps.ts'
import type { PackedFile } from './packed-file.ts'
import { type Sheet, marginOf, refuseHeight, refusePages } from './sheet.ts'
import type { Source } from './sources.ts'

type RenderRequest = ExportRequest & { format: 'pdf' | 'png' }

/** Result of the worker task: the file, and warnings about differences from the email. */
interface Rendered {
  bytes: Uint8Array
  unreadable?: string[]
  missing?: string[]
  unpainted?: readonly string[]
}

const desktopWidth = 640
const mobileWidth = 375
const maxWidth = 1200

/**
 * Renders one email to a file. A gray area replaces a missing image, with a warning; with `strict`, EXPORT_IMAGE_MISSING.
 */
export async function renderPdfOrPng(
  source: Source,
  base: string,
  request: RenderRequest,
  deps: RenderDeps,
): Promise<PackedFile> {
  const { format, options = {} } = request
  const page = await renderPage(source, request, deps)
  const html = wholePage(page.html)
  const medium = mediumOf(options, source.document.body.width)
  const found = await within<string[]>(deps, 'findImages', { html, medium })
  const { images, warnings } = await collectImages(found, deps)
  const sheet: Sheet = { html, medium, images }
  const title = page.subject === '' ? source.name : page.subject
  const language = request.locale ?? source.document.meta.lang
  const {
    bytes,
    missing = [],
    unreadable = [],
    unpainted = [],
  } = await render(sheet, { format, options, title, language }, deps)
  const gaps = [...warnings, ...unreadable.map((src) => imageWarning(src, 'it cannot be decoded'))]
  if (options.strict === true && gaps.length > 0) refuse(gaps)
  const css = unpainted.map((message) => ({ code: 'CSS_NOT_PAINTED', message }))
  deps.warn([...gaps, ...letterWarning(missing), ...css])
  const { extension, mime } = formats[format]
  return { name: `${base}.${extension}`, mime, bytes }
}

// A fragment is wrapped in a page as browsers do, including the default margins.
function wholePage(html: string): string {
  return /<body[\s>]/i.test(html) ? html : `<!DOCTYPE html><html><body>${html}</body></html>`
}

function mediumOf({ device = 'desktop', scheme = 'light' }: ExportOptions, bodyWidth: number): Sheet['medium'] {
  const width = device === 'mobile' ? mobileWidth : Math.min(maxWidth, Math.max(desktopWidth, bodyWidth))
  return { width, scheme }
}

async function render(
  sheet: Sheet,
  { format, options, ...said }: { format: 'pdf' | 'png'; options: ExportOptions; title: string; language: string },
  deps: RenderDeps,
): Promise<Rendered> {
  const { fontFolder } = deps
  if (options.engine === 'chromium') return renderInChromium(sheet, { format, options }, deps)
  if (format === 'pdf') {
    const { page = 'long' } = options
    const pdf = { ...sheet, ...said, fontFolder, page, margin: marginOf(options), maxPages: limits.exportPdfPages }
    const written = await within<Rendered | { tooManyPages: number }>(deps, 'renderPdf', pdf)
    return 'bytes' in written ? written : refusePages(written.tooManyPages)
  }
  const { width = sheet.medium.width } = options
  const task = { ...sheet, fontFolder, width, maxPixels: limits.exportPngPixels }
  const rendered = await within<Rendered | { tooHigh: number }>(deps, 'renderPng', task)
  return 'bytes' in rendered ? rendered : refuseHeight(width, rendered.tooHigh)
}

async function within<O>({ workers, signal }: ExportDeps, task: string, input: unknown): Promise<O> {
  try {
    return await workers.runWithin<O>(limits.exportRenderSeconds * 1000, task, input, signal)
  } catch (error) {
    if (error instanceof TaskTimeout || error instanceof ThreadEnded) fail('DRAWING_TOO_COMPLEX')
    throw error
  }
}

async function collectImages(
  addresses: readonly string[],
  { collect, signal }: ExportDeps,
): Promise<{ images: Sheet['images']; warnings: ExportWarning[] }> {
  const wanted = addresses.slice(0, limits.exportImages)
  const found = await collect(wanted, signal)
  const warnings = addresses
    .slice(limits.exportImages)
    .map((src) => imageWarning(src, `an email is rendered with at most ${limits.exportImages} images`))
  const images: Sheet['images'] = []
  for (const src of wanted) {
    const image = found.get(src) ?? { missing: 'it was not fetched' }
    if ('bytes' in image) images.push({ src, bytes: image.bytes })
    else warnings.push(imageWarning(src, image.missing))
  }
  return { images, warnings }
}

function imageWarning(src: string, because: string): ExportWarning {
  return {
    code: 'IMAGE_NOT_DRAWN',
    path: src.length > 500 ? `${src.slice(0, 500)}…` : src,
    message: `A gray placeholder replaces the image, because ${because}.`,
  }
}

function letterWarning(missing: readonly string[]): ExportWarning[] {
  if (missing.length === 0) return []
  const shown = missing.slice(0, 20).join(' ')
  const more = missing.length > 20 ? ` and ${missing.length - 20} more` : ''
  const message =
    `No font has glyphs for these characters, so they are shown as boxes: ${shown}${more}. ` +
    'An operator may add fonts to the folder “fonts” of the data directory.'
  return [{ code: 'LETTERS_NOT_DRAWN', message }]
}

function refuse(warnings: readonly ExportWarning[]): never {
  return fail('EXPORT_IMAGE_MISSING', { issues: warnings.map(({ message, path = '' }) => ({ path, message })) })
}
