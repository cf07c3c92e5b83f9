import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import {
  Instant,
  GivenName,
  Name,
  closed,
  idOf,
  literals,
  pageOf,
  pageQuery,
  sortBy,
  shownOnce,
} from '../../../kernel/schema/index.ts'
import { scopes } from '../../../platform/identity/index.ts'

const exampleId = 'key_01kah3zqpfx9y8w7v6t5s4r3q2'
const exampleKey = `svc_${'0123456789abcdef'.repeat(3)}`

const Scopes = Type.Array(literals(scopes), {
  minItems: 1,
  maxItems: scopes.length,
  uniqueItems: true,
  description: 'Permissions of the key; `admin` implies all others.',
  examples: [['templates:read', 'exports']],
})

const members = {
  id: idOf('key', { examples: [exampleId] }),
  name: Name,
  prefix: Type.String({ description: 'First characters of the key.', examples: ['svc_0123456'] }),
  scopes: Scopes,
  expires_at: Type.Optional({ ...Instant, description: 'When the key expires.' }),
  previous_expires_at: Type.Optional({
    ...Instant,
    description: 'When the key from before the rotation expires.',
  }),
  last_used_at: Type.Optional({ ...Instant, description: 'Last use, to the minute.' }),
  created_at: Instant,
}

const example = {
  id: exampleId,
  name: 'Storefront',
  prefix: 'svc_0123456',
  scopes: ['templates:read', 'exports'],
  created_at: '2026-11-21T10:00:00.000Z',
}

export const ApiKey = closed(members, { title: 'ApiKey', examples: [example] })
export type ApiKey = Static<typeof ApiKey>

export const ApiKeyOnce = closed(
  {
    ...members,
    key: shownOnce({ description: 'The key; returned only in this response.', examples: [exampleKey] }),
  },
  { title: 'ApiKeyOnce', examples: [{ ...example, key: exampleKey }] },
)
export type ApiKeyOnce = Static<typeof ApiKeyOnce>

export const ApiKeyPage = pageOf(ApiKey, { title: 'ApiKeyPage' })
export type ApiKeyPage = Static<typeof ApiKeyPage>

export const CreateApiKey = closed(
  {
    name: GivenName,
    scopes: Type.Optional({ ...Scopes, default: ['admin'] }),
    expires_at: Type.Optional({ ...Instant, description: 'When the key expires; default never.' }),
  },
  { title: 'CreateApiKey', examples: [{ name: 'Storefront', scopes: ['templates:read', 'exports'] }] },
)
export type CreateApiKey = Static<typeof CreateApiKey>

export const RotateApiKey = closed(
  {
    grace_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: limits.keyGraceSecondsMax,
        default: limits.keyGraceSeconds,
        description: 'How long the previous key remains valid.',
      }),
    ),
  },
  { title: 'RotateApiKey', examples: [{ grace_seconds: 3600 }] },
)

export const ListApiKeys = closed({ ...pageQuery, sort: sortBy('created_at', '-created_at') })
export type ListApiKeys = Static<typeof ListApiKeys>

/** Any text is accepted; a text that is not the id of one of the project's keys is reported as not found. */
export const ApiKeyParams = closed({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the key.', examples: [exampleId] }),
})

/** Response of a revocation. */
export const Revoked = Type.Undefined({ description: 'Revoked.' })
