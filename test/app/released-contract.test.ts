/** Clients that were generated from the contract of the last release work with this one. */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { apiDocument } from '../../scripts/api-document.ts'
import { breakingChanges } from '../../scripts/contract/breaking.ts'
import { type Contract, contractOf, printContract } from '../../scripts/contract/contract.ts'
import { givenExternalMembers, publishedUrl } from '../../src/kernel/schema/index.ts'

const originLabel = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?'
const originHost = `(?:(?:${originLabel}\\.)*${originLabel}\\.?|\\[[0-9a-f:]{2,39}\\])`
const givenOriginPattern = `^(?:\\*|https?://${originHost}(?::[1-9][0-9]{0,4})?)$`

/** What breaks clients on purpose, as the gate words it; each is in CHANGELOG.md. */
const intended: string[] = [
  // Ids of reviews, links and comments are no external ids, as those of other kinds.
  ...[
    'assets.upload',
    'assets.importUrl',
    'assets.completeUpload',
    'folders.create',
    'modules.create',
    'templates.create',
    'assets.update',
    'folders.update',
    'modules.update',
    'templates.update',
  ].map((id) => `${id}: body external_id has pattern ${String(givenExternalMembers.external_id.pattern)}`),
  // Block lists without a response are named, and SPF and DMARC have a state, wherever a result has them.
  ...['errors', 'disabled'].flatMap((member) => [
    `verification.verifyEmail: response 200 intelligence.dnsbl.${member} may be array`,
    `intelligence.findEmail: response 200 verification.intelligence.dnsbl.${member} may be array`,
  ]),
  // Where no list responded, it is unknown whether one reports abuse.
  'verification.checkBlacklist: response 200 listed may be null',
  'verification.verifyEmail: response 200 intelligence.dnsbl.listed may be null',
  'intelligence.findEmail: response 200 verification.intelligence.dnsbl.listed may be null',
  'intelligence.getDomainIntel: response 200 dnsbl.listed may be null',
  'intelligence.getDomainIntel: response 200 infrastructure.spf may be object',
  'intelligence.getDomainIntel: response 200 infrastructure.dmarc may be object',
  // The statuses of jobs are those of every long operation.
  ...['jobs.get', 'jobs.cancel'].flatMap((id) =>
    ['scheduled', 'ready', 'done'].map((word) => `${id}: response 200 status is never "${word}"`),
  ),
]

const takesUrl = ['assets.importUrl', 'webhooks.register', 'webhooks.update']
const takesCallback = ['verification.createBatch', 'verification.uploadBatch']

/** The document was looser than the service, which accepted none of these before either: operations by the change. */
const looser: Record<string, string[]> = {
  'response 200 may be anything': ['exports.download'],
  'query parameter folder_id has pattern ^(fld_[0-9a-hjkmnp-tv-z]{26}|ext:[^\\u0000-\\u001f\\u007f]{1,255}|none)$': [
    'templates.listFavorites',
    'templates.getFilterCounts',
    'templates.listMine',
    'templates.listPublic',
    'templates.search',
  ],
  'body file has format binary': ['assets.upload', 'plugin.uploadAsset', 'verification.uploadBatch'],
  'body document.rows[].ref.id is required': [
    'exports.create',
    'plugin.compile',
    'plugin.export',
    'plugin.importHtml',
    'plugin.preview',
    'plugin.save',
    'templates.create',
    'templates.generate',
  ],
  'body nodes[].ref.id is required': ['modules.create', 'plugin.saveModule', 'modules.update'],
  'body is required': [
    'templates.generate',
    'templates.import',
    'verification.checkBlacklist',
    'plugin.export',
    'assets.update',
    'connections.update',
    'exports.updateTarget',
    'modules.update',
    'projects.update',
    'templates.update',
    'versions.update',
    'webhooks.update',
  ],
  'body zones[] has pattern ^(?:(?:ip|domain|email):)?(?:(?:[a-z0-9_-]{1,63}\\.)+[a-z0-9-]{2,63}|(?:_email\\.)?\\{key\\}\\.[a-z]{3,6}\\.dq\\.spamhaus\\.net)$':
    ['verification.checkBlacklist'],
  'body document is gone': ['templates.update'],
  'body url has format iri': takesUrl,
  [`body url has pattern ${publishedUrl.pattern}`]: takesUrl,
  'body callback_url has format iri': takesCallback,
  [`body callback_url has pattern ${publishedUrl.pattern}`]: takesCallback,
  'body base_url has format iri': ['connections.create'],
  [`body base_url has pattern ${publishedUrl.pattern}`]: ['connections.create'],
  // For a member that may be null, the gate names the type whose texts are restricted.
  'body base_url may not be string': ['connections.update'],
  'body format is required': ['plugin.export'],
  'body assets{} may not be anything': ['plugin.saveModule'],
  'body translations{} may not be anything': ['plugin.saveModule'],
  [`body allowed_origins[] has pattern ${givenOriginPattern}`]: ['projects.create', 'projects.update'],
  'body email has pattern ^[^\\u0000-\\u0008\\u000e-\\u001f\\u007f]*$': ['verification.analyzeSpamTrap'],
  'query parameter version has maximum 999999999': ['modules.get'],
}

/** Members of schemas of which the document said less than the service requires: they count as released like this. */
const looserMembers: [schema: string, member: string][] = [
  ['DocumentAsset', 'url'],
  ['DocumentAsset', 'darkUrl'],
  ['BackgroundImage', 'src'],
  ['Loop', 'else'],
]

function withStricter(released: Contract, present: Contract): Contract {
  const schemas = { ...released.schemas }
  for (const [name, member] of looserMembers) {
    const before = schemas[name]
    const now = present.schemas[name]?.properties?.[member]
    if (before === undefined || now === undefined) throw new Error(`No schema has ${name}.${member}`)
    schemas[name] = { ...before, properties: { ...before.properties, [member]: now } }
  }
  return { ...released, schemas }
}

const file = join(import.meta.dir, '../../scripts/contract/released.json')

test('nothing breaks clients of the last release but what is intended', async () => {
  const present = contractOf(await apiDocument())
  const released = withStricter((await Bun.file(file).json()) as Contract, present)
  const stricter = Object.entries(looser).flatMap(([change, ids]) => ids.map((id) => `${id}: ${change}`))
  const repeatable = Object.values(released.operations)
    .filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
    .map(({ id }) => `${id}: header parameter Idempotency-Key has pattern ^[\\x21-\\x7e]+$`)
  const conditional = Object.values(released.operations).flatMap(({ id, parameters }) =>
    parameters
      .filter(({ name }) => name === 'If-Match' || name === 'If-None-Match')
      .map(({ name }) => `${id}: header parameter ${name} has pattern ^[\\t\\x20-\\x7e\\x80-\\xff]*$`),
  )
  const found = breakingChanges(released, present)
  expect(found.toSorted()).toEqual([...intended, ...stricter, ...repeatable, ...conditional].toSorted())
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
    owner: { anyOf: [{ type: 'string' }, { type: 'object', properties: { id: { type: 'string' } } }] },
  },
}

type Json = Record<string, unknown>

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
    responses: {
      200: { headers: { ETag: {} }, content: { 'application/json': { schema: response } } },
      404: { $ref: '#/components/responses/NotFound' },
    },
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
