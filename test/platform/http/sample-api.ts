/** A small but complete API, described well, for the tests of its OpenAPI document. */
import { Type } from '@sinclair/typebox'
import { Instant, Name, Nullable, closed, idOf, literals, pageOf, pageQuery } from '../../../src/kernel/schema/index.ts'
import { type ApiInfo, type Http, openapiDocument } from '../../../src/platform/http/index.ts'

const Kind = literals(['red', 'blue'], { title: 'Kind', description: 'What colour it has.' })
const Kinded = closed({ kind: Kind }, { title: 'Kinded' })
const Thing = closed(
  {
    id: idOf('template'),
    name: Name,
    kind: Kind,
    parent_id: Nullable(idOf('template')),
    owner: Nullable(closed({ name: Type.String() }, { title: 'Owner' })),
    counts: Type.Record(Type.String(), Type.Integer()),
    size: Type.Union([Type.Number(), Type.Literal('auto')]),
    box: Type.Tuple([Type.Number(), Type.Number()]),
    pair: Type.Tuple([Type.String(), Type.Number()]),
    free: Type.Object({}),
    twice: Type.Object({}, { description: 'It again.', allOf: [Kinded] }),
    created_at: Instant,
  },
  { $id: 'Thing', description: 'A thing.' },
)
const NewThing = closed(
  { name: Name, kind: Type.Optional(Kind) },
  { title: 'NewThing', examples: [{ name: 'One', kind: 'red' }] },
)
const ThingParams = closed({ id: idOf('template', { description: 'Id of the thing.' }) })

export const sampleInfo: ApiInfo = {
  title: 'Sample',
  version: '1.2.3',
  description: 'A sample.',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  contact: { name: 'Support', url: 'https://sample.test' },
  servers: [{ url: 'https://api.sample.test', description: 'The service.' }],
  tags: [
    { name: 'things', description: 'Things and what becomes of them.' },
    { name: 'plugin', description: 'What the editor calls.' },
    { name: 'unused', description: 'Nothing here.' },
  ],
  without: ['/api/v1'],
  webhooks: [
    {
      name: 'thing.created',
      summary: 'A thing was made',
      description: 'Sent after a thing was made.',
      payload: closed(
        { id: Type.String({ examples: ['evt_1'] }), type: Type.Literal('thing.created'), data: Thing },
        { title: 'ThingCreated' },
      ),
    },
  ],
}

/** The sample under both prefixes, and its document. */
export function createSample(http: Http) {
  const thing = () => JSON.parse('{}') as never
  const things = http
    .surface('things')
    .get('/things', thing, {
      id: 'things.list',
      summary: 'List things',
      description: 'Newest first.',
      scope: 'templates:read',
      query: closed({ ...pageQuery, kind: Type.Optional(Type.Array(Kind, { description: 'Only these.' })) }),
      response: { 200: pageOf(Thing, { title: 'ThingPage' }) },
      errors: ['INVALID_CURSOR'],
    })
    .post('/things', thing, {
      id: 'things.create',
      summary: 'Make a thing',
      description: 'Makes one.',
      scope: 'templates:write',
      once: true,
      body: NewThing,
      response: { 201: Thing },
      errors: ['NAME_TAKEN'],
    })
    .put('/things/:id', thing, {
      id: 'things.update',
      summary: 'Change a thing',
      description: 'Changes one.',
      scope: 'templates:write',
      params: ThingParams,
      body: NewThing,
      response: { 200: Thing },
      errors: ['TEMPLATE_NOT_FOUND', 'PRECONDITION_FAILED'],
    })
    .delete('/things/:id', thing, {
      id: 'things.delete',
      summary: 'Delete a thing',
      description: 'Deletes one.',
      scope: 'templates:write',
      params: ThingParams,
      response: { 204: Type.Void() },
      errors: ['TEMPLATE_NOT_FOUND'],
    })
    .put('/things/:id/picture', thing, {
      id: 'things.putPicture',
      summary: 'Put a picture',
      description: 'Puts one.',
      scope: 'templates:write',
      params: ThingParams,
      takes: { types: ['image/png'], maxBytes: 1000 },
      responses: {
        200: { description: 'It again.', content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } },
      },
    })
    .get('/hidden', thing, {
      id: 'things.hide',
      hidden: true,
      scope: 'admin',
    })
  const plugin = http.surface('plugin', { errors: 'plugin' }).post('/plugin/init', thing, {
    id: 'plugin.init',
    summary: 'Begin',
    description: 'Begins a session.',
    open: true,
    body: closed({ pluginId: Type.String() }, { title: 'Init' }),
    response: { 200: closed({ sessionId: Type.String() }, { title: 'Session' }) },
  })
  const app = http
    .application()
    .group('/v1', (group) => group.use(things))
    .group('/api/v1', (group) => group.use(things))
    .use(plugin)
  return { app, document: openapiDocument(app, sampleInfo) }
}
