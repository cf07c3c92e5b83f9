import { Kind, OptionalKind, type TSchema, Type } from '@sinclair/typebox'
import type { AuthScheme } from '../auth-scheme.ts'
import { type OperationRoute, type RequiredScope, mayOmit } from '../operation.ts'
import { exampleOf } from './examples.ts'
import type { FailureTraits, Failures } from './failures.ts'
import type { Links } from './links.ts'
import type { JsonObject } from './model.ts'
import type { Schemas } from './schemas.ts'

/** Properties of a route besides its schemas; `tagged` if a read returns 304 to a matching ETag, `hasEtag` if any response has one. */
type Traits = FailureTraits & { tagged: boolean; hasEtag: boolean }

/** Derives the traits that decide a route's headers and failures from its macros. */
export function traitsOf(route: OperationRoute): Traits {
  const { operation, method, path } = route
  return {
    errors: operation.errors,
    guarded: operation.scope !== undefined,
    refusals: operation.authScheme?.errors,
    once: operation.isIdempotent === true,
    writes: method !== 'GET',
    hasBody: operation.body !== undefined || operation.takes !== undefined,
    hasPath: path.includes(':'),
    tagged: method === 'GET' && operation.etag !== undefined,
    hasEtag: operation.etag !== undefined || operation.errors.includes('PRECONDITION_FAILED'),
    errorShape: operation.errorShape,
  }
}

/** What describing one operation takes of all of them. */
export type Shared = { schemas: Schemas; failures: Failures; links: Links }

export function describeOperation(route: OperationRoute, { schemas, failures, links }: Shared): JsonObject {
  const { id, summary = id, description, tags, scope, authScheme } = route.operation
  const traits = traitsOf(route)
  const need = authScheme === undefined ? needs(scope) : needsOf(authScheme)
  const parameters = [
    ...pathParameters(route, schemas),
    ...queryParameters(route, schemas),
    ...headerParameters(traits),
  ]
  return {
    operationId: id,
    summary,
    description: description === undefined ? need : `${description}\n\n${need}`,
    tags: [...tags],
    ...(route.operation.isDeprecated === true ? { deprecated: true } : {}),
    ...(scope === undefined || scope === 'any' ? {} : { 'x-required-scope': scope }),
    security: securityOf(scope, authScheme),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(route, schemas),
    responses: {
      ...successResponses(route, { schemas, links }, traits),
      ...(traits.tagged ? { 304: notModified(traits) } : {}),
      ...failures.describe(traits),
    },
  }
}

function securityOf(scope: RequiredScope | undefined, authScheme: AuthScheme | undefined): JsonObject[] {
  if (authScheme !== undefined) return [Object.fromEntries(authScheme.schemes.map((scheme) => [scheme, []]))]
  return scope === undefined ? [] : [{ apiKeyAuth: [] }]
}

function needsOf({ schemes }: AuthScheme): string {
  return schemes.includes('sessionAuth') ? 'Needs a token and the session.' : 'Needs a token of the project.'
}

function needs(scope: RequiredScope | undefined): string {
  if (scope === undefined) return 'Needs no API key.'
  return scope === 'any' ? 'Needs an API key.' : `Needs the scope \`${scope}\`.`
}

function pathParameters(route: OperationRoute, schemas: Schemas): JsonObject[] {
  const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  const known = propertiesOf(route.operation.params)
  return names.map((name) => parameter('path', name, known[name] ?? Type.String(), schemas))
}

function queryParameters(route: OperationRoute, schemas: Schemas): JsonObject[] {
  return Object.entries(propertiesOf(route.operation.query)).map(([name, schema]) =>
    parameter('query', name, schema, schemas),
  )
}

function parameter(place: 'path' | 'query', name: string, member: TSchema, schemas: Schemas): JsonObject {
  const { description, deprecated, ...schema } = schemas.referParameter(member)
  const example = exampleOf(member)
  return {
    name,
    in: place,
    required: place === 'path' || !(OptionalKind in member),
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(place === 'query' && member[Kind] === 'Record' ? { style: 'deepObject', explode: true } : {}),
    schema,
    ...(example === undefined || place === 'query' ? {} : { example }),
  }
}

function headerParameters(traits: Traits): JsonObject[] {
  const conditional = traits.errors.includes('PRECONDITION_FAILED')
  return [
    ...(traits.once ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(conditional ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ...(traits.tagged ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
  ]
}

function requestBody({ operation: { body, takes } }: OperationRoute, schemas: Schemas): { requestBody?: JsonObject } {
  if (takes !== undefined) {
    const { form } = takes
    const schema = (type: string) => (form === undefined ? { contentMediaType: type } : schemas.refer(form()))
    const content = Object.fromEntries(takes.types.map((type) => [type, { schema: schema(type) }]))
    return { requestBody: { required: true, description: `At most ${takes.maxBytes} bytes.`, content } }
  }
  if (body === undefined) return {}
  // Without a body the service reads an empty object, which fits none of several forms.
  const isOptional = mayOmit(body) && body.oneOf === undefined && body['minProperties'] === undefined
  return { requestBody: { required: !isOptional, content: { 'application/json': media(body, schemas) } } }
}

/** Bodies have an example, for callers to start from; that of a response would repeat the examples of its members. */
function media(schema: TSchema, schemas: Schemas): JsonObject {
  const example = exampleOf(schema)
  const described = schemas.refer(schema)
  // A named schema shows its own example.
  const isShown = '$ref' in described && schema.examples !== undefined
  return { schema: described, ...(example === undefined || isShown ? {} : { example }) }
}

const meanings: Record<string, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted; the job continues in the background.',
  204: 'Done; no content.',
  303: 'See the URL in Location.',
}

function successResponses(
  route: OperationRoute,
  { schemas, links }: Pick<Shared, 'schemas' | 'links'>,
  traits: Traits,
): Record<string, JsonObject> {
  const { operation } = route
  const own = (operation.ownResponses ?? {}) as Record<string, JsonObject>
  const declared = Object.entries(operation.responses).filter(([status]) => Number(status) < 300)
  const statuses = declared.length === 0 && Object.keys(own).length === 0 ? [['200', undefined] as const] : declared
  const responses: Record<string, JsonObject> = {}
  for (const [status, schema] of statuses) {
    const empty =
      schema === undefined || status === '204' || ['null', 'void', 'undefined'].includes(String(schema['type']))
    responses[status] = {
      description: schema?.description ?? meanings[status] ?? 'Done.',
      headers: successHeaders(status, traits),
      ...(empty ? {} : { content: { 'application/json': { schema: schemas.refer(schema) } }, ...links(route, status) }),
    }
  }
  for (const [status, response] of Object.entries(own)) {
    const known = responses[status] ?? {
      description: meanings[status] ?? 'Done.',
      headers: successHeaders(status, traits),
    }
    responses[status] = { ...known, ...response, ...mergedContent(known, response) }
  }
  return responses
}

function mergedContent(known: JsonObject, response: JsonObject): JsonObject {
  if (known['content'] === undefined || response['content'] === undefined) return {}
  return { content: { ...(known['content'] as JsonObject), ...(response['content'] as JsonObject) } }
}

const isUnmodified = 'Not modified since the ETag in If-None-Match.'

/** The response of most conditional reads: those that need an API key. */
export function sharedResponses(): Record<string, JsonObject> {
  const traits = { tagged: true, hasEtag: true, guarded: true, once: false, errors: [], refusals: undefined }
  return { NotModified: { description: isUnmodified, headers: successHeaders('304', traits) } }
}

function notModified(traits: Traits): JsonObject {
  if (traits.guarded) return { $ref: '#/components/responses/NotModified' }
  return { description: isUnmodified, headers: successHeaders('304', traits) }
}

function successHeaders(
  status: string,
  traits: Pick<Traits, 'hasEtag' | 'guarded' | 'once' | 'errors' | 'refusals'>,
): JsonObject {
  const refer = (name: string): JsonObject => ({ $ref: `#/components/headers/${name}` })
  return {
    'X-Request-Id': refer('RequestId'),
    ...(['201', '202', '303'].includes(status) ? { Location: refer('Location') } : {}),
    ...(traits.hasEtag && status !== '204' ? { ETag: refer('ETag') } : {}),
    ...(traits.once ? { 'Idempotency-Replayed': refer('IdempotencyReplayed') } : {}),
    ...(traits.errors.includes('INSUFFICIENT_CREDITS') ? { 'X-Credits-Remaining': refer('CreditsRemaining') } : {}),
    ...(traits.guarded || traits.refusals !== undefined
      ? {
          'RateLimit-Limit': refer('RateLimitLimit'),
          'RateLimit-Remaining': refer('RateLimitRemaining'),
          'RateLimit-Reset': refer('RateLimitReset'),
          'RateLimit-Policy': refer('RateLimitPolicy'),
        }
      : {}),
  }
}

function propertiesOf(schema: TSchema | undefined): Record<string, TSchema> {
  return (schema?.['properties'] as Record<string, TSchema> | undefined) ?? {}
}
