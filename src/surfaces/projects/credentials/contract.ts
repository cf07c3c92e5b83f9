import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import {
  Instant,
  GivenName,
  Name,
  Nullable,
  closed,
  idOf,
  literals,
  publishedMark,
  shownOnce,
  readOnlyMembers,
} from '../../../kernel/schema/index.ts'
import { fileClaims, rights } from '../../../platform/identity/index.ts'
import { approverLevels } from '../publishing.ts'

const exampleId = 'prj_01kah3zqpfx9y8w7v6t5s4r3q2'
const examplePlugin = `svc_pk_${'0123456789abcdef'.repeat(3)}`
export const exampleSecret = `svc_sk_${'fedcba9876543210'.repeat(3)}`

const originOptions = {
  maxItems: limits.allowedOrigins,
  description:
    'Exact origins of pages that may embed the editor and call the API from a browser; `*` alone is for development.',
  examples: [['https://app.example.com']],
}

const originLabel = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?'
const originHost = `(?:(?:${originLabel}\\.)*${originLabel}\\.?|\\[[0-9a-f:]{2,39}\\])`
const GivenOrigin = Type.String({
  minLength: 1,
  maxLength: 300,
  // What browsers send: neither a default port nor an address that is not in its shortest form.
  [publishedMark]: { pattern: `^(?:\\*|https?://${originHost}(?::[1-9][0-9]{0,4})?)$` },
})

export const Origins = Type.Array(Type.String({ minLength: 1, maxLength: 300 }), originOptions)

/** Allowed origins in a request. */
export const GivenOrigins = Type.Array(GivenOrigin, originOptions)

const Publishing = literals(['on_save', 'by_hand'], {
  description:
    '`on_save`: every save of a template is live at once, until the template is published for the first time. `by_hand`: new ' +
    'templates are not live before they are published; existing ones are published as they are, in the background.',
})

const Approval = literals(['none', 'required'], {
  description:
    '`required`: a draft is published only after another caller has approved exactly its content. Requires `publishing` ' +
    '`by_hand`; `on_save` sets it to `none`.',
})

const ApproverLevel = literals(approverLevels, {
  description: 'The level on the template that approvers need. Default: `publish`.',
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

const rate = (description: string, seconds: { maximum?: number }) =>
  closed(
    {
      requests: Type.Integer({ minimum: 1, maximum: 999_999_999 * limits.pluginProjectUsers }),
      seconds: Type.Integer({ minimum: 1, description: 'Length of the window.', ...seconds }),
    },
    { description, examples: [{ requests: 600, seconds: 60 }] },
  )

const rateMeanings = {
  api_rate: 'Requests with the API keys of the project.',
  plugin_rate: 'Editor requests of host pages (init, save, export, compile, preview, refresh) of one end user.',
  plugin_project_rate: 'The same of all end users of the project together.',
}

const countMeanings = {
  asset_bytes: 'Bytes of the assets of the project.',
  credits: 'Verification credits that the project may spend in a month.',
}

// The operator may have set a longer window than a project may.
const appliedRate = (name: keyof typeof rateMeanings) => rate(rateMeanings[name], {})
const appliedCount = (name: keyof typeof countMeanings) =>
  Nullable(Type.Integer({ minimum: 0, description: `${countMeanings[name]} Null: unlimited.` }))
const setRate = (name: keyof typeof rateMeanings) =>
  Type.Optional(Nullable(rate(rateMeanings[name], { maximum: limits.ownRateSecondsMax })))
const setCount = (name: keyof typeof countMeanings) =>
  Type.Optional(Nullable(Type.Integer({ minimum: 0, description: countMeanings[name] })))

const exampleLimits = {
  api_rate: { requests: 300, seconds: 60 },
  plugin_rate: { requests: 100, seconds: 900 },
  plugin_project_rate: { requests: 5000, seconds: 900 },
  asset_bytes: null,
  credits: null,
}

export const ProjectLimits = closed(
  {
    api_rate: appliedRate('api_rate'),
    plugin_rate: appliedRate('plugin_rate'),
    plugin_project_rate: appliedRate('plugin_project_rate'),
    asset_bytes: appliedCount('asset_bytes'),
    credits: appliedCount('credits'),
  },
  {
    title: 'ProjectLimits',
    description:
      'Limits that apply to the project: its own where it has set them, otherwise those of the installation and of the plan. ' +
      'Those of the plan are shared by all projects of the company.',
    examples: [exampleLimits],
  },
)
export type ProjectLimits = Static<typeof ProjectLimits>

export const SetProjectLimits = closed(
  {
    api_rate: setRate('api_rate'),
    plugin_rate: setRate('plugin_rate'),
    plugin_project_rate: setRate('plugin_project_rate'),
    asset_bytes: setCount('asset_bytes'),
    credits: setCount('credits'),
  },
  {
    title: 'SetProjectLimits',
    description:
      'Limits of the project. They cannot exceed those of the installation and of the plan, which continue to apply. A change ' +
      'replaces all of it; what is null or left out has no limit of its own.',
    examples: [{ api_rate: { requests: 300, seconds: 60 }, asset_bytes: 1_073_741_824 }],
  },
)
export type SetProjectLimits = Static<typeof SetProjectLimits>

export const exampleProject = {
  id: exampleId,
  name: 'Storefront',
  plugin_id: examplePlugin,
  allowed_origins: ['https://app.example.com'],
  publishing: 'on_save',
  approval: 'none',
  approver_level: 'publish',
  end_users: { library: 'auto', can: ['upload', 'modules', 'export', 'preview'], files: 'images' },
  limits: exampleLimits,
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
}

export const projectMembers = {
  id: idOf('project', { examples: [exampleId] }),
  name: Name,
  plugin_id: PluginId,
  allowed_origins: Origins,
  publishing: Publishing,
  approval: Approval,
  approver_level: ApproverLevel,
  end_users: EndUsers,
  limits: ProjectLimits,
  created_at: Instant,
  updated_at: Instant,
}

export const Project = closed(projectMembers, { title: 'Project', examples: [exampleProject] })
export type Project = Static<typeof Project>

const changed = {
  name: Type.Optional(GivenName),
  allowed_origins: Type.Optional(GivenOrigins),
  publishing: Type.Optional(Publishing),
  approval: Type.Optional(Approval),
  approver_level: Type.Optional(ApproverLevel),
  end_users: Type.Optional(EndUsers),
  limits: Type.Optional(SetProjectLimits),
}

export const UpdateProject = closed(
  { ...changed, ...readOnlyMembers(Project, { writable: changed }) },
  {
    title: 'UpdateProject',
    description: 'Omitted members stay unchanged. Read-only members are accepted as a read returned them.',
    minProperties: 1,
    examples: [{ allowed_origins: ['https://app.example.com'] }],
  },
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

/** Any text is accepted: what is not a project of the caller's company is not found. */
export const ProjectParams = closed({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the project.', examples: [exampleId] }),
})
