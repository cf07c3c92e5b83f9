import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../kernel/limits.ts'
import { closed, literals } from '../../kernel/schema/index.ts'

/** Field names in the account of an ESP, keyed by their paths in documents. */
export const FieldMap = Type.Record(
  Type.String({ maxLength: 200 }),
  Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\r\\n<>]+$' }),
  {
    maxProperties: 500,
    description: 'What the fields are called in the account, by the paths of the document.',
    examples: [{ 'customer.plan': 'PLAN' }],
  },
)

export const ExportOptions = closed(
  {
    minify: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Remove insignificant white space and comments, and minify CSS. Conditional comments, VML and ' +
          'the merge tags of ESPs stay byte for byte.',
      }),
    ),
    inline_css: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Inline the rules of style elements into style attributes. The style elements stay, for media queries ' +
          'and dark mode. What the service renders has its styles there already; this is for `html` of your own.',
      }),
    ),
    images: Type.Optional(
      literals(['absolute', 'zip', 'data'], {
        description:
          'Where images go: `absolute` keeps them on the CDN (default of html), `zip` packs them ' +
          'beside the page (default of zip) or into the message (eml), `data` writes them into the HTML.',
      }),
    ),
    remote_images: Type.Optional(
      literals(['fetch', 'keep'], {
        description:
          'Images on other hosts: `fetch` (default) packs them too, if they respond in time and ' +
          `are not too large (${limits.exportImageBytes / 1_048_576} MiB, ${limits.exportImageSeconds} s), \`keep\` leaves their URL.`,
      }),
    ),
    page: Type.Optional(
      literals(['long', 'A4', 'Letter'], {
        description:
          'With format pdf: one page as long as the email (default), or sheets of paper, which end between rows and cut no ' +
          'line.',
      }),
    ),
    margin: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: limits.exportMargin,
        description: 'With format pdf: points around the email on each page; 36 (half an inch) on paper, else 0.',
      }),
    ),
    width: Type.Optional(
      Type.Integer({
        minimum: limits.exportPngWidth.min,
        maximum: limits.exportPngWidth.max,
        description:
          'With format png: pixels across; default the width of the device. The image is as high as the email, at most ' +
          `${limits.exportPngPixels / 1_000_000} million pixels.`,
      }),
    ),
    device: Type.Optional(
      literals(['desktop', 'mobile'], {
        description:
          'With formats pdf and png: the window the email is seen in, 640 px wide, or wider where the email is (default), or ' +
          '375 px.',
      }),
    ),
    scheme: Type.Optional(
      literals(['light', 'dark'], {
        description: 'With formats pdf and png: the colours that the reader prefers; light unless given.',
      }),
    ),
    engine: Type.Optional(
      literals(['builtin', 'chromium'], {
        description:
          'With formats pdf and png: the renderer. `builtin` (default) is always there; `chromium` where an operator has ' +
          'configured one, else NOT_CONFIGURED.',
      }),
    ),
    strict: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Refuse data that misses a required field, what a target has no words for, images that cannot be packed and AMP that ' +
          'is not valid; otherwise ' +
          'they are warnings.',
      }),
    ),
    field_map: Type.Optional({
      ...FieldMap,
      description:
        'With format esp: what the fields are called in the account, by the paths of the document. Goes over what ' +
        '`PUT /export-targets/{id}/fields` has for the target.',
    }),
    editable: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'With format esp: texts, images and sections become regions that people may edit there, where the target has ' +
          'such; blocks whose content is locked do not.',
      }),
    ),
    policies: Type.Optional(
      closed(
        {
          condition: Type.Optional(
            literals(['drop', 'keep'], {
              description:
                'Content of conditions that the target cannot express: never shown (default) or always shown.',
            }),
          ),
          loop: Type.Optional(
            literals(['samples', 'drop'], {
              description: 'Loops that the target cannot express: sample rows (default) or nothing.',
            }),
          ),
        },
        { description: 'With format esp: what is done where the target has no words.' },
      ),
    ),
  },
  { title: 'ExportOptions' },
)
export type ExportOptions = Static<typeof ExportOptions>
