import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { closed } from '../../../src/kernel/schema/index.ts'
import { openapiDocument } from '../../../src/platform/http/index.ts'
import { openTestStore, temporaryDirectory } from '../../support/store.ts'
import { createSample, sampleInfo } from './sample-api.ts'
import { createToy } from './test-surface.ts'

const { http } = createToy(await openTestStore('sqlite'))
const { document } = createSample(http)
type Operation = { parameters: { schema?: object; $ref?: string }[]; responses: Record<string, object> }
const operation = (path: string, method: string) => document.paths[path]?.[method] as Operation | undefined

describe('the document', () => {
  test('holds each operation once, as the router knows it', () => {
    expect(Object.keys(document.paths)).toEqual([
      '/v1/things',
      '/v1/things/{id}',
      '/v1/things/{id}/picture',
      '/plugin/init',
    ])
  })

  test('names the schemas that have a name, and only those in use', () => {
    expect(Object.keys(document.components['schemas'] ?? {}).toSorted()).toEqual([
      'Init',
      'Kind',
      'Kinded',
      'NewThing',
      'Owner',
      'PageInfo',
      'PluginError',
      'Problem',
      'Session',
      'Thing',
      'ThingCreated',
      'ThingPage',
    ])
  })

  test('says in few words what TypeBox says in many', () => {
    expect(document.components['schemas']).toMatchObject({
      Kind: { type: 'string', enum: ['red', 'blue'] },
      Thing: {
        properties: {
          kind: { $ref: '#/components/schemas/Kind' },
          parent_id: { type: ['string', 'null'] },
          owner: { anyOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }] },
          counts: { type: 'object', additionalProperties: { type: 'integer' } },
          box: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
          pair: { prefixItems: [{ type: 'string' }, { type: 'number' }], items: {} },
          free: { type: 'object', additionalProperties: true },
          twice: { $ref: '#/components/schemas/Kinded', description: 'It again.' },
        },
        additionalProperties: false,
      },
    })
  })

  test('says what an operation takes, gives, needs and fails with', () => {
    expect(operation('/v1/things', 'post')).toMatchObject({
      operationId: 'things.create',
      tags: ['things'],
      security: [{ apiKeyAuth: [] }],
      'x-required-scope': 'templates:write',
      parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
      requestBody: {
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/NewThing' } },
        },
      },
    })
    const responses = operation('/v1/things', 'post')?.responses ?? {}
    expect(Object.keys(responses)).toEqual([
      '201',
      '400',
      '401',
      '403',
      '409',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
      '507',
    ])
    expect(responses['409']).toMatchObject({
      content: {
        'application/problem+json': { examples: { NAME_TAKEN: { $ref: '#/components/examples/NAME_TAKEN' } } },
      },
    })
  })

  test('refers to a failure that several operations have, and keeps one that a single operation has', () => {
    const { responses } = document.components
    const created = operation('/v1/things', 'post')?.responses ?? {}
    expect(created['401']).toEqual({ $ref: '#/components/responses/Unauthorized' })
    expect(responses?.['Unauthorized']).toMatchObject({
      description: expect.stringContaining('`UNAUTHORIZED`: '),
      headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
    })
    expect(created['409']).not.toHaveProperty('$ref')
    expect(document.components['schemas']?.['NewThing']).toMatchObject({ examples: [{ name: 'One', kind: 'red' }] })
  })

  test('refers to a parameter that several operations have', () => {
    expect(operation('/v1/things/{id}', 'put')?.parameters).toContainEqual({
      $ref: '#/components/parameters/IdParam',
    })
    expect(document.components['parameters']?.['IdParam']).toMatchObject({ name: 'id', in: 'path', required: true })
  })

  test('writes query numbers as plain integers', () => {
    expect(operation('/v1/things', 'get')?.parameters[0]?.schema).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 25,
    })
  })

  test('gives the plugin surface its own error shape and no key', () => {
    expect(operation('/plugin/init', 'post')).toMatchObject({
      security: [],
      responses: { 422: { content: { 'application/json': { schema: { $ref: '#/components/schemas/PluginError' } } } } },
    })
  })

  test('describes the messages that the service sends', () => {
    expect(document.webhooks).toMatchObject({ 'thing.created': { post: { requestBody: { required: true } } } })
  })

  test('keeps what macros note to itself', () => {
    expect(JSON.stringify(document)).not.toMatch(/"x-(scope|errors|takes|open|read|surface|once)"/)
  })
})

test.each([
  ['an operationId twice', 'things.same', 'things.same', {}, /there twice/],
  ['a tag without description', 'a.a', 'b.b', { tags: [] }, /no description/],
])('%s is refused', (_, first, second, info, message) => {
  const app = http.application().use(
    http
      .surface('things')
      .get('/a', () => '', {
        id: first,
      })
      .get('/b', () => '', {
        id: second,
      }),
  )
  expect(() => openapiDocument(app, { ...sampleInfo, ...info })).toThrow(message)
})

test('two different schemas of one name are refused', () => {
  const named = (member: string) => closed({ [member]: Type.String() }, { title: 'Same' })
  const app = http.application().use(
    http.surface('things').get('/a', () => ({}) as never, {
      id: 'a.a',
      response: { 200: named('a'), 202: named('b') },
    }),
  )
  expect(() => openapiDocument(app, sampleInfo)).toThrow('Two different schemas are named Same')
})

const folder = temporaryDirectory()
const file = join(folder, 'openapi.json')
const rules = join(folder, 'spectral.json')
await Bun.write(file, JSON.stringify(document))
await Bun.write(rules, '{"extends":["spectral:oas"]}')

describe('the linters find nothing to say', () => {
  test.each([
    ['redocly', ['lint', '--extends', 'recommended', '--format', 'json', file], /"errors": 0,\s*"warnings": 0/],
    ['spectral', ['lint', '-r', rules, '--fail-severity', 'warn', file], /No results/],
  ])('%s', async (name, args, wanted) => {
    const command = join(import.meta.dir, '../../../node_modules/.bin', name)
    const run = Bun.spawn([command, ...args], {
      cwd: folder,
      stdout: 'pipe',
      stderr: 'pipe',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    })
    const [out, err] = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()])
    expect(out + err).toMatch(wanted)
    expect(await run.exited).toBe(0)
  })
})
