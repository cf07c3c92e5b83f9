/** What importing takes and gives. */
import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { Name, closed } from '../../../kernel/schema/index.ts'
import { DocumentView, Placement, Tags, Template, TemplateType, formMembers } from '../template/index.ts'

export const ImportEmail = closed(
  {
    ...formMembers(limits.importBytes),
    name: Type.Optional(
      Type.String({ ...Name, description: 'Name of the template to make; without it nothing is stored.' }),
    ),
    type: Type.Optional(TemplateType),
    folder: Type.Optional(Placement),
    tags: Type.Optional(Tags),
  },
  {
    title: 'ImportEmail',
    description: 'One of html (with optional css), mjml and design.',
    examples: [{ html: '<h1>Hello</h1><p>News for {{ first_name }}.</p>', name: 'Spring sale' }],
  },
)
export type ImportEmail = Static<typeof ImportEmail>

const share = (of: string) => Type.Number({ minimum: 0, maximum: 1, description: of, examples: [1] })

export const ImportReport = closed(
  {
    source: Type.String({
      description: 'Whose work the email looks like: svc, mjml, unlayer, beefree, stripo, mailchimp, …, or html.',
      examples: ['mailchimp'],
    }),
    native_share: share('Share of blocks that are not raw HTML.'),
    words_kept: share('Share of the words that are in the document.'),
    links_kept: share('Share of the links that are in the document.'),
    images_kept: share('Share of the pictures that are in the document.'),
    warnings: Type.Array(
      closed({
        code: Type.String({ examples: ['KEPT_AS_HTML'] }),
        message: Type.String({ examples: ['Part of the email is kept as HTML: no block says it.'] }),
        line: Type.Optional(Type.Integer({ minimum: 1, description: 'Line of the input.' })),
        node_id: Type.Optional(Type.String({ description: 'Node of the document that it is about.' })),
      }),
      { description: 'What did not come over as it was.' },
    ),
  },
  { title: 'ImportReport' },
)

export const ImportedEmail = closed(
  { document: DocumentView, report: ImportReport, template: Type.Optional(Template) },
  { title: 'ImportedEmail', description: '`template` when a name was given.' },
)
export type ImportedEmail = Static<typeof ImportedEmail>
