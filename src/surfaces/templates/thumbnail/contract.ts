import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { closed, literals, looseReferenceTo } from '../../../kernel/schema/index.ts'
import { RecipientInQuery, VersionInQuery } from '../template/index.ts'

export const ThumbnailQuery = closed({
  width: Type.Optional(
    Type.Integer({
      minimum: limits.thumbnailWidth.min,
      maximum: limits.thumbnailWidth.max,
      default: 320,
      description: 'Width in pixels.',
    }),
  ),
  height: Type.Optional(
    Type.Integer({
      minimum: 16,
      maximum: limits.thumbnailHeight,
      description: `Maximum height in pixels; the rest of the image is cropped. Default ${limits.thumbnailHeight}.`,
    }),
  ),
  device: Type.Optional(
    literals(['desktop', 'mobile'], {
      default: 'desktop',
      description: 'Viewport: `desktop` is 640 px wide, or wider if the email is; `mobile` is 375 px wide.',
    }),
  ),
  scheme: Type.Optional(
    literals(['light', 'dark'], { default: 'light', description: 'Color scheme of the recipient.' }),
  ),
  format: Type.Optional(
    literals(['png', 'webp'], { default: 'png', description: 'WebP images have about a third of the size.' }),
  ),
})
export type ThumbnailQuery = Static<typeof ThumbnailQuery>

export const TemplateThumbnailQuery = closed({
  ...ThumbnailQuery.properties,
  version: Type.Optional(VersionInQuery),
  recipient: Type.Optional(RecipientInQuery),
})

export const VersionThumbnailParams = closed({
  id: looseReferenceTo('template', { description: 'Id of the template.' }),
  versionId: Type.String({ minLength: 1, maxLength: 100, description: 'Id or number of the version.' }),
})
