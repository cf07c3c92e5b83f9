import { describe, expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { type Scenario, ask, scenarios } from '../../support/scenario.ts'
import { openTestStore } from '../../support/store.ts'
import { createProject, createToy } from './test-surface.ts'

const store = await openTestStore('sqlite')
const a = await createProject(store)
const b = await createProject(store, { scopes: ['admin'] })
const toy = { ...createToy(store), keys: { a: a.key, admin: b.key } }

const deep = (levels: number) => `{"name":"x","data":${'['.repeat(levels)}${']'.repeat(levels)}}`
const problem = (code: string, path?: string) => ({
  code,
  ...(path === undefined ? {} : { issues: [{ path }] }),
})

const create = (name: string, send: unknown, code: string, more: Partial<Scenario> = {}): Scenario => ({
  name,
  call: 'POST /v1/things',
  send,
  status: code === 'VALIDATION_FAILED' ? 422 : 400,
  body: problem(code),
  ...more,
})

describe('who calls', () => {
  scenarios(toy, [
    {
      name: 'a key of the project is its caller',
      call: 'GET /v1/things/x',
      status: 200,
      body: { project: a.projectId },
    },
    {
      name: 'no key is 401',
      call: 'GET /v1/things/x',
      key: null,
      status: 401,
      body: problem('UNAUTHORIZED'),
      answers: { 'www-authenticate': /^ApiKey/ },
    },
    {
      name: 'an unknown key is 401',
      call: 'GET /v1/things/x',
      key: `svc_${'0'.repeat(48)}`,
      status: 401,
      body: problem('UNAUTHORIZED'),
    },
    {
      name: 'a plugin id in the key header is told apart',
      call: 'GET /v1/things/x',
      key: `svc_pk_${'0'.repeat(48)}`,
      status: 401,
      body: problem('PLUGIN_KEY_NOT_ACCEPTED'),
    },
    {
      name: 'a plugin secret in the key header is told apart',
      call: 'GET /v1/things/x',
      key: `svc_sk_${'0'.repeat(48)}`,
      status: 401,
      body: problem('PLUGIN_KEY_NOT_ACCEPTED'),
    },
    {
      name: 'nobody learns what a body lacks without a key',
      call: 'POST /v1/things',
      key: null,
      send: '{',
      status: 401,
    },
    {
      name: 'a key without the scope is 403 and told which',
      call: 'DELETE /v1/things/x',
      status: 403,
      body: { code: 'FORBIDDEN', detail: 'This operation needs the scope admin.' },
    },
    { name: 'admin implies every scope', call: 'GET /v1/things/x', key: 'admin', status: 200 },
    { name: 'admin may do what only admin may', call: 'DELETE /v1/things/x', key: 'admin', status: 204 },
  ])
})

describe('what is asked', () => {
  scenarios(toy, [
    {
      name: 'query text becomes numbers, booleans and lists',
      call: 'GET /v1/things?limit=5&deep=true&tag=a&tag=b%20c+d',
      status: 200,
      body: { query: { limit: 5, deep: true, tag: ['a', 'b c d'] } },
    },
    {
      name: 'defaults of the query are filled in',
      call: 'GET /v1/things',
      status: 200,
      body: { query: { limit: 25 } },
    },
    {
      name: 'an unknown query parameter is refused',
      call: 'GET /v1/things?nope=1',
      status: 422,
      body: problem('VALIDATION_FAILED', '/nope'),
    },
    {
      name: 'a query where none is taken is refused',
      call: 'GET /v1/things/x?limit=1',
      status: 422,
      body: problem('VALIDATION_FAILED', '/limit'),
    },
    {
      name: 'a parameter given twice is refused',
      call: 'GET /v1/things?limit=1&limit=2',
      status: 422,
      body: problem('VALIDATION_FAILED', '/limit'),
    },
    {
      name: 'a number that is none is refused',
      call: 'GET /v1/things?limit=ten',
      status: 422,
      body: { issues: [{ path: '/limit', message: 'Must be an integer.' }] },
    },
    {
      name: 'a number out of bounds is refused',
      call: 'GET /v1/things?limit=101',
      status: 422,
      body: { issues: [{ path: '/limit', message: 'Must be at most 100.' }] },
    },
    {
      name: 'an empty number is refused',
      call: 'GET /v1/things?limit=',
      status: 422,
      body: problem('VALIDATION_FAILED', '/limit'),
    },
    {
      name: 'a parameter called __proto__ is refused',
      call: 'GET /v1/things?__proto__=1',
      status: 422,
      body: problem('VALIDATION_FAILED', '/__proto__'),
    },
    {
      name: 'broken percent-encoding in the path is 400',
      call: 'GET /v1/things/%E0%A4%A',
      status: 400,
      body: problem('MALFORMED_REQUEST'),
    },
    {
      name: 'broken percent-encoding in the query is 400',
      call: 'GET /v1/things?cursor=%zz',
      status: 400,
      body: problem('MALFORMED_REQUEST'),
    },
    { name: 'NUL in the path is 400', call: 'GET /v1/things/%00', status: 400, body: problem('MALFORMED_REQUEST') },
    {
      name: 'NUL in the query is 400',
      call: 'GET /v1/things?cursor=a%00',
      status: 400,
      body: problem('MALFORMED_REQUEST'),
    },
    {
      name: 'an over-long target is 400',
      call: `GET /v1/things?cursor=${'x'.repeat(9000)}`,
      status: 400,
      body: problem('MALFORMED_REQUEST'),
    },
    { name: 'a path segment is decoded', call: 'GET /v1/things/%F0%9F%98%80%2F', status: 200, body: { id: '😀/' } },
    {
      name: 'a path segment that does not fit is 422',
      call: `GET /v1/things/${'x'.repeat(41)}`,
      status: 422,
      body: problem('VALIDATION_FAILED', '/id'),
    },
    { name: 'an unknown path is 404', call: 'GET /v1/nothing', status: 404, body: problem('ROUTE_NOT_FOUND') },
    {
      name: 'a wrong method is 405 with Allow',
      call: 'PUT /v1/things/x',
      status: 405,
      body: problem('METHOD_NOT_ALLOWED'),
      answers: { allow: 'DELETE, GET, HEAD, OPTIONS' },
    },
    {
      name: 'a method nobody knows is 405',
      call: 'PROPFIND /v1/things/x',
      status: 405,
      body: problem('METHOD_NOT_ALLOWED'),
    },
    {
      name: 'HEAD answers as GET without a body',
      call: 'HEAD /v1/things/x',
      status: 200,
      answers: { 'ratelimit-limit': '600' },
      then: ({ text }) => expect(text).toBe(''),
    },
    { name: 'HEAD needs a key as GET does', call: 'HEAD /v1/things/x', key: null, status: 401 },
    {
      name: 'OPTIONS lists the methods',
      call: 'OPTIONS /v1/things',
      key: null,
      status: 204,
      answers: { allow: 'GET, HEAD, OPTIONS, POST' },
    },
    { name: 'OPTIONS on an unknown path is 404', call: 'OPTIONS /nothing', key: null, status: 404 },
    {
      name: 'any Accept header gets the answer',
      call: 'GET /v1/things/x',
      headers: { accept: 'nonsense;q=, /*' },
      status: 200,
    },
  ])
})

describe('bodies', () => {
  scenarios(toy, [
    {
      name: 'a fitting body arrives',
      call: 'POST /v1/things',
      send: { name: 'ok', size: 3 },
      status: 201,
      body: { made: 'ok', body: { size: 3 } },
    },
    { name: 'a byte-order mark is harmless', call: 'POST /v1/things', send: '\ufeff{"name":"ok"}', status: 201 },
    create(
      'each wrong member is named',
      { name: '', size: 'x', kind: 'green', zz: 1, parts: [{}, 3] },
      'VALIDATION_FAILED',
      {
        body: {
          issues: [
            { path: '/zz', message: 'There is no such member; the members are name, size, kind, parts, data.' },
            { path: '/name', message: 'May not be empty.' },
            { path: '/size', message: 'Must be an integer.' },
            { path: '/kind', message: 'Must be one of: red, blue.' },
            { path: '/parts/0/label', message: 'This member is required.' },
            { path: '/parts/1', message: 'Must be an object.' },
          ],
        },
      },
    ),
    create('text is not taken for a number', { name: 'x', size: '3' }, 'VALIDATION_FAILED'),
    create('a value of the caller is never repeated', { name: 'x', kind: 'hunter2' }, 'VALIDATION_FAILED', {
      then: ({ text }) => expect(text).not.toContain('hunter2'),
    }),
    create('an array is not an object', [], 'VALIDATION_FAILED', {
      body: { issues: [{ path: '', message: 'Must be an object.' }] },
    }),
    create('an empty body is told', '', 'MALFORMED_BODY', { body: { detail: 'The body is empty.' } }),
    create('half a value is 400', '{"name":', 'MALFORMED_BODY'),
    create('two values are 400', '{}{}', 'MALFORMED_BODY'),
    create('a member called __proto__ is 400', '{"name":"a","__proto__":{"admin":true}}', 'MALFORMED_BODY'),
    create('an escaped __proto__ is 400', '{"name":"a","data":{"\\u005f_proto__":1}}', 'MALFORMED_BODY'),
    create('a member called constructor is 400', '{"name":"a","data":[{"constructor":1}]}', 'MALFORMED_BODY'),
    { name: 'nesting up to the limit passes', call: 'POST /v1/things', send: deep(63), status: 201 },
    create('nesting beyond the limit is 400', deep(64), 'MALFORMED_BODY'),
    create('nesting beyond every stack is 400', `{"a":${'[{"a":'.repeat(50_000)}`, 'MALFORMED_BODY'),
    create(
      'NUL and half characters are refused with their places',
      '{"name":"a\\u0000","data":{"x/y":["\\ud800"]}}',
      'VALIDATION_FAILED',
      { body: { issues: [{ path: '/name' }, { path: '/data/x~1y/0' }] } },
    ),
    create('bytes that are not UTF-8 are 400', new Blob([new Uint8Array([0x7b, 0xff, 0x7d])]), 'MALFORMED_BODY', {
      headers: { 'content-type': 'application/json' },
    }),
    {
      name: 'another media type is 415',
      call: 'POST /v1/things',
      send: '{"name":"a"}',
      headers: { 'content-type': 'text/plain' },
      status: 415,
      body: { detail: 'Send the body as application/json.' },
    },
    {
      name: 'another charset is 415',
      call: 'POST /v1/things',
      send: '{"name":"a"}',
      headers: { 'content-type': 'application/json; charset=latin1' },
      status: 415,
    },
    {
      name: 'UTF-8 may be said',
      call: 'POST /v1/things',
      send: '{"name":"a"}',
      headers: { 'content-type': 'Application/JSON; charset="UTF-8"' },
      status: 201,
    },
    {
      name: 'a body that is compressed otherwise than by gzip is 415',
      call: 'POST /v1/things',
      send: '{"name":"a"}',
      headers: { 'content-encoding': 'br' },
      status: 415,
      answers: { 'accept-encoding': 'gzip' },
    },
    {
      name: 'a body as gzip is read',
      call: 'POST /v1/things',
      send: new Blob([Bun.gzipSync('{"name":"a"}')]),
      headers: { 'content-type': 'application/json', 'content-encoding': 'GZIP' },
      status: 201,
    },
    {
      name: 'a body that only says that it is gzip is 400',
      call: 'POST /v1/things',
      send: '{"name":"a"}',
      headers: { 'content-encoding': 'gzip' },
      status: 400,
      body: problem('MALFORMED_BODY'),
    },
    {
      name: 'a gzip that ends too early is 400',
      call: 'POST /v1/things',
      send: new Blob([Bun.gzipSync('{"name":"a"}').slice(0, 20)]),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      status: 400,
      body: problem('MALFORMED_BODY'),
    },
    {
      name: 'a gzip whose content is above the limit is 413',
      call: 'POST /v1/things',
      send: new Blob([Bun.gzipSync(new Uint8Array(100 * 1024 * 1024))]),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      status: 413,
      body: problem('PAYLOAD_TOO_LARGE'),
    },
    {
      name: 'a body above the limit is 413',
      call: 'POST /v1/things',
      send: `"${'x'.repeat(limits.requestBodyBytes)}"`,
      status: 413,
      body: problem('PAYLOAD_TOO_LARGE'),
    },
    {
      name: 'bytes are taken as they are',
      call: 'POST /v1/things/x/bytes',
      send: new Blob([new Uint8Array(1000)]),
      headers: { 'content-type': 'application/zip' },
      status: 200,
      body: { bytes: 1000 },
    },
    {
      name: 'bytes above the operation’s own limit are 413',
      call: 'POST /v1/things/x/bytes',
      send: new Blob([new Uint8Array(1001)]),
      headers: { 'content-type': 'application/zip' },
      status: 413,
    },
  ])
})

describe('answers', () => {
  scenarios(toy, [
    {
      name: 'an error of ours leaks nothing',
      call: 'GET /v1/broken',
      status: 500,
      body: problem('INTERNAL'),
      then: ({ text }) => expect(text).not.toMatch(/secret|place/),
    },
    {
      name: 'an answer that does not fit its schema is an error of ours',
      call: 'GET /v1/misshapen',
      status: 500,
      body: problem('INTERNAL'),
    },
    {
      name: 'the plugin surface has its own error shape',
      call: 'POST /init',
      key: null,
      send: {},
      status: 422,
      body: {
        error: 'The request does not match the schema',
        code: 'VALIDATION_FAILED',
        details: '/name: This member is required.',
        errorType: 'validation',
        isRecoverable: true,
      },
      answers: { 'content-type': 'application/json' },
    },
    {
      name: 'a problem says where it is explained',
      call: 'GET /nothing',
      status: 404,
      body: { type: 'http://localhost/docs/errors#ROUTE_NOT_FOUND', status: 404 },
      answers: { 'content-type': 'application/problem+json' },
    },
    {
      name: 'a fitting request id is kept',
      call: 'GET /nothing',
      headers: { 'x-request-id': 'abc-1_2' },
      status: 404,
      body: { request_id: 'abc-1_2' },
      answers: { 'x-request-id': 'abc-1_2' },
    },
    {
      name: 'any other request id is replaced',
      call: 'GET /nothing',
      headers: { 'x-request-id': 'a b' },
      status: 404,
      answers: { 'x-request-id': /^req_[a-z0-9]+$/ },
    },
    {
      name: 'a tagged answer may be kept by its caller alone',
      call: 'GET /v1/tagged',
      status: 200,
      answers: { 'cache-control': 'private, no-cache', etag: '"7"' },
    },
    {
      name: 'a tagged answer that is known is 304',
      call: 'GET /v1/tagged',
      headers: { 'if-none-match': '"6", W/"7"' },
      status: 304,
      answers: { etag: '"7"', 'content-type': null, 'ratelimit-limit': '600' },
      then: ({ text }) => expect(text).toBe(''),
    },
    {
      name: 'a tagged answer that is newer is sent',
      call: 'GET /v1/tagged',
      headers: { 'if-none-match': '"6"' },
      status: 200,
    },
    {
      name: 'a failure drops what the handler had set for success',
      call: 'GET /v1/half-done',
      status: 409,
      answers: { etag: null, location: null },
    },
    {
      name: 'no answer may be sniffed for another type',
      call: 'GET /nothing',
      status: 404,
      answers: { 'x-content-type-options': 'nosniff' },
    },
    {
      name: 'answers for a key are not stored',
      call: 'GET /v1/things/x',
      status: 200,
      answers: { 'cache-control': 'no-store' },
    },
  ])

  test('the log has a line per request, the cause of an error of ours, and no secret', async () => {
    toy.lines.length = 0
    await ask(toy, { call: 'GET /v1/things?cursor=whsec_abcdefgh', headers: { 'x-request-id': 'r1' } })
    await ask(toy, { call: 'GET /v1/broken', headers: { 'x-request-id': 'r2' } })
    const lines = toy.lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines).toMatchObject([
      {
        level: 'info',
        message: 'request',
        request_id: 'r1',
        method: 'GET',
        route: '/v1/things',
        operation: 'things.list',
        status: 200,
        project: a.projectId,
      },
      {
        level: 'error',
        request_id: 'r2',
        operation: 'things.break',
        error: { message: 'secret cause at /srv/place.ts:1' },
      },
      { level: 'info', request_id: 'r2', status: 500, code: 'INTERNAL' },
    ])
    expect(toy.lines.join('')).not.toContain(a.key)
    expect(toy.lines.join('')).not.toContain('whsec_')
  })

  test('requests are counted by operation and status', async () => {
    await ask(toy, { call: 'GET /v1/things/x' })
    const text = toy.metrics.print()
    expect(text).toMatch(/svc_http_requests_total\{operation="things.get",status="200"\} \d+/)
    expect(text).toMatch(/svc_http_request_duration_seconds_count\{operation="things.get"\} \d+/)
  })

  test('while draining every new request is 503 and closes its connection', async () => {
    const other = createToy(store)
    other.handler.drain()
    const answer = await ask({ ...other, keys: toy.keys }, { call: 'GET /v1/things/x' })
    expect(answer).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } })
    expect(answer.headers.get('connection')).toBe('close')
    expect(answer.headers.get('retry-after')).toBe('5')
  })
})
