/** Emails as pages: rendered, with images placed and HTML compacted. */
import { checkData } from '../../../email/data/index.ts'
import type { ZipFile } from '../../../email/formats/index.ts'
import type { Rendered } from '../../../email/render/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { type Utm, printEncodedTag, utmParameters } from '../../../email/utm/index.ts'
import type { Workers } from '../../../platform/jobs/index.ts'
import {
  type DocumentRenderOptions,
  renderDocument,
  wantsAmp,
  withCheckedAmp,
  withSignedImages,
} from '../../templates/index.ts'
import type { ExportWarning } from '../contract.ts'
import { compact } from './compact.ts'
import { extendLinks } from './extend-links.ts'
import { placeImages } from './images.ts'
import type { ExportDeps, ExportRequest } from './deps.ts'
import type { Source } from './sources.ts'

/** A rendered email and the images packed beside it. */
export interface Page {
  html: string
  text: string
  subject: string
  amp?: string
  images: ZipFile[]
}

export async function renderPage(source: Source, request: ExportRequest, deps: ExportDeps): Promise<Page> {
  const { options, format } = request
  const output = await render(source, request, deps)
  const mode = options?.images ?? (format === 'zip' || request.client !== undefined ? 'zip' : 'absolute')
  const placed = await placeImages(output.html, mode, { ...deps, options })
  const compacted = await compact(placed.html, options, deps.workers)
  deps.warn([...placed.warnings, ...compacted.warnings])
  const page = { ...output, html: compacted.html, images: placed.files }
  return withSignedImages(page, deps.projectId, deps.signImages)
}

const seen = new Set<ExportRequest['format']>(['eml', 'pdf', 'png'])

async function render(
  source: Source,
  { data, locale, options, format }: ExportRequest,
  { cdnUrl, nowMs, workers, warn }: ExportDeps,
): Promise<Omit<Page, 'images'>> {
  if (data !== undefined) warn(evaluateData(source, data, options?.strict === true))
  const isOwnHtml = source.html !== undefined
  const rendering: DocumentRenderOptions = {
    // Email clients and paper fill in no fields: without data these formats show the samples.
    target: data !== undefined ? 'data' : seen.has(format) ? 'sample' : 'passthrough',
    outputs: outputsOf(source, format),
    cdnUrl,
    now: nowMs,
    ...(data === undefined ? {} : { data }),
    ...(locale === undefined ? {} : { locale }),
    ...(options?.utm === undefined ? {} : { utm: options.utm }),
  }
  const filled = await renderDocument(workers, source.document, rendering, source.modules)
  const rendered = await withCheckedAmp(filled, workers)
  if (options?.strict === true) refuseInvalidAmp(rendered)
  if (!isOwnHtml) warn(rendered.report.warnings.map(renderWarning))
  return {
    html: (await ownHtml(source, options?.utm, workers)) ?? rendered.html ?? '',
    text: rendered.text ?? '',
    ...(rendered.amp === undefined ? {} : { amp: rendered.amp }),
    subject: rendered.subject ?? source.name,
  }
}

/** The caller's own HTML, with campaign parameters; undefined for other sources. */
async function ownHtml({ html }: Source, utm: Utm | undefined, workers: Workers): Promise<string | undefined> {
  return html === undefined || utm === undefined
    ? html
    : extendLinks(html, utmParameters(utm, printEncodedTag), workers)
}

function outputsOf(source: Source, format: ExportRequest['format']): NonNullable<DocumentRenderOptions['outputs']> {
  if (source.html !== undefined || format === 'text') return ['text']
  if (format === 'html' || format === 'amp') return [format]
  if (format === 'pdf' || format === 'png') return ['html']
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

function evaluateData(source: Source, data: Record<string, unknown>, isStrict: boolean): ExportWarning[] {
  const issues = checkData(source.document.fields, data).map(({ path, message }) => ({ path: `/data${path}`, message }))
  if (isStrict && issues.length > 0) fail('DATA_INVALID', { issues })
  return issues.map((issue) => ({ code: 'DATA_INVALID', ...issue }))
}
