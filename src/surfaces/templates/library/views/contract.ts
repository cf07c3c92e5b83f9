import { type Static, Type } from '@sinclair/typebox'
import { closed, idOf } from '../../../../kernel/schema/index.ts'
import {
  DocumentView,
  HtmlQuery,
  Locale,
  RecipientInQuery,
  RenderReport,
  VersionInQuery,
} from '../../template/index.ts'

const head = { id: idOf('template'), revision: Type.Integer({ minimum: 1 }) }

export const StructuredTemplate = closed({ ...head, document: DocumentView }, { title: 'StructuredTemplate' })

const TemplateBlock = closed(
  {
    id: Type.String({ description: 'Id of the node in the document.', examples: ['order'] }),
    type: Type.String({ examples: ['button'] }),
    path: Type.String({ description: 'JSON Pointer into the document.', examples: ['/rows/0/columns/0/blocks/1'] }),
    parent_id: Type.String({ description: 'Id of the parent node.', examples: ['hero'] }),
    text: Type.Optional(Type.String({ description: 'Its content as plain text.' })),
  },
  { title: 'TemplateBlock' },
)
export const TemplateBlocks = closed({ ...head, blocks: Type.Array(TemplateBlock) }, { title: 'TemplateBlocks' })

export const TemplateHtmlQuery = closed({ ...HtmlQuery.properties, recipient: Type.Optional(RecipientInQuery) })
export type TemplateHtmlQuery = Static<typeof TemplateHtmlQuery>

export const MjmlQuery = closed({ locale: Type.Optional(Locale), version: Type.Optional(VersionInQuery) })
export type MjmlQuery = Static<typeof MjmlQuery>

export const TemplateMjml = closed(
  {
    mjml: Type.String({ examples: ['<mjml><mj-body>…</mj-body></mjml>'] }),
    warnings: RenderReport.properties.warnings,
  },
  { title: 'TemplateMjml' },
)
export type TemplateMjml = Static<typeof TemplateMjml>
