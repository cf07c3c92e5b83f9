/** A document as people see it: what may be chosen about the drawing, and what comes out. */
import { type Static, Type } from '@sinclair/typebox'
import type { EmailDocument } from '../../../engines/document/index.ts'
import { closed, literals } from '../../../kernel/schema/index.ts'
import type { Workers } from '../../../platform/jobs/index.ts'
import { Locale, RenderReport } from './contract.ts'
import { fillDocument } from './fill.ts'
import type { Modules } from './modules/modules.ts'

export const NotModified = Type.Undefined({ description: 'It is as the tag in If-None-Match says.' })

export const HtmlQuery = closed({
  mode: Type.Optional(
    literals(['production', 'editor'], {
      default: 'production',
      description: '`editor` adds a data-n attribute with the node id to every node, and nothing else.',
    }),
  ),
  data: Type.Optional(
    literals(['none', 'sample'], {
      default: 'none',
      description: '`none` keeps merge tags, conditions and loops as Liquid; `sample` fills in the sample values.',
    }),
  ),
  locale: Type.Optional(Locale),
})
export type HtmlQuery = Static<typeof HtmlQuery>

export const RenderedTemplate = closed(
  {
    html: Type.String({
      description: 'The whole email, ready to send.',
      examples: ['<!doctype html><html lang="en">…</html>'],
    }),
    css: Type.String({
      description: 'Content of its style element, once more by itself.',
      examples: [':root{color-scheme:light dark}'],
    }),
    text: Type.String({ description: 'The plain-text part.', examples: ['Spring is here.'] }),
    report: RenderReport,
  },
  { title: 'RenderedTemplate' },
)
export type RenderedTemplate = Static<typeof RenderedTemplate>

/** Draws a document as the query asks; `cdnUrl` goes before `/cdn/…` addresses. RENDER_TOO_LARGE above 2 MB. */
export async function drawView(
  { document, modules }: { document: EmailDocument; modules: Modules },
  query: HtmlQuery,
  { cdnUrl, workers }: { cdnUrl: string; workers: Workers },
): Promise<RenderedTemplate> {
  const options = {
    mode: query.mode ?? 'production',
    target: query.data === 'sample' ? 'sample' : 'passthrough',
    outputs: ['html', 'text'],
    cdnUrl,
    ...(query.locale === undefined ? {} : { locale: query.locale }),
  } as const
  const { html = '', css = '', text = '', report } = await fillDocument(workers, document, options, modules)
  return { html, css, text, report }
}
