import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import {
  GivenName,
  Instant,
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
  repeated,
  sortBy,
} from '../../../kernel/schema/index.ts'

const optional = Type.Optional
const exampleMailbox = 'mbx_01kah3zqpfx9y8w7v6t5s4r3q2'
const noControls = '^[^\\u0000-\\u001f\\u007f]*$'
const word = (maxLength: number, options: object = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: noControls, ...options })
const secret = (description: string) => Type.String({ minLength: 1, maxLength: 8192, description })

const Host = word(253, { description: 'Host name of the IMAP server.', examples: ['imap.example.com'] })
const Folder = { ...Name, examples: ['INBOX'] }
const security = ['tls', 'starttls', 'none'] as const
const methods = ['password', 'client_credentials', 'refresh_token'] as const

/** How a mailbox signs in, as requests send it. */
const GivenAuth = closed(
  {
    method: literals(methods, {
      description:
        '`client_credentials` and `refresh_token` are grants of OAuth 2 (RFC 6749); the token is sent as XOAUTH2. Microsoft ' +
        '365 and Google accept no account passwords.',
    }),
    password: optional(secret('Of the account or of the app; for `password`.')),
    token_url: optional(
      Type.String({
        maxLength: 1000,
        description: 'Token endpoint, https.',
        [publishedMark]: publishedUrl,
        examples: ['https://login.microsoftonline.com/TENANT/oauth2/v2.0/token'],
      }),
    ),
    client_id: optional(word(500)),
    client_secret: optional(secret('Not needed by public clients with a refresh token.')),
    refresh_token: optional(secret('For `refresh_token`; a new one that the server issues replaces it.')),
    scope: optional(word(1000, { examples: ['https://outlook.office365.com/.default'] })),
  },
  {
    title: 'MailboxCredentials',
    forms: {
      OfPassword: ['method=password', 'password'],
      OfClient: ['method=client_credentials', 'token_url', 'client_id', 'client_secret', 'scope?'],
      OfRefreshToken: ['method=refresh_token', 'token_url', 'client_id', 'refresh_token', 'client_secret?', 'scope?'],
    },
  },
)
export type GivenAuth = Static<typeof GivenAuth>

const ShownAuth = closed({
  method: literals(methods),
  token_url: optional(Type.String()),
  client_id: optional(Type.String()),
  scope: optional(Type.String()),
})
export type ShownAuth = Static<typeof ShownAuth>

const settings = {
  folder: { ...Folder, description: 'The folder that is read.' },
  after: literals(['move', 'mark_read'], {
    description: 'What happens to a message once its reports are stored.',
  }),
  processed_folder: {
    ...Folder,
    description: 'For `move`: messages with reports that were stored. Created if missing.',
  },
  rejected_folder: { ...Folder, description: 'For `move`: messages without a report that was accepted.' },
  interval_minutes: Type.Integer({ minimum: 1, maximum: 1440, description: 'Minutes between two runs.' }),
  enabled: Type.Boolean(),
}

const Run = closed(
  {
    started_at: Instant,
    ended_at: Instant,
    messages: Type.Integer({ description: 'Messages that were read.' }),
    accepted: Type.Integer({ description: 'Reports that were stored, quarantined ones included.' }),
    duplicates: Type.Integer(),
    rejected: Type.Integer({ description: 'Parts that are no report, or none that is accepted.' }),
    problem: Nullable(Type.String()),
    error: Nullable(Type.String()),
  },
  { title: 'MailboxRun' },
)

const members = {
  id: idOf('mailbox', { examples: [exampleMailbox] }),
  name: Name,
  host: Host,
  port: Type.Integer(),
  security: literals(security),
  username: Type.String({ examples: ['dmarc@example.com'] }),
  auth: { ...ShownAuth, description: 'How it signs in; secrets are never returned.' },
  ...settings,
  state: literals(['new', 'ok', 'failing'], { description: '`new`: it was not read yet.' }),
  problem: Nullable(
    Type.String({
      description:
        'Why the last run failed: `credentials`, `token` (OAuth 2), `folder`, `refused`, `certificate`, `connection`, `storage`.',
      examples: ['credentials'],
    }),
  ),
  error: Nullable(Type.String({ description: 'The failure in a sentence, with the remedy.' })),
  messages: Type.Integer({ description: 'Messages that were read, in all.' }),
  reports: Type.Integer({ description: 'Reports in them that were stored.' }),
  last_run_at: Nullable(Instant),
  last_success_at: Nullable(Instant),
  next_run_at: Nullable({ ...Instant, description: 'Null while it is disabled.' }),
  revision: Type.Integer({ minimum: 1 }),
  created_at: Instant,
  updated_at: Instant,
}

export const Mailbox = closed(members, { title: 'DmarcMailbox' })
export type Mailbox = Static<typeof Mailbox>

export const MailboxDetail = closed(
  { ...members, runs: Type.Array(Run, { description: `The last ${limits.mailboxRuns} runs, newest first.` }) },
  { title: 'DmarcMailboxDetail' },
)
export type MailboxDetail = Static<typeof MailboxDetail>

export const MailboxPage = pageOf(Mailbox, { title: 'DmarcMailboxPage' })
export type MailboxPage = Static<typeof MailboxPage>

export const ListMailboxes = closed({
  ...pageQuery,
  sort: sortBy('created_at', '-created_at'),
  state: repeated(literals(['new', 'ok', 'failing']), 'Only mailboxes in this state.'),
  format: optional(literals(['json', 'csv'], { default: 'json' })),
})
export type ListMailboxes = Static<typeof ListMailboxes>

const given = Type.Partial(
  Type.Object({
    ...settings,
    folder: { ...GivenName, examples: ['INBOX'], description: settings.folder.description },
    processed_folder: { ...GivenName, examples: ['Processed'], description: settings.processed_folder.description },
    rejected_folder: { ...GivenName, examples: ['Rejected'], description: settings.rejected_folder.description },
  }),
).properties

export const CreateMailbox = closed(
  {
    name: GivenName,
    host: Host,
    port: optional(Type.Integer({ minimum: 1, maximum: 65_535, description: '993 with TLS, else 143.' })),
    security: optional(literals(security, { default: 'tls' })),
    username: word(320, { examples: ['dmarc@example.com'] }),
    auth: GivenAuth,
    ...given,
  },
  {
    title: 'CreateDmarcMailbox',
    examples: [
      {
        name: 'Reports',
        host: 'imap.example.com',
        username: 'dmarc@example.com',
        auth: { method: 'password', password: 'correct horse battery staple' },
      },
    ],
  },
)
export type CreateMailbox = Static<typeof CreateMailbox>

const changed = {
  name: optional(GivenName),
  host: optional(Host),
  port: optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  security: optional(literals(security)),
  username: optional(word(320)),
  auth: optional(
    Type.Union([GivenAuth, ShownAuth], {
      description:
        'All credentials, replaced. Required with every change of host, port, security or username, so that stored secrets ' +
        'are not sent to another server. As a read returned it, it changes nothing.',
    }),
  ),
  ...given,
}

export const UpdateMailbox = closed(
  {
    ...changed,
    ...readOnlyMembers(MailboxDetail, {
      writable: changed,
      volatile: [
        'runs',
        'state',
        'problem',
        'error',
        'messages',
        'reports',
        'last_run_at',
        'last_success_at',
        'next_run_at',
      ],
    }),
  },
  { title: 'UpdateDmarcMailbox', minProperties: 1, examples: [{ interval_minutes: 15 }] },
)
export type UpdateMailbox = Static<typeof UpdateMailbox>

export const MailboxParams = closed({ id: Type.String({ minLength: 1, maxLength: 100, examples: [exampleMailbox] }) })
export const MailboxDeleted = Type.Undefined({ description: 'Deleted.' })

export const MailboxTest = closed(
  {
    ok: Type.Boolean(),
    problem: Nullable(Type.String()),
    message: Type.String({ examples: ['The folder INBOX can be read.'] }),
    waiting: Nullable(Type.Integer({ description: 'Messages that were not read yet.' })),
  },
  { title: 'DmarcMailboxTest' },
)
export type MailboxTest = Static<typeof MailboxTest>
