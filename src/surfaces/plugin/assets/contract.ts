import { type Static, Type } from '@sinclair/typebox'
import { Instant, Nullable, closed, literals, pageQuery } from '../../../kernel/schema/index.ts'

export const EditorAsset = closed(
  {
    id: Type.String({ examples: ['ast_01kah3zqpfx9y8w7v6t5s4r3q2'] }),
    name: Type.String({ examples: ['spring-sale.jpg'] }),
    mime: Type.String({ examples: ['image/jpeg'] }),
    bytes: Type.Integer({ minimum: 1 }),
    url: Type.String({
      description: 'Public URL; add `?w=&h=&fit=` to scale it.',
      examples: ['https://cdn.example.com/cdn/ast_01kah3zqpfx9y8w7v6t5s4r3q2/spring-sale.jpg'],
    }),
    thumbnailUrl: Nullable(
      Type.String({ description: 'Signed URL of the image 320 pixels wide; null for other files.' }),
    ),
    width: Nullable(Type.Integer({ minimum: 1 })),
    height: Nullable(Type.Integer({ minimum: 1 })),
    alt: Nullable(Type.String()),
    createdAt: Instant,
  },
  { title: 'EditorAsset' },
)
export type EditorAsset = Static<typeof EditorAsset>

export const ListEditorAssets = closed({
  ...pageQuery,
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Words of the name, the alternative text or a tag.' })),
  kind: Type.Optional(literals(['image', 'file'], { default: 'image' })),
})

export const EditorAssetList = closed(
  { data: Type.Array(EditorAsset), nextCursor: Nullable(Type.String()) },
  { title: 'EditorAssetList' },
)
