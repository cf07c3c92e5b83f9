import { limits } from '../../kernel/limits.ts'
import { type NativeLanguage, applyDefaults, createScope, sampleData, withSamples } from '../data/index.ts'
import { type EmailDocument, usedPaths } from '../document/index.ts'
import type { CleanAmp } from './amp/amp-block-context.ts'
import type { AmpToCheck } from './amp/check-amp.ts'
import type { BlockTypes } from './block-type.ts'
import { renderPage } from './html/render-page.ts'
import type { RenderedRows } from './html/rendered-rows.ts'
import { rowCacheOf } from './html/row-cache.ts'
import { Page } from './html/page.ts'
import { Palette } from './style/palette.ts'
import type { FillLiquid } from './values/raw-liquid.ts'
import { type Target, type ValueOptions, Values } from './values/values.ts'
import { type Warning, Warnings } from './values/warnings.ts'

export interface RenderOptions {
  data?: unknown
  /**
   * `data` fills in `data`, `sample` the samples of the declared fields where `data` has none; `passthrough` (without data) writes Liquid.
   */
  target?: Target
  /** For numbers and dates; default: the language of the document. */
  locale?: string
  mode?: 'production' | 'editor'
  /** In editor mode, the cache of earlier renderings with the same options: unchanged rows are reused. */
  rendered?: RenderedRows
  outputs?: readonly ('html' | 'text' | 'amp')[]
  /** Language of the ESP that `passthrough` writes; default: Liquid. */
  language?: NativeLanguage
  /** Prefix of URLs that begin with `/cdn/`. */
  cdnUrl?: string
  /** Epoch milliseconds, for countdowns and `now`. Without it both are undefined: the renderer reads no clock. */
  now?: number
  /** Sanitizes values of `raw` merge tags. Without it they are escaped like all others. */
  cleanHtml?: (html: string) => string
  /** Removes markup that AMP rejects from authored HTML; without it an AMP part omits authored HTML. */
  cleanAmpHtml?: CleanAmp
  /** Like `cleanAmpHtml`, for the authored style sheet. */
  cleanAmpCss?: (css: string) => string
  /**
   * Fills authored HTML with Liquid beyond the data language. Without it such HTML stays as written, with a warning.
   */
  fillLiquid?: FillLiquid
  /** Findings of earlier steps; the report begins with them. */
  findings?: readonly Warning[]
}

export interface Rendered {
  html?: string
  /** Content of the style element of `html`. */
  css?: string
  /** The HTML of each row of the document; in editor mode only. */
  rows?: readonly string[]
  /** `html` without its rows; in editor mode only. */
  frame?: string
  text?: string
  /** The AMP4EMAIL part. */
  amp?: string
  /** The AMP part with marks, so that validator findings name the node. */
  ampToCheck?: AmpToCheck
  subject?: string
  preheader?: string
  report: RenderReport
}

export interface RenderReport {
  bytes: number
  style_bytes: number
  /** True if Gmail clips the message and shows a link to the rest. */
  gmail_clipped: boolean
  /** Bytes of the AMP part. */
  amp_bytes?: number
  warnings: Warning[]
}

/** State shared by the outputs of one rendering. */
export interface Rendering {
  document: EmailDocument
  blocks: BlockTypes
  options: RenderOptions
  values: Values
  warnings: Warnings
  rendered: Rendered
}

/** Fills in subject and preheader; the report begins with earlier findings. */
export function beginRendering(document: EmailDocument, blocks: BlockTypes, options: RenderOptions): Rendering {
  const warnings = new Warnings()
  for (const { code, message, node_id } of options.findings ?? []) warnings.add(code, message, node_id)
  options.language?.declareLists?.(listsIn(document))
  const values = new Values(valueOptions(document, options, warnings))
  const { meta } = document
  const rendered: Rendered = { report: { bytes: 0, style_bytes: 0, gmail_clipped: false, warnings: warnings.list } }
  if (meta.subject !== undefined) rendered.subject = oneLine(values.plain(meta.subject))
  if (meta.preheader !== undefined) rendered.preheader = oneLine(values.plain(meta.preheader))
  return { document, blocks, options, values, warnings, rendered }
}

/** Paths that are declared as lists or that loops read, with `*` for an item. */
function listsIn(document: EmailDocument): string[] {
  const declared = document.fields.flatMap(({ path, type }) => (type === 'list' ? path : []))
  return [...declared, ...usedPaths(document).flatMap(({ kind, path }) => (kind === 'loop' ? path : []))]
}

/** Throws only TooLarge. */
export function addHtml({ document, blocks, options, values, warnings, rendered }: Rendering): void {
  const { mode = 'production' } = options
  const palette = new Palette(document.theme, warnings)
  const key = `${values.target === 'passthrough' ? 'p' : 'd'} ${options.cdnUrl ?? ''}`
  const cache = mode === 'editor' || options.language !== undefined ? undefined : rowCacheOf(document, blocks, key)
  const page = new Page({ document, blocks, values, palette, mode, cache, rendered: options.rendered })
  const title = oneLine(values.plain(document.meta.title))
  const output = renderPage(page, { title, preheader: rendered.preheader ?? '' })
  rendered.html = output.html
  rendered.css = output.css
  if (output.rows !== undefined) rendered.rows = output.rows
  if (output.frame !== undefined) rendered.frame = output.frame
  report(rendered.report, output, warnings)
}

/**
 * Only the HTML of a valid, canonical document, for the editor's canvas: it does not load the code of other outputs.
 * Byte for byte equal to the HTML of renderEmail. Throws only TooLarge.
 */
export function renderHtml(document: EmailDocument, blocks: BlockTypes, options: RenderOptions = {}): Rendered {
  const rendering = beginRendering(document, blocks, options)
  addHtml(rendering)
  return rendering.rendered
}

export function valueOptions(document: EmailDocument, options: RenderOptions, warnings: Warnings): ValueOptions {
  const target = options.target ?? (options.data === undefined ? 'passthrough' : 'data')
  const given = isRecord(options.data) ? options.data : {}
  const data =
    options.language !== undefined
      ? sampleData(document.fields)
      : target === 'sample'
        ? withSamples(document.fields, given)
        : target === 'data'
          ? applyDefaults(document.fields, given)
          : given
  return {
    target,
    warnings,
    scope: createScope(data),
    cdnUrl: options.cdnUrl ?? '',
    locale: options.locale ?? document.meta.lang,
    now: options.now,
    cleanHtml: options.cleanHtml,
    fillLiquid: options.fillLiquid,
    language: options.language,
  }
}

function report(
  to: RenderReport,
  { bytes, styleBytes }: { bytes: number; styleBytes: number },
  warnings: Warnings,
): void {
  to.bytes = bytes
  to.style_bytes = styleBytes
  to.gmail_clipped = bytes > limits.gmailClipBytes
  if (to.gmail_clipped) {
    warnings.add('GMAIL_CLIPPED', `Gmail clips the email: it has ${bytes} bytes, more than ${limits.gmailClipBytes}.`)
  }
  if (styleBytes > limits.gmailStyleBytes) {
    warnings.add(
      'GMAIL_STYLE_TOO_LARGE',
      `Gmail ignores the style sheet: it has ${styleBytes} bytes, more than ${limits.gmailStyleBytes}.`,
    )
  }
}

/** Text for a header or title: a line break in a header would begin another header (RFC 5322, 2.2). */
export function oneLine(text: string): string {
  return /[\r\n\u2028\u2029\0]/.test(text) ? text.replace(/[\r\n\u2028\u2029\0]+/g, ' ').trim() : text
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
