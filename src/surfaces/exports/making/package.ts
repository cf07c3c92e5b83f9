import { checkData } from '../../../engines/data/index.ts'
import {
  type ZipFile,
  fileName,
  freeName,
  imageTypeOf,
  rewriteImages,
  writeEml,
  zipEmail,
} from '../../../engines/formats/index.ts'
import type { RenderOptions, Rendered } from '../../../engines/render/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Workers } from '../../../platform/jobs/index.ts'
import { fillDocument, wantsAmp, withCheckedAmp } from '../../templates/index.ts'
import { compact } from './compact.ts'
import type { CreateExport, ExportWarning } from '../contract.ts'
import { formats } from '../formats.ts'
import { type ImageSource, placeImages } from './images.ts'
import { packMjml } from './mjml.ts'
import type { PackedFile } from './packed-file.ts'
import { drawForProvider, filesForProvider } from './provider.ts'
import type { Source } from './sources.ts'

/** A finished export before it is kept. */
export interface Package {
  files: PackedFile[]
  /** The one file as text, for text formats. */
  content?: string
  warnings: ExportWarning[]
}

type Wish = Pick<CreateExport, 'format' | 'target' | 'data' | 'locale' | 'options'>
type Drawn = { html: string; text: string; subject: string; amp?: string }
type Page = Drawn & { source: Source; images: ZipFile[] }

interface Means {
  nowMs: number
  workers: Workers
  progress?: (done: number, total: number) => void
  signal?: AbortSignal
}

const encoder = new TextEncoder()

/** Renders the emails and puts them into files of the format asked for. `nowMs` is what countdowns count from. */
export async function packEmails(
  sources: readonly Source[],
  wish: Wish,
  images: ImageSource & Means,
): Promise<Package> {
  const warnings: ExportWarning[] = []
  const warn = (source: Source, more: readonly ExportWarning[]) => {
    const about = sources.length > 1 && source.templateId ? { template_id: source.templateId } : {}
    for (const warning of more) warnings.push({ ...warning, ...about })
  }
  if (wish.format === 'esp') return { ...(await packForProvider(sources, wish, images, warn)), warnings }
  if (wish.format === 'mjml') {
    const packed = packMjml(sources, { locale: wish.locale, cdnUrl: images.cdnUrl }, warn)
    checkSize(packed.files)
    return { ...packed, warnings }
  }
  const pages: Page[] = []
  for (const source of sources) {
    images.signal?.throwIfAborted()
    images.progress?.(pages.length, sources.length)
    const page =
      wish.format === 'json'
        ? { html: '', text: '', subject: '' }
        : await render(source, wish, images, (more) => warn(source, more))
    const placed = await placeImages(page.html, imagesOf(wish), images)
    warn(source, placed.warnings)
    const compacted = await compact(placed.html, wish.options, images.workers)
    warn(source, compacted.warnings)
    pages.push({ ...page, source, html: compacted.html, images: placed.files })
  }
  const files = wish.format === 'zip' ? [await zipPages(pages)] : plainFiles(pages, wish.format)
  checkSize(files)
  const [only] = files
  const content =
    files.length === 1 && only && wish.format !== 'zip' ? { content: new TextDecoder().decode(only.bytes) } : {}
  return { files, ...content, warnings }
}

async function packForProvider(
  sources: readonly Source[],
  wish: Wish,
  means: ImageSource & Means,
  warn: (source: Source, more: readonly ExportWarning[]) => void,
): Promise<Omit<Package, 'warnings'>> {
  const emails = []
  for (const source of sources) {
    means.signal?.throwIfAborted()
    means.progress?.(emails.length, sources.length)
    const email = await drawForProvider(source, wish, means)
    warn(
      source,
      email.warnings.map(({ code, message, path, node_id }) => ({
        code,
        message,
        ...(path === undefined ? {} : { path }),
        ...(node_id === undefined ? {} : { node_id }),
      })),
    )
    emails.push({ source, email })
  }
  const files = await filesForProvider(emails, wish)
  checkSize(files)
  const [only] = emails
  return { files, ...(emails.length === 1 && only ? { content: only.email.html } : {}) }
}

function imagesOf({ format, options }: Wish) {
  return options?.images ?? (format === 'zip' ? 'zip' : 'absolute')
}

async function render(
  source: Source,
  { data, locale, options, format }: Wish,
  { cdnUrl, nowMs, workers }: { cdnUrl: string; nowMs: number; workers: Workers },
  warn: (warnings: readonly ExportWarning[]) => void,
): Promise<Drawn> {
  if (data !== undefined) warn(judgeData(source, data, options?.strict === true))
  const isOwnHtml = source.html !== undefined
  const drawing: RenderOptions = {
    // A mail program fills in nothing: without data a message shows the samples.
    target: data !== undefined ? 'data' : format === 'eml' ? 'sample' : 'passthrough',
    outputs: outputsOf(source, format),
    cdnUrl,
    now: nowMs,
    ...(data === undefined ? {} : { data }),
    ...(locale === undefined ? {} : { locale }),
  }
  const filled = await fillDocument(workers, source.document, drawing, source.modules)
  const rendered = await withCheckedAmp(filled, workers)
  if (options?.strict === true) refuseInvalidAmp(rendered)
  if (!isOwnHtml) warn(rendered.report.warnings.map(renderWarning))
  return {
    html: source.html ?? rendered.html ?? '',
    text: rendered.text ?? '',
    ...(rendered.amp === undefined ? {} : { amp: rendered.amp }),
    subject: rendered.subject ?? source.name,
  }
}

function outputsOf(source: Source, format: Wish['format']): NonNullable<RenderOptions['outputs']> {
  if (source.html !== undefined || format === 'text') return ['text']
  if (format === 'html' || format === 'amp') return [format]
  return wantsAmp(source.document, source.modules) ? ['html', 'text', 'amp'] : ['html', 'text']
}

function refuseInvalidAmp({ report }: Rendered): void {
  const found = report.warnings.filter(({ code }) => code === 'AMP_INVALID')
  const issues = found.map(({ message, node_id }) => ({ path: node_id ?? '', message }))
  if (issues.length > 0) fail('AMP_INVALID', { issues })
}

function renderWarning({ code, message, node_id }: Rendered['report']['warnings'][number]): ExportWarning {
  return { code, message, ...(node_id === undefined ? {} : { node_id }) }
}

function judgeData(source: Source, data: Record<string, unknown>, isStrict: boolean): ExportWarning[] {
  const issues = checkData(source.document.fields, data).map(({ path, message }) => ({ path: `/data${path}`, message }))
  if (isStrict && issues.length > 0) fail('DATA_INVALID', { issues })
  return issues.map((issue) => ({ code: 'DATA_INVALID', ...issue }))
}

function plainFiles(pages: readonly Page[], format: 'html' | 'text' | 'json' | 'eml' | 'amp'): PackedFile[] {
  const taken = new Set<string>()
  return pages.map((page) => {
    const { amp = '', html, source, text } = page
    const content =
      format === 'eml' ? messageOf(page) : { amp, html, text, json: JSON.stringify(source.document, null, 2) }[format]
    const name = freeName(fileName(source.name, formats[format].extension), taken)
    return { name, mime: formats[format].mime, bytes: encoder.encode(content) }
  })
}

/** The page as a message; pictures that were packed travel inside it. */
function messageOf({ amp, html, images, subject, text }: Page): string {
  const inline = images.map(({ content, name }) => ({
    name: name.slice(name.lastIndexOf('/') + 1),
    mime: imageTypeOf(name),
    content: typeof content === 'string' ? encoder.encode(content) : content,
  }))
  const addresses = new Map(images.map(({ name }, at) => [name, `cid:${inline[at]?.name ?? ''}`]))
  const parts = { subject, text, html: rewriteImages(html, addresses), images: inline }
  return writeEml(amp === undefined ? parts : { ...parts, amp })
}

// One email lies at the top; of several each has a folder.
async function zipPages(pages: readonly Page[]): Promise<PackedFile> {
  const taken = new Set<string>()
  const files = pages.flatMap(({ source, html, text, amp, images }) => {
    const folder = pages.length === 1 ? '' : `${freeName(fileName(source.name), taken)}/`
    const parts = [
      { name: 'index.html', content: html },
      { name: 'index.txt', content: text },
      ...(amp === undefined ? [] : [{ name: 'amp.html', content: amp }]),
    ]
    const own = [...parts, ...images]
    return own.map(({ name, content }) => ({ name: folder + name, content }))
  })
  // Before packing, because what is deflated small may have been large.
  checkSize(files.map(({ content }) => ({ bytes: typeof content === 'string' ? encoder.encode(content) : content })))
  const [first] = pages
  const name = pages.length === 1 && first ? fileName(first.source.name, 'zip') : 'emails.zip'
  return { name, mime: formats.zip.mime, bytes: await zipEmail(files) }
}

function checkSize(files: readonly { bytes: Uint8Array }[]): void {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (size > limits.exportBytes) {
    fail('EXPORT_TOO_LARGE', `The files have ${size} bytes; the limit is ${limits.exportBytes}.`)
  }
}
