import { type Static, Type } from '@sinclair/typebox'
import { closed, literals, publishedInstant, publishedMark, tracked } from '../../kernel/schema/index.ts'

export const ExportFileParams = closed({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the export.' }),
  name: Type.String({ minLength: 1, maxLength: 1000, description: 'Name of the file.', examples: ['Spring sale.zip'] }),
})

/** Members are optional, so that a link without them is reported as an invalid link. */
export const LinkQuery = tracked({
  exp: Type.Optional(Type.String({ maxLength: 20, description: 'Expiry of the link in Unix seconds.' })),
  sig: Type.Optional(Type.String({ maxLength: 200, description: 'Signature of the link.' })),
})
export type LinkQuery = Static<typeof LinkQuery>

export const ThumbnailParams = closed({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the template.' }),
})

export const ThumbnailLinkQuery = tracked({
  ...LinkQuery.properties,
  v: Type.Optional(Type.String({ maxLength: 20, description: 'Revision: another one is another URL for caches.' })),
})

export const PreviewParams = closed({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the preview.', examples: ['5f'.repeat(32)] }),
})

export const PreviewQuery = tracked({
  exp: LinkQuery.properties.exp,
  sig: LinkQuery.properties.sig,
  view: Type.Optional(
    literals(['desktop', 'mobile'], {
      description: '`mobile` shows the email in a phone frame, `desktop` without a frame.',
    }),
  ),
})

export const AssetFileParams = closed({
  id: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Id of the asset. For a file that replaced the first one, a dot and its version follow.',
    examples: ['ast_01kah3zqpfx9y8w7v6t5s4r3q2', 'ast_01kah3zqpfx9y8w7v6t5s4r3q2.2'],
  }),
  name: Type.String({
    minLength: 1,
    maxLength: 1000,
    description: 'File name in the URL; any name resolves to the asset.',
    examples: ['spring-sale.jpg'],
  }),
})

const hex = '^[0-9a-fA-F]{6}$'

// Each of 40 characters without the white space around it.
const label = '\\s*(?:[^,\\s](?:[^,]{0,38}[^,\\s])?\\s*)?'
export const publishedLabels = { pattern: `^${label}(?:,${label}){0,3}$` }

export const CountdownQuery = tracked({
  until: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'End of the countdown, as ISO 8601 or Unix seconds.',
    examples: ['2030-01-31T18:00:00Z'],
    [publishedMark]: publishedInstant,
  }),
  color: Type.Optional(
    Type.String({ pattern: hex, description: 'Color of digits and labels; default white.', examples: ['ffffff'] }),
  ),
  background: Type.Optional(
    Type.String({ pattern: hex, description: 'Color of the boxes; default almost black.', examples: ['1f2328'] }),
  ),
  size: Type.Optional(
    Type.Integer({ minimum: 16, maximum: 96, description: 'Size of the digits in CSS pixels; default 28.' }),
  ),
  labels: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Up to four comma-separated labels for days, hours, minutes and seconds; the countdown has one box per label.',
      examples: ['Days,Hours,Minutes'],
      [publishedMark]: publishedLabels,
    }),
  ),
  expired: Type.Optional(Type.String({ maxLength: 200, description: 'Text shown after the end of the countdown.' })),
})
export type CountdownQuery = Static<typeof CountdownQuery>

/** No parameters. */
export const StarterQuery = tracked({})

export const StarterParams = closed({
  file: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Name of the image.',
    examples: ['welcome-hero.png'],
  }),
})

export const SocialIconParams = closed({
  file: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Network and color as six hexadecimal digits.',
    examples: ['instagram-ffffff.png'],
  }),
})
