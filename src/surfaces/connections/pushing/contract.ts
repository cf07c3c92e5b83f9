import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import {
  Instant,
  GivenName,
  closed,
  createdFilters,
  idOf,
  literals,
  pageOf,
  pageQuery,
  referenceTo,
  repeated,
  sortBy,
} from '../../../kernel/schema/index.ts'
import { ExportWarning } from '../../exports/index.ts'
import { VersionInBody } from '../../templates/index.ts'
import { PushOptions, connectionParam, exampleConnection } from '../accounts/contract.ts'

const examplePush = 'psh_01jd7q2v5w8x3y4z6a7b9c0d1e'
const exampleTemplate = 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'

const Locale = Type.String({
  pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$',
  maxLength: 40,
  description: 'Language of the translation (BCP 47); each language has a separate template at the provider.',
  examples: ['de'],
})
const RemoteId = Type.String({
  minLength: 1,
  maxLength: 300,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description: 'Id of the template at the provider.',
  examples: ['10047'],
})

export const PushTemplate = closed(
  {
    template_id: referenceTo('template', { description: 'The stored template.', examples: [exampleTemplate] }),
    version: Type.Optional(VersionInBody),
    name: Type.Optional({
      ...GivenName,
      description: 'Name at the provider; defaults to the template name.',
    }),
    locale: Type.Optional(Locale),
    remote_id: Type.Optional({
      ...RemoteId,
      description:
        'Existing template at the provider to update from now on, instead of the one that an earlier push created.',
    }),
    options: Type.Optional(PushOptions),
  },
  {
    title: 'PushTemplate',
    description: 'Options override those of the connection.',
    examples: [{ template_id: exampleTemplate }],
  },
)
export type PushTemplate = Static<typeof PushTemplate>

const statuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const

export const Push = closed(
  {
    id: idOf('push', { examples: [examplePush] }),
    connection_id: idOf('connection', { examples: [exampleConnection] }),
    template_id: idOf('template', { examples: [exampleTemplate] }),
    locale: Type.Optional(Locale),
    status: literals(statuses, {
      description:
        'A push that is retried later is `queued`; `error` and `next_attempt_at` describe the last attempt and the next.',
    }),
    action: Type.Optional(
      literals(['created', 'updated', 'recreated'], {
        description: 'Result at the provider. `recreated`: the template of an earlier push no longer existed.',
      }),
    ),
    remote_id: Type.Optional(RemoteId),
    warnings: Type.Array(ExportWarning),
    error: Type.Optional(
      closed(
        {
          code: Type.String({
            description:
              'PROVIDER_UNAUTHORIZED, PROVIDER_FORBIDDEN, PROVIDER_MISSING, PROVIDER_CONFLICT, PROVIDER_REJECTED, ' +
              'PROVIDER_TOO_LARGE, PROVIDER_RATE_LIMITED, PROVIDER_UNAVAILABLE, PROVIDER_UNREACHABLE, PROVIDER_REDIRECTED, ' +
              'PROVIDER_BLOCKED or PROVIDER_GARBLED; or an error code of this service.',
            examples: ['PROVIDER_UNAUTHORIZED'],
          }),
          message: Type.String(),
          status_code: Type.Optional(
            Type.Integer({ description: 'HTTP status of the provider’s response.', examples: [401] }),
          ),
        },
        { description: 'Why the last attempt failed.' },
      ),
    ),
    next_attempt_at: Type.Optional({ ...Instant, description: 'Time of the next attempt.' }),
    job_id: idOf('job', {
      description: 'Id of the job: `POST /jobs/{id}/cancel` cancels it, `GET /jobs/{id}/events` streams its progress.',
    }),
    created_at: Instant,
    completed_at: Type.Optional(Instant),
  },
  {
    title: 'Push',
    examples: [
      {
        id: examplePush,
        connection_id: exampleConnection,
        template_id: exampleTemplate,
        status: 'completed',
        action: 'created',
        remote_id: '10047',
        warnings: [],
        job_id: 'job_01jd7q2v5w8x3y4z6a7b9c0d1e',
        created_at: '2026-11-21T10:00:00.000Z',
        completed_at: '2026-11-21T10:00:01.200Z',
      },
    ],
  },
)
export type Push = Static<typeof Push>

export const PushPage = pageOf(Push, { title: 'PushPage' })
export type PushPage = Static<typeof PushPage>

export const ListPushes = closed({
  ...pageQuery,
  status: repeated(literals(statuses), 'Only pushes with one of these statuses.'),
  template_id: repeated(referenceTo('template'), 'Only pushes of one of these templates.'),
  ...createdFilters('pushes'),
  sort: sortBy('-created_at', 'created_at'),
})
export type ListPushes = Static<typeof ListPushes>

export const PushParams = closed({
  ...connectionParam,
  push: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the push.', examples: [examplePush] }),
})

export const ConnectedTemplates = closed(
  {
    data: Type.Array(
      closed({
        template_id: idOf('template', { examples: [exampleTemplate] }),
        locale: Type.Optional(Locale),
        remote_id: Type.Optional(RemoteId),
        pushed_revision: Type.Optional(
          Type.Integer({ minimum: 1, description: 'Revision of the template that was last pushed.' }),
        ),
        pushed_at: Type.Optional(Instant),
      }),
      { maxItems: limits.connectionTemplates },
    ),
  },
  { title: 'ConnectedTemplates' },
)
export type ConnectedTemplates = Static<typeof ConnectedTemplates>

export type PushRequest = Pick<PushTemplate, 'name' | 'remote_id' | 'options'>
