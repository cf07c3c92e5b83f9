/** The views of one template: its document, its blocks, its HTML. */
import { type Static, Type } from '@sinclair/typebox'
import { closed, idOf, literals } from '../../../../kernel/schema/index.ts'
import { DocumentView, Locale, RenderReport } from '../../template/index.ts'

const head = { id: idOf('template'), revision: Type.Integer({ minimum: 1 }) }

export const StructuredTemplate = closed({ ...head, document: DocumentView }, { title: 'StructuredTemplate' })

export const NotModified = Type.Undefined({ description: 'It is as the tag in If-None-Match says.' })

export const TemplateBlock = closed(
  {
    id: Type.String({ description: 'Id of the node in the document.' }),
    type: Type.String({ examples: ['button'] }),
    path: Type.String({ description: 'JSON Pointer into the document.', examples: ['/rows/0/columns/0/blocks/1'] }),
    parent_id: Type.String({ description: 'Id of the node that holds it.' }),
    text: Type.Optional(Type.String({ description: 'What it says, as plain text.' })),
  },
  { title: 'TemplateBlock' },
)
export const TemplateBlocks = closed({ ...head, blocks: Type.Array(TemplateBlock) }, { title: 'TemplateBlocks' })

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
