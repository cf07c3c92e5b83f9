/** The options of a route, each through Elysia with a real authenticator and store. */
import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { closed } from '../../../src/kernel/schema/index.ts'
import { createHttp } from '../../../src/platform/http/index.ts'
import { createAuthenticator, createVault } from '../../../src/platform/identity/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import { openTestStore } from '../../support/store.ts'
import { createProject } from './test-surface.ts'

const store = await openTestStore('sqlite')
const project = await createProject(store)

function createLayer() {
  return createHttp({
    authenticator: createAuthenticator(store),
    store,
    vault: createVault('a secret for tests'),
    metrics: createMetrics(),
    log: createLog('error'),
    config: { baseUrl: 'http://localhost', apiRateLimit: { requests: 100, seconds: 60 }, checkAnswers: true },
  })
}

const Thing = closed({ id: Type.String(), revision: Type.Integer(), part: closed({ id: Type.String() }) })
const Id = closed({ id: Type.String() })
const NewThing = closed({ id: Type.String() })
const thing = (id: string) => ({ id, revision: 3, part: { id: `${id}/part` } })

const http = createLayer()
const things = http
  .surface('things')
  .post('/things', ({ body }) => thing(body.id), {
    id: 'things.create',
    scope: 'templates:write',
    location: '/v1/things/{id}',
    etag: 'revision',
    body: NewThing,
    response: { 201: Thing },
  })
  .post('/things/:id/parts', ({ params }) => thing(params.id), {
    id: 'things.addPart',
    scope: 'templates:write',
    location: '/v1/things/:id/parts/{part.id}',
    params: Id,
    response: { 201: Thing },
  })
  .post('/things/:id/jobs', ({ params }) => (params.id === 'one' ? thing('one') : { ...thing('x'), job_id: 'job' }), {
    id: 'things.startJob',
    scope: 'templates:write',
    location: '/v1/jobs/{job_id}',
    params: Id,
    response: { 200: Type.Union([Thing, Type.Composite([Thing, Type.Object({ job_id: Type.String() })])]) },
  })
  .put('/things/:id', ({ ifMatch = null }) => ({ ifMatch }), {
    id: 'things.update',
    scope: 'templates:write',
    ifMatch: true,
    params: Id,
    response: { 200: closed({ ifMatch: Type.Union([Type.String(), Type.Null()]) }) },
  })
  .delete('/things/:id', () => undefined, {
    id: 'things.delete',
    scope: 'templates:write',
    params: Id,
    response: { 204: Type.Void() },
  })
  .post('/once', ({ once, body }) => once(async () => thing(body.id)), {
    id: 'things.createOnce',
    scope: 'templates:write',
    once: true,
    location: '/v1/things/{id}',
    etag: 'revision',
    body: NewThing,
    response: { 201: Thing },
  })
const { handle } = http.handler(http.application().group('/v1', (v1) => v1.use(things)))

function send(method: string, path: string, { body, headers = {} }: { body?: unknown; headers?: HeadersInit } = {}) {
  return handle(
    new Request(`http://localhost/v1${path}`, {
      method,
      headers: {
        'svc-api-auth': project.key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
}

const seen = ({ status, headers }: Response) => [status, headers.get('location'), headers.get('etag')]

describe('what a route declares about its response', () => {
  test('the only declared success is the status, and members make Location and ETag', async () => {
    expect(seen(await send('POST', '/things', { body: { id: 'a b' } }))).toEqual([201, '/v1/things/a%20b', '"3"'])
  })

  test('a Location takes parameters of the path and members of members', async () => {
    expect(seen(await send('POST', '/things/t/parts'))).toEqual([201, '/v1/things/t/parts/t%2Fpart', null])
  })

  test('a response without the member has no Location', async () => {
    expect(seen(await send('POST', '/things/one/jobs'))).toEqual([200, null, null])
    expect(seen(await send('POST', '/things/two/jobs'))).toEqual([200, '/v1/jobs/job', null])
  })

  test('a failure has neither, and its own status', async () => {
    expect(seen(await send('POST', '/things', { body: { id: 1 } }))).toEqual([422, null, null])
  })

  test('204 has no body', async () => {
    const response = await send('DELETE', '/things/x')
    expect([response.status, await response.text()]).toEqual([204, ''])
  })

  test('a repeated request gets the same status, Location and ETag', async () => {
    const sent = { body: { id: 'kept' }, headers: { 'idempotency-key': 'one' } }
    const first = await send('POST', '/once', sent)
    const again = await send('POST', '/once', sent)
    expect(seen(again)).toEqual(seen(first))
    expect(seen(again)).toEqual([201, '/v1/things/kept', '"3"'])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })
})

test('ifMatch is the header as it was sent', async () => {
  expect(await (await send('PUT', '/things/x', { headers: { 'if-match': '"3"' } })).json()).toEqual({ ifMatch: '"3"' })
  expect(await (await send('PUT', '/things/x')).json()).toEqual({ ifMatch: null })
})

describe('a key that has to be read from storage', () => {
  test('passes the same stages as a cached one, and counts once', async () => {
    const layer = createLayer()
    const read = layer.surface('things').get('/x', () => ({ x: 1 }), { id: 'x.get', scope: 'templates:read' })
    const fresh = layer.handler(layer.application().use(read))
    const call = () => fresh.handle(new Request('http://localhost/x', { headers: { 'svc-api-auth': project.key } }))
    const first = call()
    expect(first).toBeInstanceOf(Promise)
    const remaining = [await first, await call()].map(({ headers }) => headers.get('ratelimit-remaining'))
    expect(remaining).toEqual(['99', '98'])
    // Nothing is awaited for a key that is known.
    expect(call()).toBeInstanceOf(Response)
  })

  test('is refused without running the handler where it is unknown, on a GET and on a HEAD', async () => {
    const layer = createLayer()
    let calls = 0
    const read = layer.surface('things').get('/x', () => ({ calls: ++calls }), { id: 'x.get', scope: 'templates:read' })
    const { handle: fresh } = layer.handler(layer.application().use(read))
    for (const method of ['GET', 'HEAD']) {
      const headers = { 'svc-api-auth': `svc_${'1'.repeat(48)}` }
      expect((await fresh(new Request('http://localhost/x', { method, headers }))).status).toBe(401)
    }
    expect(calls).toBe(0)
  })

  test('many requests that wait for the same key are all answered', async () => {
    const layer = createLayer()
    const read = layer.surface('things').get('/x/:id', ({ params }) => params, {
      id: 'x.get',
      scope: 'templates:read',
      params: Id,
      response: { 200: Id },
    })
    const { handle: fresh } = layer.handler(layer.application().use(read))
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const request = new Request(`http://localhost/x/${n}`, { headers: { 'svc-api-auth': project.key } })
        return (await (await fresh(request)).json()) as { id: string }
      }),
    )
    expect(answers.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, n) => `${n}`))
  })
})

describe('a service does not start', () => {
  const start = (options: object) => () => {
    const layer = createLayer()
    const route = layer.surface('things').get('/x', () => 'x' as never, options)
    return layer.handler(layer.application().use(route))
  }

  test('with an operation without an id', () => {
    expect(start({ scope: 'templates:read' })).toThrow('Give GET /x an id')
  })

  test('with an operation that does not say who may call it', () => {
    expect(start({ id: 'x.get' })).toThrow('Declare who may call GET /x: scope, admit or open')
  })
})
