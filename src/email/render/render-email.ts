import { fail } from '../../kernel/errors/index.ts'
import type { EmailDocument } from '../document/index.ts'
import { AmpPage } from './amp/amp-page.ts'
import { AmpValues } from './amp/amp-values.ts'
import { renderAmp } from './amp/render-amp.ts'
import type { BlockTypes } from './block-type.ts'
import {
  type RenderOptions,
  type Rendered,
  type Rendering,
  addHtml,
  beginRendering,
  oneLine,
  valueOptions,
} from './render-html.ts'
import { Palette } from './style/palette.ts'
import { TextWriter } from './text/text-writer.ts'
import { TooLarge } from './too-large.ts'

/**
 * Requires a valid, canonical document. The same document and options give the same bytes. Throws only
 * RENDER_TOO_LARGE.
 */
export function renderEmail(document: EmailDocument, blocks: BlockTypes, options: RenderOptions = {}): Rendered {
  const { outputs = ['html', 'text'] } = options
  const rendering = beginRendering(document, blocks, options)
  try {
    if (outputs.includes('html')) addHtml(rendering)
    if (outputs.includes('amp')) addAmp(rendering)
    if (outputs.includes('text')) rendering.rendered.text = new TextWriter(document, blocks, rendering.values).write()
  } catch (error) {
    if (error instanceof TooLarge) fail('RENDER_TOO_LARGE', { detail: error.message, cause: error })
    throw error
  }
  return rendering.rendered
}

function addAmp({ document, blocks, options, warnings, rendered }: Rendering): void {
  const own = new AmpValues({ ...valueOptions(document, options, warnings), cleanHtml: ampCleaner(options) })
  const page = new AmpPage({ document, blocks, values: own, palette: new Palette(document.theme, warnings) })
  const { cleanAmpCss, cleanAmpHtml } = options
  const texts = { title: oneLine(own.plain(document.meta.title)), preheader: rendered.preheader ?? '' }
  const output = renderAmp(page, { ...texts, cleanAmp: cleanAmpHtml, cleanCss: cleanAmpCss })
  rendered.amp = output.amp
  rendered.ampToCheck = { marked: output.marked, isPassed: own.target === 'passthrough' }
  rendered.report.amp_bytes = output.bytes
}

// Raw values are authored HTML as well.
function ampCleaner({ cleanAmpHtml, cleanHtml }: RenderOptions): ((html: string) => string) | undefined {
  if (cleanHtml === undefined || cleanAmpHtml === undefined) return undefined
  return (html) => cleanAmpHtml(cleanHtml(html), { isFinal: true }).html
}
