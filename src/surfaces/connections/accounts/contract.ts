import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { type Adapter, type Field, adapters } from '../../../email/push/index.ts'
import { limits } from '../../../kernel/limits.ts'
import {
  Instant,
  GivenName,
  Name,
  Nullable,
  closed,
  idOf,
  literals,
  pageOf,
  pageQuery,
  publishedMark,
  publishedUrl,
  readOnlyMembers,
  sortBy,
} from '../../../kernel/schema/index.ts'
import { ExportOptions } from '../../exports/index.ts'

export const exampleConnection = 'con_01jd7q2v5w8x3y4z6a7b9c0d1e'
const ids = [...adapters.keys()]

const Provider = Type.String({
  maxLength: 50,
  description: `One of ${ids.join(', ')}.`,
  examples: ['mailchimp'],
})

const texts = (description: string, examples: object[]) =>
  Type.Record(Type.String({ maxLength: 50 }), Type.String({ maxLength: 500 }), {
    maxProperties: 10,
    description,
    examples,
  })

const Settings = texts('Additional settings of the provider; `GET /connections/providers` lists them.', [
  { region: 'eu' },
])
const Credentials = texts(
  'Secrets, keyed by the names that `GET /connections/providers` lists. They are stored encrypted and never ' +
    'returned.',
  [{ api_key: '0123456789abcdef0123456789abcdef-us21' }],
)
const BaseUrl = Type.String({
  minLength: 1,
  maxLength: limits.webhookUrlLength,
  [publishedMark]: publishedUrl,
  description:
    'Base URL of the API if it is not the provider’s own, such as a gateway or a test server. https to any public ' +
    'host; http and private IP addresses only if the operator allows them with SVC_NET_ALLOW.',
  examples: ['https://gateway.example.com/mailchimp'],
})
const Target = Type.String({
  maxLength: 100,
  description:
    'Export target whose template language is used, an id from `GET /export/formats`; default the provider’s own ' +
    'target.',
  examples: ['mailchimp'],
})

const ofExport = Type.Pick(ExportOptions, [
  'minify',
  'inline_css',
  'strict',
  'field_map',
  'editable',
  'utm',
  'policies',
])

/** Export options of a push, and the location of its images. */
export const PushOptions = closed(
  {
    ...ofExport.properties,
    images: Type.Optional(
      literals(['link', 'upload'], {
        description:
          '`link` (default) keeps image URLs on the CDN of the service. `upload` stores images at the provider if its API ' +
          'supports it; an image that cannot be uploaded keeps its URL, with a warning. Under `strict` nothing is pushed ' +
          'in that case.',
      }),
    ),
  },
  { title: 'PushOptions' },
)
export type PushOptions = Static<typeof PushOptions>

export const ConnectionTest = closed(
  {
    ok: Type.Boolean({ description: 'Whether the provider accepted the credentials.' }),
    message: Type.String({ examples: ['Mailchimp accepted the credentials.'] }),
    account: Type.Optional(Type.String({ description: 'Account name, if the provider returns it.' })),
    tested_at: Instant,
  },
  { title: 'ConnectionTest' },
)
export type ConnectionTest = Static<typeof ConnectionTest>

export const Connection = closed(
  {
    id: idOf('connection', { examples: [exampleConnection] }),
    provider: Provider,
    name: Name,
    settings: Settings,
    credentials: Type.Array(Type.String(), {
      description: 'Names of the stored secrets; values are never returned.',
      examples: [['api_key']],
    }),
    base_url: Type.Optional(BaseUrl),
    target: Target,
    options: PushOptions,
    test: Type.Optional(ConnectionTest),
    revision: Type.Integer({ minimum: 1, description: 'Increases with every change; the ETag contains it.' }),
    created_at: Instant,
    updated_at: Instant,
  },
  {
    title: 'Connection',
    examples: [
      {
        id: exampleConnection,
        provider: 'mailchimp',
        name: 'Newsletter account',
        settings: {},
        credentials: ['api_key'],
        target: 'mailchimp',
        options: { field_map: { 'customer.plan': 'PLAN' } },
        revision: 1,
        created_at: '2026-11-21T10:00:00.000Z',
        updated_at: '2026-11-21T10:00:00.000Z',
      },
    ],
  },
)
export type Connection = Static<typeof Connection>

export const ConnectionPage = pageOf(Connection, { title: 'ConnectionPage' })
export type ConnectionPage = Static<typeof ConnectionPage>

export const ListConnections = closed({ ...pageQuery, sort: sortBy('created_at', '-created_at') })
export type ListConnections = Static<typeof ListConnections>

const shared = {
  name: GivenName,
  base_url: Type.Optional(BaseUrl),
  target: Type.Optional(Target),
  options: Type.Optional(PushOptions),
}

export const CreateConnection = closed(
  { provider: Provider, ...shared, credentials: Credentials, settings: Type.Optional(Settings) },
  {
    title: 'CreateConnection',
    // For publishing; checkAccount reads the same fields.
    oneOf: [...adapters.values()].map(ofProvider),
    discriminator: {
      propertyName: 'provider',
      mapping: Object.fromEntries(
        [...adapters.values()].map((adapter) => [adapter.id, `#/components/schemas/${titleOf(adapter)}`]),
      ),
    },
    examples: [
      {
        provider: 'mailchimp',
        name: 'Newsletter account',
        credentials: { api_key: '0123456789abcdef0123456789abcdef-us21' },
      },
    ],
  },
)
export type CreateConnection = Static<typeof CreateConnection>

/** What a connection to one provider takes. */
function ofProvider(adapter: Adapter): TSchema {
  const { id, credentials, settings } = adapter
  const needsSettings = settings.some(({ required }) => required)
  return closed(
    {
      provider: Type.Literal(id),
      ...shared,
      credentials: ofFields(credentials),
      settings: Type.Optional(ofFields(settings), !needsSettings),
    },
    { title: titleOf(adapter) },
  )
}

function titleOf({ name }: Adapter): string {
  return `Create${name.replaceAll(/[^A-Za-z]/g, '')}Connection`
}

function ofFields(fields: readonly Field[]): TSchema {
  const members = fields.map(({ name, required, description, example, choices, pattern }) => {
    const options = { description, examples: [example] }
    const schema =
      choices === undefined
        ? Type.String({ maxLength: 500, ...(pattern === undefined ? {} : { pattern: `^(?:${pattern})$` }), ...options })
        : literals(choices, options)
    return [name, Type.Optional(schema, !required)] as const
  })
  return closed(Object.fromEntries(members))
}

const changed = {
  name: Type.Optional(GivenName),
  credentials: Type.Optional(
    Type.Union([Credentials, Type.Array(Type.String())], {
      description:
        'All secrets, replaced. Required with every change of base_url or settings, so that stored secrets are not sent ' +
        'to another server. The names of the stored secrets, as a read returns them, change nothing.',
    }),
  ),
  settings: Type.Optional(Settings),
  base_url: Type.Optional(Nullable(BaseUrl)),
  target: Type.Optional(Nullable(Target)),
  options: Type.Optional(PushOptions),
}

export const UpdateConnection = closed(
  { ...changed, ...readOnlyMembers(Connection, { writable: changed, volatile: ['test'] }) },
  {
    title: 'UpdateConnection',
    description:
      'Omitted members stay unchanged; null removes them. Read-only members are accepted as a read returned them.',
    minProperties: 1,
    examples: [{ name: 'Newsletter account' }],
  },
)
export type UpdateConnection = Static<typeof UpdateConnection>

const ProviderField = closed({
  name: Type.String({ examples: ['api_key'] }),
  description: Type.String({ examples: ['Account → Extras → API keys.'] }),
  required: Type.Boolean(),
  choices: Type.Optional(Type.Array(Type.String(), { description: 'Allowed values; the first one is the default.' })),
  example: Type.String({ examples: ['0123456789abcdef0123456789abcdef-us14'] }),
})

export const PushProviders = closed(
  {
    data: Type.Array(
      closed(
        {
          id: Provider,
          name: Type.String({ examples: ['Mailchimp'] }),
          target: Target,
          credentials: Type.Array(ProviderField),
          settings: Type.Array(ProviderField),
          writes: Type.String({
            description: 'Which parts of an email are written, and in which form.',
            examples: ['A template with name and HTML.'],
          }),
          notice: Type.Optional(
            Type.String({ description: 'Steps required at the provider before the template can be sent.' }),
          ),
          limits: closed({
            html_bytes: Type.Optional(Type.Integer()),
            name_length: Type.Optional(Type.Integer()),
            subject_length: Type.Optional(Type.Integer()),
          }),
        },
        { title: 'PushProvider' },
      ),
    ),
  },
  { title: 'PushProviders' },
)
export type PushProviders = Static<typeof PushProviders>

/** Any text is accepted; a text that is not the id of one of the project's connections is reported as not found. */
export const connectionParam = {
  id: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Id of the connection.',
    examples: [exampleConnection],
  }),
}
export const ConnectionParams = closed(connectionParam)

/** Response of a deletion. */
export const Deleted = Type.Undefined({ description: 'Deleted.' })
