/** Signed image URLs for the editor: URLs written into an email must work for every reader. */
import { Type } from '@sinclair/typebox'
import { fail } from '../../../kernel/errors/index.ts'
import { closed } from '../../../kernel/schema/index.ts'
import type { Http } from '../../../platform/http/index.ts'
import type { Vault } from '../../../platform/identity/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { ImageParameters, presentAsset, requirePublicAsset, signImage } from '../../assets/index.ts'
import type { Admission } from '../admission.ts'

export interface EditorLinkDeps {
  http: Http
  admission: Admission
  store: Store
  vault: Vault
  cdnUrl: string
}

const EditorAssetParams = closed({
  id: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Id of the asset.',
    examples: ['ast_01kah3zqpfx9y8w7v6t5s4r3q2'],
  }),
})

const EditorAssetLink = closed(
  {
    url: Type.String({
      description: 'Does not expire.',
      examples: ['https://cdn.example.com/cdn/ast_01kah3zqpfx9y8w7v6t5s4r3q2/spring-sale.jpg?crop=0,0,300,200&sig=5aX'],
    }),
  },
  { title: 'EditorAssetLink' },
)

export function editorLinkRoutes({ http, admission, store, vault, cdnUrl }: EditorLinkDeps) {
  return http.surface('plugin', { errors: 'plugin', crossOrigin: false }).post(
    '/plugin/assets/:id/links',
    async ({ caller, params, body }) => {
      // Images of the host's template are cropped too, although the library of the token does not list them.
      const row = await requirePublicAsset(store.read, caller, params.id)
      if (row.kind !== 'image') fail('TRANSFORM_INVALID', `A file of type ${row.mime} is not an image.`)
      return { url: `${presentAsset(row, cdnUrl).url}?${signImage(vault, row.id, { parameters: body })}` }
    },
    {
      id: 'plugin.createAssetLink',
      summary: 'Sign the URL of an image',
      description: 'For parameters that require a signature, such as `crop`, or that must be applied exactly.',
      admit: admission.editor,
      params: EditorAssetParams,
      body: ImageParameters,
      response: { 200: EditorAssetLink },
      errors: ['ASSET_NOT_FOUND', 'TRANSFORM_INVALID'],
    },
  )
}
