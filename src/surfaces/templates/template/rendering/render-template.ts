/** Rendering of templates over REST: options and response schema. */
import { type Static, Type } from '@sinclair/typebox'
import type { EmailDocument } from '../../../../email/document/index.ts'
import type { RenderOptions } from '../../../../email/render/index.ts'
import { closed, literals } from '../../../../kernel/schema/index.ts'
import type { Workers } from '../../../../platform/jobs/index.ts'
import { Locale, RenderReport, VersionInQuery } from '../contract.ts'
import { wantsAmp, withCheckedAmp } from './amp.ts'
import { renderDocument } from './render-document.ts'
import type { Modules } from '../modules/modules.ts'

export const HtmlQuery = closed({
  mode: Type.Optional(
    literals(['production', 'editor'], {
      default: 'production',
      description: '`editor` adds a data-n attribute with the node id to every node.',
    }),
  ),
  data: Type.Optional(
    literals(['none', 'sample'], {
      default: 'none',
      description: '`none` keeps merge tags, conditions and loops as Liquid; `sample` fills in the sample values.',
    }),
  ),
  amp: Type.Optional(
    literals(['auto', 'always', 'never'], {
      default: 'auto',
      description: 'AMP part: `auto` adds one to emails with AMP-only content.',
    }),
  ),
  locale: Type.Optional(Locale),
  version: Type.Optional(VersionInQuery),
  lint: Type.Optional(Type.Boolean({ default: false, description: 'Add the number of lint findings to the report.' })),
})
export type HtmlQuery = Static<typeof HtmlQuery>

export const RenderedTemplate = closed(
  {
    html: Type.String({
      description: 'The complete email, ready to send.',
      examples: ['<!doctype html><html lang="en">…</html>'],
    }),
    css: Type.String({
      description: 'Content of the style element, which the HTML also contains.',
      examples: [':root{color-scheme:light dark}'],
    }),
    text: Type.String({ description: 'The plain-text part.', examples: ['Spring is here.'] }),
    amp: Type.Optional(
      Type.String({ description: 'The AMP4EMAIL part; findings of its validator are in the warnings.' }),
    ),
    report: RenderReport,
  },
  { title: 'RenderedTemplate' },
)
export type RenderedTemplate = Static<typeof RenderedTemplate>

/**
 * `cdnUrl` is prepended to URLs that begin with `/cdn/`; `recipient` is filled in over the sample values. Fails with
 * RENDER_TOO_LARGE above 2 MB.
 */
export async function renderTemplate(
  {
    document,
    modules,
    recipient,
  }: { document: EmailDocument; modules: Modules; recipient?: Record<string, unknown> | undefined },
  query: HtmlQuery,
  { cdnUrl, workers }: { cdnUrl: string; workers: Workers },
): Promise<RenderedTemplate> {
  const { amp: setting = 'auto' } = query
  const isAmp = setting === 'always' || (setting === 'auto' && wantsAmp(document, modules))
  const options: RenderOptions = {
    mode: query.mode ?? 'production',
    target: query.data === 'sample' || recipient !== undefined ? 'sample' : 'passthrough',
    ...(recipient === undefined ? {} : { data: recipient }),
    outputs: isAmp ? ['html', 'text', 'amp'] : ['html', 'text'],
    cdnUrl,
    ...(query.locale === undefined ? {} : { locale: query.locale }),
  }
  const rendered = await withCheckedAmp(await renderDocument(workers, document, options, modules), workers)
  const { html = '', css = '', text = '', amp, report } = rendered
  return { html, css, text, ...(amp === undefined ? {} : { amp }), report }
}
