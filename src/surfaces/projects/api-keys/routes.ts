import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { type Http, checkIfMatch, readCreatedPage } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { createApiKey, findApiKey, pageApiKeys, revokeApiKey, rotateApiKey } from './api-keys.ts'
import {
  ApiKey,
  ApiKeyOnce,
  ApiKeyPage,
  ApiKeyParams,
  CreateApiKey,
  ListApiKeys,
  Revoked,
  RotateApiKey,
} from './contract.ts'
import { keyRevision, keyTag, newKeyOf, presentKey, presentKeyOnce } from './present.ts'

export interface ApiKeyRouteDeps {
  http: Http
  store: Store
}

/** Routes of a project's API keys. A key of another project is reported as not found. */
export function apiKeyRoutes({ http, store }: ApiKeyRouteDeps) {
  return http
    .surface('api-keys')
    .get('/api-keys', ({ caller, query }) => listPage(store, caller, query), {
      id: 'apiKeys.list',
      summary: 'List the API keys',
      description: 'Keys of the project that are not revoked, oldest first, without their values.',
      scope: 'admin',
      query: ListApiKeys,
      response: { 200: ApiKeyPage },
      errors: ['INVALID_CURSOR'],
    })
    .post(
      '/api-keys',
      ({ caller, body, once }) =>
        once(async (db) =>
          presentKeyOnce(await createApiKey(db, newKeyOf(caller, caller.projectId, body), caller.actor)),
        ),
      {
        id: 'apiKeys.create',
        summary: 'Create an API key',
        description:
          'Only this response contains the key. It has all scopes unless `scopes` restricts it. A key created by an ' +
          'expiring key expires no later than that key, and by default at the same time. Revoking a key does not revoke ' +
          'the keys that it created.',
        scope: 'admin',
        once: underLocks,
        body: CreateApiKey,
        response: { 201: ApiKeyOnce },
        errors: ['NAME_TAKEN', 'LIMIT_REACHED'],
      },
    )
    .get(
      '/api-keys/:id',
      async ({ caller, params }) =>
        presentKey((await findApiKey(store.read, caller.projectId, params.id)) ?? fail('KEY_NOT_FOUND')),
      {
        id: 'apiKeys.get',
        summary: 'Get an API key',
        description: 'A key of the project that is not revoked; never the key itself.',
        scope: 'admin',
        etag: keyTag,
        params: ApiKeyParams,
        response: { 200: ApiKey },
        errors: ['KEY_NOT_FOUND'],
      },
    )
    .post(
      '/api-keys/:id/rotate',
      ({ caller, params, body: { grace_seconds: graceSeconds = limits.keyGraceSeconds }, once }) =>
        once(async (db) => {
          const change = { keyId: params.id, graceSeconds, creator: caller }
          return presentKeyOnce(await rotateApiKey(db, caller.projectId, change, caller.actor))
        }),
      {
        id: 'apiKeys.rotate',
        summary: 'Rotate an API key',
        description:
          'Returns a new key with the same id, name and scopes. The previous key remains valid for the grace period; ' +
          'another rotation within it revokes the oldest key immediately. A key that expires or is in its grace period ' +
          'cannot rotate a key that is valid for longer (403).',
        scope: 'admin',
        once: underLocks,
        params: ApiKeyParams,
        body: RotateApiKey,
        response: { 200: ApiKeyOnce },
        errors: ['KEY_NOT_FOUND'],
      },
    )
    .delete(
      '/api-keys/:id',
      ({ caller: { projectId, actor }, params: { id }, ifMatch }) =>
        store.tx(async (db) => {
          if (ifMatch !== undefined) {
            const key = (await findApiKey(db, projectId, id)) ?? fail('KEY_NOT_FOUND')
            checkIfMatch(ifMatch, keyRevision(key))
          }
          await revokeApiKey(db, projectId, id, actor)
        }),
      {
        id: 'apiKeys.revoke',
        summary: 'Revoke an API key',
        description: 'The key is rejected from the next request on. A key may revoke itself.',
        scope: 'admin',
        ifMatch: true,
        params: ApiKeyParams,
        response: { 204: Revoked },
        errors: ['KEY_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
}

async function listPage(store: Store, { projectId }: Caller, query: ListApiKeys): Promise<ApiKeyPage> {
  const { items, page } = await readCreatedPage(query, {
    key: ['api-keys', projectId],
    kind: 'key',
    sort: 'created_at',
    read: (wanted) => pageApiKeys(store.read, projectId, wanted),
  })
  return { data: items.map(presentKey), page }
}
