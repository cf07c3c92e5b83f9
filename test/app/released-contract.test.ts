/** Clients that were generated from the contract of the last release work with this one. */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { apiDocument } from '../../scripts/api-document.ts'
import { compareWithReleased } from '../../scripts/contract/accepted.ts'
import { breakingChanges } from '../../scripts/contract/breaking.ts'
import { type Contract, contractOf, printContract } from '../../scripts/contract/contract.ts'

const file = join(import.meta.dir, '../../scripts/contract/released.json')

test('nothing breaks clients of the last release but what is intended', async () => {
  const released = (await Bun.file(file).json()) as Contract
  expect(compareWithReleased(released, contractOf(await apiDocument()))).toEqual({ breaking: [], unused: [] })
})

const thing = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 20 },
    kind: { type: 'string', enum: ['red', 'blue'] },
    size: { type: ['integer', 'null'] },
    parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
    since: { type: 'string', format: 'date-time' },
    labels: { type: 'object' },
    owner: { anyOf: [{ type: 'string' }, { type: 'object', properties: { id: { type: 'string' } } }] },
  },
}

type Json = Record<string, unknown>

const responsesOf = (schema: Json) => ({
  200: { headers: { ETag: {} }, content: { 'application/json': { schema } } },
  404: { $ref: '#/components/responses/NotFound' },
})

function documentOf(changes: {
  body?: Json
  response?: Json
  parameters?: Json[]
  operation?: Json | null
  event?: Json
}) {
  const { body = thing, response = thing, parameters = [], operation = {}, event = thing } = changes
  const limit = { name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 100 } }
  const put = {
    operationId: 'things.put',
    parameters: [limit, ...parameters],
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
    'x-required-scope': 'things',
    responses: responsesOf(response),
    ...operation,
  }
  return contractOf(
    JSON.stringify({
      paths: operation === null ? {} : { '/things': { put } },
      webhooks: { 'thing.made': { post: { requestBody: { content: { 'application/json': { schema: event } } } } } },
      components: { schemas: { Thing: thing }, parameters: {} },
    }),
  )
}

const without = (name: string) => {
  const { [name]: _, ...properties } = thing.properties as Json
  return { ...thing, properties, required: thing.required.filter((each) => each !== name) }
}
const withMember = (name: string, schema: Json) => ({ ...thing, properties: { ...thing.properties, [name]: schema } })

type Case = [string, Parameters<typeof documentOf>[0], string[]]

describe('breaks clients', () => {
  test.each<Case>([
    ['an operation that is gone', { operation: null }, ['things.put: PUT /things is gone']],
    ['another name', { operation: { operationId: 'things.set' } }, ['things.put: is named things.set']],
    ['a parameter that is gone', { operation: { parameters: [] } }, ['things.put: query parameter limit is gone']],
    [
      'a new required parameter',
      { parameters: [{ name: 'q', in: 'query', required: true, schema: { type: 'string' } }] },
      ['things.put: query parameter q is new and required'],
    ],
    ['a member that a body may not have', { body: without('kind') }, ['things.put: body kind is gone']],
    [
      'a member that a body must have',
      { body: { ...thing, required: ['name', 'kind'] } },
      ['things.put: body kind is required'],
    ],
    [
      'a new member that a body must have',
      { body: { ...withMember('color', { type: 'string' }), required: ['name', 'color'] } },
      ['things.put: body color is new and required'],
    ],
    [
      'a word that is not accepted',
      { body: withMember('kind', { type: 'string', enum: ['red'] }) },
      ['things.put: body kind may not be "blue"'],
    ],
    [
      'a shorter limit',
      { body: withMember('name', { type: 'string', maxLength: 10 }) },
      ['things.put: body name has maxLength 10'],
    ],
    [
      'a type that is not accepted',
      { body: withMember('size', { type: 'integer' }) },
      ['things.put: body size may not be null'],
    ],
    [
      'a form that is not accepted',
      { body: withMember('owner', { type: 'string' }) },
      ['things.put: body owner may not be object'],
    ],
    ['a member that a response lacks', { response: without('kind') }, ['things.put: response 200 kind is gone']],
    [
      'a member that a response may lack',
      { response: { ...thing, required: [] } },
      ['things.put: response 200 name may be missing'],
    ],
    [
      'a type that a response may have',
      { response: withMember('name', { type: ['string', 'null'] }) },
      ['things.put: response 200 name may be null'],
    ],
    [
      'a header that is gone',
      { operation: { responses: { 200: { content: { 'application/json': { schema: thing } } } } } },
      ['things.put: response 200 has no ETag'],
    ],
    [
      'a word that a response has no more',
      { response: withMember('kind', { type: 'string', enum: ['red', 'azure'] }) },
      ['things.put: response 200 kind is never "blue"'],
    ],
    [
      'another scope',
      { operation: { 'x-required-scope': 'things:write' } },
      ['things.put: requires the scope things:write'],
    ],
    [
      'another successful response',
      { operation: { responses: { ...responsesOf(thing), 202: { description: 'Queued.' } } } },
      ['things.put: may respond with 202'],
    ],
    [
      'another format of a response',
      { response: withMember('since', { type: 'string', format: 'date' }) },
      ['things.put: response 200 since has format date'],
    ],
    [
      'a body that takes no member of any name',
      { body: withMember('labels', { type: 'object', additionalProperties: false }) },
      ['things.put: body labels has no other members'],
    ],
    [
      'a limit in one of the forms of a body, which is the form that is named',
      { body: { oneOf: [withMember('name', { type: 'string', maxLength: 9, pattern: 'x' }), { type: 'string' }] } },
      ['things.put: body name has maxLength 9', 'things.put: body name has pattern x'],
    ],
    ['a member that an event lacks', { event: without('size') }, ['event thing.made: size is gone']],
  ])('%s', (_, changes, expected) => {
    expect(breakingChanges(documentOf({}), documentOf(changes))).toEqual(expected)
  })
})

describe('breaks nobody', () => {
  test.each<[string, Parameters<typeof documentOf>[0]]>([
    ['the same', {}],
    ['a new member of a body', { body: withMember('color', { type: 'string' }) }],
    ['a new member of a response', { response: withMember('color', { type: 'string' }) }],
    ['another word in a body', { body: withMember('kind', { type: 'string', enum: ['red', 'blue', 'green'] }) }],
    ['another form of a body', { body: { oneOf: [thing, { type: 'object', required: ['id'] }] } }],
    ['a name for a schema', { body: { $ref: '#/components/schemas/Thing' } }],
    ['a number where an integer was accepted', { body: withMember('size', { type: ['number', 'null'] }) }],
    [
      'another word in a response',
      { response: withMember('kind', { type: 'string', enum: ['red', 'blue', 'green'] }) },
    ],
    [
      'a parameter that may be repeated',
      {
        parameters: [],
        operation: {
          parameters: [
            {
              name: 'limit',
              in: 'query',
              required: false,
              schema: { type: 'array', items: { type: 'integer', maximum: 100 } },
            },
          ],
        },
      },
    ],
    ['an optional parameter', { parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }] }],
  ])('%s', (_, changes) => {
    expect(breakingChanges(documentOf({}), documentOf(changes))).toEqual([])
  })
})

test('the printed contract is the contract', () => {
  const contract = documentOf({})
  expect(JSON.parse(printContract(contract))).toEqual(JSON.parse(JSON.stringify(contract)))
})
