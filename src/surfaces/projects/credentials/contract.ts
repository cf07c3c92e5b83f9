import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { Instant, GivenName, Name, Nullable, closed, idOf, literals, shownOnce } from '../../../kernel/schema/index.ts'
import { fileClaims, rights } from '../../../platform/identity/index.ts'

const exampleId = 'prj_01kah3zqpfx9y8w7v6t5s4r3q2'
const examplePlugin = `svc_pk_${'0123456789abcdef'.repeat(3)}`
const exampleSecret = `svc_sk_${'fedcba9876543210'.repeat(3)}`

const Origins = Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
  maxItems: limits.allowedOrigins,
  description:
    'Exact origins of pages that may embed the editor and call the API from a browser; `*` alone is for development.',
  examples: [['https://app.example.com']],
})

const PluginId = Type.String({
  description: 'Public; part of the SDK configuration.',
  examples: [examplePlugin],
})

const quota = (description: string, limit: number) =>
  Type.Optional(
    Nullable(Type.Integer({ minimum: 0, default: limit, description: `${description}; null is unlimited.` })),
  )

export const EndUsers = closed(
  {
    library: Type.Optional(
      literals(['auto', 'own', 'project'], {
        default: 'auto',
        description:
          'Assets and modules that are listed for tokens without the claim `library`. `auto` is `own` for a token with ' +
          '`emailId` and `project` otherwise.',
      }),
    ),
    can: Type.Optional(
      Type.Array(literals(rights), {
        maxItems: rights.length,
        default: [...rights],
        description: 'Rights of end users whose token has no claim `can`.',
      }),
    ),
    files: Type.Optional(
      literals(fileClaims, {
        default: 'images',
        description: 'File types that end users may upload if their token has no claim `files`.',
      }),
    ),
    uploads_per_day: quota('Uploads of one end user within 24 hours', limits.endUserUploadsPerDay),
    upload_bytes_per_day: quota('Bytes uploaded by one end user within 24 hours', limits.endUserUploadBytesPerDay),
    uploads: quota('Uploads of one end user in total', limits.endUserUploads),
    upload_bytes: quota('Bytes uploaded by one end user in total', limits.endUserUploadBytes),
  },
  {
    title: 'EndUsers',
    description:
      'Permissions of end users of embedded editors. An update replaces all members; omitted members get their ' +
      'defaults.',
    examples: [{ library: 'own', files: 'images', uploads_per_day: 100 }],
  },
)
export type EndUsers = Static<typeof EndUsers>

export const Project = closed(
  {
    id: idOf('project', { examples: [exampleId] }),
    name: Name,
    plugin_id: PluginId,
    allowed_origins: Origins,
    end_users: EndUsers,
    created_at: Instant,
    updated_at: Instant,
  },
  {
    title: 'Project',
    examples: [
      {
        id: exampleId,
        name: 'Storefront',
        plugin_id: examplePlugin,
        allowed_origins: ['https://app.example.com'],
        end_users: { library: 'auto', can: ['upload', 'modules', 'export', 'preview'], files: 'images' },
        created_at: '2026-11-21T10:00:00.000Z',
        updated_at: '2026-11-21T10:00:00.000Z',
      },
    ],
  },
)
export type Project = Static<typeof Project>

export const UpdateProject = closed(
  { name: Type.Optional(GivenName), allowed_origins: Type.Optional(Origins), end_users: Type.Optional(EndUsers) },
  { title: 'UpdateProject', minProperties: 1, examples: [{ allowed_origins: ['https://app.example.com'] }] },
)
export type UpdateProject = Static<typeof UpdateProject>

const members = {
  plugin_id: PluginId,
  previous_secret_expires_at: Nullable({
    ...Instant,
    description: 'When the previous Secret Key expires. Until then, tokens signed with it are accepted.',
  }),
}

export const Credentials = closed(members, {
  title: 'PluginCredentials',
  examples: [{ plugin_id: examplePlugin, previous_secret_expires_at: null }],
})
export type Credentials = Static<typeof Credentials>

export const CredentialsOnce = closed(
  {
    ...members,
    secret_key: shownOnce({
      description: 'The new Secret Key; returned only in this response. Keep it on your server, never in a browser.',
      examples: [exampleSecret],
    }),
  },
  {
    title: 'PluginCredentialsOnce',
    examples: [{ plugin_id: examplePlugin, secret_key: exampleSecret, previous_secret_expires_at: null }],
  },
)
export type CredentialsOnce = Static<typeof CredentialsOnce>

export const RotateCredentials = closed(
  {
    grace_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: limits.keyGraceSecondsMax,
        default: limits.keyGraceSeconds,
        description: 'How long tokens signed with the previous key are accepted.',
      }),
    ),
  },
  { title: 'RotateCredentials', examples: [{ grace_seconds: 3600 }] },
)

/** Any text is accepted; any id but that of the caller's own project is reported as not found. */
export const ProjectParams = closed({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the project.', examples: [exampleId] }),
})
