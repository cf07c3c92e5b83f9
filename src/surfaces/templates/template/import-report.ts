import { type Static, Type } from '@sinclair/typebox'
import { closed } from '../../../kernel/schema/index.ts'

const share = (of: string) => Type.Number({ minimum: 0, maximum: 1, description: of, examples: [1] })

export const ImportReport = closed(
  {
    source: Type.String({
      description: 'Detected source of the email: svc, mjml, unlayer, beefree, stripo, mailchimp, …, or html.',
      examples: ['mailchimp'],
    }),
    native_share: share('Share of blocks that are not raw HTML.'),
    words_kept: share('Share of words preserved in the document.'),
    links_kept: share('Share of links preserved in the document.'),
    images_kept: share('Share of images preserved in the document.'),
    warnings: Type.Array(
      closed({
        code: Type.String({ examples: ['KEPT_AS_HTML'] }),
        message: Type.String({ examples: ['Part of the email was kept as HTML because no block can represent it.'] }),
        line: Type.Optional(Type.Integer({ minimum: 1, description: 'Line in the input.' })),
        node_id: Type.Optional(Type.String({ description: 'Node of the document that the warning is about.' })),
      }),
      { description: 'Content that was not imported exactly.' },
    ),
  },
  { title: 'ImportReport' },
)
export type ImportReport = Static<typeof ImportReport>
