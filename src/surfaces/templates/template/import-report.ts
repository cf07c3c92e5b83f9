import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { closed } from '../../../kernel/schema/index.ts'

const share = (of: string) => Type.Number({ minimum: 0, maximum: 1, description: of, examples: [1] })

const px = (of: string) => Type.Integer({ minimum: 0, description: `${of}, px.` })

const DisplayedImport = closed(
  {
    words_kept: share('Share of the displayed words that the result displays; what it repeats counts as lost.'),
    links_kept: share('Share of the displayed links that the result displays.'),
    images_kept: share('Share of the displayed images that the result displays.'),
    views: Type.Array(
      closed({
        width: Type.Integer({ description: 'Width of the window, px.', examples: [640] }),
        likeness: share(
          'Share of the area that looks the same: the mean of the same place and of the same place after alignment by content.',
        ),
        is_cut: Type.Boolean({
          description: `True if only the upper ${limits.importComparedHeight} px were compared.`,
        }),
        differences: Type.Array(
          closed({
            x: px('From the left of the source'),
            y: px('From the top of the source'),
            width: px('Width'),
            height: px('Height'),
            result_y: px('From the top of the result'),
          }),
          {
            maxItems: limits.importDifferences,
            description: 'Parts of the source that look different, the largest first.',
          },
        ),
      }),
      { description: 'A desktop and a phone.' },
    ),
  },
  {
    title: 'DisplayedImport',
    description:
      'The source and the result as displayed to a reader for whom every field has a value, compared by the layout engine of ' +
      'thumbnails. Remote images are not loaded: those without a size are assumed to be equal.',
  },
)
export type DisplayedImport = Static<typeof DisplayedImport>

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
    displayed: Type.Optional(DisplayedImport),
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
