import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import {
  Instant,
  closed,
  givenExternalMembers,
  idOf,
  publishedMark,
  publishedUrl,
} from '../../../kernel/schema/index.ts'
import { AssetName, GivenTags, describedMembers } from '../contract.ts'

const exampleId = 'ast_01kah3zqpfx9y8w7v6t5s4r3q2'

const uploadMembers = {
  file: Type.Unsafe<string>(Type.String({ contentMediaType: 'application/octet-stream', description: 'The file.' })),
  ...describedMembers,
  tags: Type.Optional({ ...GivenTags, description: 'Repeat the field for each tag.' }),
}

export const UploadForm = closed({ ...uploadMembers, ...givenExternalMembers }, { title: 'UploadForm' })

/** End users of the editor set no external ids. */
export const EditorUploadForm = closed(uploadMembers, { title: 'EditorUploadForm' })

export const ImportAsset = closed(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2048,
      [publishedMark]: publishedUrl,
      description: 'A public https URL. http and private hosts require the operator’s permission.',
      examples: ['https://example.com/images/spring-sale.jpg'],
    }),
    ...describedMembers,
    ...givenExternalMembers,
  },
  { title: 'ImportAsset', examples: [{ url: 'https://example.com/images/spring-sale.jpg', tags: ['spring'] }] },
)
export type ImportAsset = Static<typeof ImportAsset>

/** End users of the editor set no external ids. */
export const EditorImportAsset = closed(
  { url: ImportAsset.properties.url, ...describedMembers },
  { title: 'EditorImportAsset', examples: [{ url: 'https://example.com/images/spring-sale.jpg' }] },
)

export const CreateUpload = closed(
  {
    bytes: Type.Integer({
      minimum: 1,
      maximum: limits.fileBytes,
      description: 'Size of the file; the URL accepts exactly this many bytes.',
      examples: [482_113],
    }),
  },
  { title: 'CreateUpload', examples: [{ bytes: 482_113 }] },
)
export type CreateUpload = Static<typeof CreateUpload>

export const UploadAddress = closed(
  {
    id: idOf('asset', { description: 'Id of the upload, and of the asset created from it.', examples: [exampleId] }),
    method: Type.Literal('PUT'),
    url: Type.String({
      description:
        'Send the bytes to this URL with PUT, without headers of this API such as Authorization. The Content-Length must ' +
        'be the declared size; browsers and HTTP clients set it for a file.',
      examples: ['https://s3.example.com/bucket/incoming/ast_01kah3zqpfx9y8w7v6t5s4r3q2?X-Amz-Signature=…'],
    }),
    max_bytes: Type.Integer({ description: 'The declared number of bytes.' }),
    expires_at: Instant,
  },
  { title: 'UploadAddress' },
)
export type UploadAddress = Static<typeof UploadAddress>

export const CompleteUpload = closed(
  { ...describedMembers, ...givenExternalMembers, name: { ...AssetName, description: 'Name of the file.' } },
  { title: 'CompleteUpload', examples: [{ name: 'brochure.pdf' }] },
)
export type CompleteUpload = Static<typeof CompleteUpload>
