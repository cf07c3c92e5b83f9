/** A small application on the real HTTP layer, for the tests of this room. */
import { Type } from '@sinclair/typebox'
import { fail } from '../../../src/kernel/errors/index.ts'
import { createApiKey, createId, createPluginId } from '../../../src/kernel/ids/index.ts'
import { closed, literals, pageQuery } from '../../../src/kernel/schema/index.ts'
import { type HttpConfig, createHttp, etagOf } from '../../../src/platform/http/index.ts'
import { createAuthenticator, createVault, hashKey } from '../../../src/platform/identity/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import type { Store } from '../../../src/platform/storage/index.ts'

export const NewThing = closed(
  {
    name: Type.String({ minLength: 1, maxLength: 20 }),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    kind: Type.Optional(literals(['red', 'blue'])),
    parts: Type.Optional(Type.Array(closed({ label: Type.String() }), { maxItems: 3 })),
    data: Type.Optional(Type.Unknown()),
  },
  { $id: 'NewThing' },
)

/** A project with its key, as rows. */
export async function createProject(store: Store, options: { scopes?: string[]; origins?: string[] } = {}) {
  const key = createApiKey()
  const companyId = createId('company')
  const projectId = createId('project')
  const keyId = createId('key')
  const at = Date.now()
  await store.tx(async (db) => {
    const { companies, projects, apiKeys } = db.tables
    await db.insert(companies).values({ id: companyId, name: 'Acme', plan: 'free', createdAt: at })
    await db.insert(projects).values({
      id: projectId,
      companyId,
      name: 'One',
      pluginId: createPluginId(),
      pluginSecret: 'sealed',
      allowedOrigins: options.origins ?? [],
      settings: {},
      createdAt: at,
      updatedAt: at,
    })
    await db.insert(apiKeys).values({
      id: keyId,
      projectId,
      name: 'A key',
      prefix: key.slice(0, 12),
      hash: hashKey(key),
      scopes: options.scopes ?? ['templates:read', 'templates:write'],
      createdAt: at,
    })
  })
  return { key, keyId, projectId, companyId }
}

/** The toy: things that can be made, read and listed, and a few operations that go wrong. */
export function createToy(store: Store, config: Partial<HttpConfig> = {}) {
  const lines: string[] = []
  const metrics = createMetrics()
  const authenticator = createAuthenticator(store)
  const http = createHttp({
    authenticator,
    store,
    vault: createVault('a secret for tests'),
    metrics,
    log: createLog('info', (line) => void lines.push(line)),
    config: {
      baseUrl: 'http://localhost',
      apiRateLimit: { requests: 600, seconds: 60 },
      checkAnswers: true,
      ...config,
    },
  })
  const made: string[] = []
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const things = http
    .surface('things')
    .get('/things', ({ query }) => ({ query }), {
      id: 'things.list',
      scope: 'templates:read',
      query: closed({
        ...pageQuery,
        deep: Type.Optional(Type.Boolean()),
        tag: Type.Optional(Type.Array(Type.String())),
      }),
    })
    .get('/things/:id', ({ caller, params }) => ({ id: params.id, project: caller.projectId }), {
      id: 'things.get',
      scope: 'templates:read',
      params: closed({ id: Type.String({ maxLength: 40 }) }),
    })
    .post(
      '/things',
      ({ body, set }) => {
        set.status = 201
        return { made: body.name, body }
      },
      {
        id: 'things.create',
        scope: 'templates:write',
        body: NewThing,
      },
    )
    .post(
      '/things/once',
      ({ body, request, set }) =>
        http.once({ request, set }, async () => {
          made.push(body.name)
          if (body.name === 'slow') await held
          if (body.name === 'bad') fail('NAME_TAKEN')
          set.status = 201
          set.headers['location'] = `/v1/things/${made.length}`
          return { count: made.length }
        }),
      {
        id: 'things.createOnce',
        scope: 'templates:write',
        body: NewThing,
      },
    )
    .get(
      '/tagged',
      ({ set }) => {
        set.headers['etag'] = etagOf(7)
        return { revision: 7 }
      },
      {
        id: 'things.getTagged',
        scope: 'templates:read',
      },
    )
    .get(
      '/half-done',
      ({ set }): string => {
        Object.assign(set.headers, { etag: '"7"', location: '/x' })
        return fail('NAME_TAKEN')
      },
      {
        id: 'things.halve',
        scope: 'templates:read',
      },
    )
    .delete('/things/:id', ({ set }) => void (set.status = 204), {
      id: 'things.delete',
      scope: 'admin',
      params: closed({ id: Type.String() }),
    })
    .post('/things/:id/bytes', ({ body }) => ({ bytes: (body as Uint8Array).byteLength }), {
      id: 'things.putBytes',
      scope: 'templates:write',
      params: closed({ id: Type.String() }),
      takes: { types: ['application/zip'], maxBytes: 1000 },
    })
    .get(
      '/broken',
      () => {
        throw new Error('secret cause at /srv/place.ts:1')
      },
      {
        id: 'things.break',
        scope: 'templates:read',
      },
    )
    .get('/misshapen', () => JSON.parse('{"a":1}') as { b: string }, {
      id: 'things.misshape',
      scope: 'templates:read',
      response: { 200: closed({ b: Type.String() }) },
    })
  const open = http
    .surface('open', { errors: 'plugin', crossOrigin: false })
    .post('/init', ({ body }) => ({ hello: body.name }), {
      id: 'open.init',
      open: true,
      body: NewThing,
    })
  const app = http
    .application()
    .group('/v1', (v1) => v1.use(things))
    .use(open)
  const handler = http.handler(app)
  return { http, handler, handle: handler.handle, app, lines, made, release, metrics, authenticator }
}
