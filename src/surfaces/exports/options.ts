import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../kernel/limits.ts'
import { closed, literals } from '../../kernel/schema/index.ts'

const parameter = (description: string, example: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.exportUtmLength,
      pattern: '^[^\\u0000-\\u001f\\u007f]+$',
      description,
      examples: [example],
    }),
  )

/** Campaign parameters for the web links of an email. */
const UtmParameters = closed(
  {
    source: parameter('`utm_source`: where readers come from.', 'newsletter'),
    medium: parameter('`utm_medium`: the channel.', 'email'),
    campaign: parameter('`utm_campaign`: name of the campaign.', 'spring-sale'),
    term: parameter('`utm_term`: the keyword.', 'shoes'),
    content: parameter('`utm_content`: what distinguishes links or versions.', '{{ customer.segment }}'),
  },
  {
    title: 'UtmParameters',
    description:
      'Campaign parameters to add to the web links of the email. Values may contain merge tags. Parameters that a link ' +
      'already has stay; links with a role, such as unsubscribe links, links that begin with a merge tag, and image URLs ' +
      'stay unchanged.',
  },
)

/** Field names in the account of an ESP, keyed by their paths in documents. */
export const FieldMap = Type.Record(
  Type.String({ maxLength: 200 }),
  Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\r\\n<>]+$' }),
  {
    maxProperties: 500,
    description: 'Field names in the ESP account, keyed by the field paths of the document.',
    examples: [{ 'customer.plan': 'PLAN' }],
  },
)

export const ExportOptions = closed(
  {
    minify: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Remove insignificant white space and comments, and minify CSS. Conditional comments, VML and merge tags of ESPs ' +
          'remain unchanged.',
      }),
    ),
    inline_css: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Inline the rules of style elements into style attributes. The style elements remain, for media queries and dark ' +
          'mode. Emails that the service renders are already inlined; use this for your own `html`.',
      }),
    ),
    images: Type.Optional(
      literals(['absolute', 'zip', 'data'], {
        description:
          'How images are included: `absolute` keeps them on the CDN (default for html), `zip` packs them next to the page ' +
          '(default for zip) or into the message (eml), `data` embeds them in the HTML.',
      }),
    ),
    remote_images: Type.Optional(
      literals(['fetch', 'keep'], {
        description:
          'Images on other hosts: `fetch` (default) packs them if they respond in time and are within the limits ' +
          `(${limits.exportImageBytes / 1_048_576} MiB, ${limits.exportImageSeconds} s); \`keep\` leaves their URLs ` +
          'unchanged.',
      }),
    ),
    page: Type.Optional(
      literals(['long', 'A4', 'Letter'], {
        description:
          'With format pdf: one page as long as the email (`long`, default), or sheets of paper, with page breaks between ' +
          'rows and never within a line.',
      }),
    ),
    margin: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: limits.exportMargin,
        description:
          'With format pdf: margin of each page in points; default 36 (half an inch) for A4 and Letter, otherwise 0.',
      }),
    ),
    width: Type.Optional(
      Type.Integer({
        minimum: limits.exportPngWidth.min,
        maximum: limits.exportPngWidth.max,
        description:
          'With format png: width in pixels; defaults to the width of the device. The height is that of the email, up to ' +
          `${limits.exportPngPixels / 1_000_000} million pixels in total.`,
      }),
    ),
    device: Type.Optional(
      literals(['desktop', 'mobile'], {
        description:
          'With formats pdf and png: the viewport. `desktop` (default) is 640 px wide, or wider if the email is; `mobile` ' +
          'is 375 px wide.',
      }),
    ),
    scheme: Type.Optional(
      literals(['light', 'dark'], {
        description: 'With formats pdf and png: the recipient’s color scheme; default light.',
      }),
    ),
    engine: Type.Optional(
      literals(['builtin', 'chromium'], {
        description:
          'With formats pdf and png: the renderer. `builtin` (default) is always available; `chromium` only if the ' +
          'operator configured it, otherwise the request fails with NOT_CONFIGURED.',
      }),
    ),
    strict: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Reject data without a required field, content that the target cannot express, images that cannot be packed and ' +
          'invalid AMP. By default these are warnings.',
      }),
    ),
    field_map: Type.Optional({
      ...FieldMap,
      description:
        'With format esp: field names in the ESP account, keyed by the field paths of the document. Takes precedence ' +
        'over the field map of the target (`PUT /export-targets/{id}/fields`).',
    }),
    editable: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'With format esp: make texts, images and sections editable in the ESP if the target supports it. Blocks with ' +
          'locked content stay fixed.',
      }),
    ),
    utm: Type.Optional(UtmParameters),
    policies: Type.Optional(
      closed(
        {
          condition: Type.Optional(
            literals(['drop', 'keep'], {
              description:
                'Content of conditions that the target cannot express: never shown (`drop`, default) or always shown (`keep`).',
            }),
          ),
          loop: Type.Optional(
            literals(['samples', 'drop'], {
              description:
                'Loops that the target cannot express: sample rows (`samples`, default) or nothing (`drop`).',
            }),
          ),
        },
        { description: 'With format esp: how to handle content that the target cannot express.' },
      ),
    ),
  },
  { title: 'ExportOptions' },
)
export type ExportOptions = Static<typeof ExportOptions>
