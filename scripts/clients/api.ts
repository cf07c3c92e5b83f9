/**
 * Reads the published OpenAPI document into what the emitters of the client libraries need: operations with their parameters
 * in one list, and models. A document that no client could represent is an error here, so every language has every operation.
 */
import {
  type DescribedParameter,
  type JsonSchema,
  type OpenApiDocument,
  type OperationOfDocument,
  dereference,
} from './document.ts'
import { pascalCase } from './names.ts'
import { type Member, type Model, type Shape, ShapeReader } from './shapes.ts'

export interface Operation {
  /** `verification.verifyEmail` in the document. */
  resource: string
  name: string
  httpMethod: string
  /** With `{parameters}`. */
  path: string
  summary: string
  description: string
  isDeprecated: boolean
  /** Names of parameters by position in the request; other parameters are members of the body. */
  pathNames: readonly string[]
  queryNames: readonly string[]
  body: 'none' | 'json' | 'form' | 'bytes'
  /** Path and query. */
  parameters: readonly Member[]
  bodyShape: Shape | undefined
  requiresBody: boolean
  /** Path, query and the members that a body may set, required ones first; bytes of a body are `content`. */
  inputs: readonly Member[]
  result: 'none' | 'json' | 'bytes' | 'events'
  resultShape: Shape | undefined
  /** Shape of one item of a paginated list. */
  itemShape: Shape | undefined
  auth: 'key' | 'token' | 'session' | 'none'
  acceptsIdempotencyKey: boolean
}

export interface Api {
  version: string
  operations: readonly Operation[]
  models: readonly Model[]
  /** Model of each event by its type. */
  events: Readonly<Record<string, string>>
}

export function readApi(document: OpenApiDocument): Api {
  const shapes = new ShapeReader(document.components.schemas)
  shapes.readComponents()
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation(document, shapes, path, method, operation)),
  )
  const events = Object.entries(document.webhooks).map(([type, { post }]) => {
    const shape = shapes.shapeOf(
      post.requestBody?.content['application/json']?.schema ?? {},
      pascalCase(`${type}.event`),
    )
    if (shape.kind !== 'model') throw new Error(`The event ${type} has no named schema`)
    return [type, shape.name] as const
  })
  const sorted = operations.toSorted((a, b) => compare(`${a.resource}.${a.name}`, `${b.resource}.${b.name}`))
  return {
    version: document.info.version,
    operations: sorted,
    models: [...shapes.models.values()].toSorted((a, b) => compare(a.name, b.name)),
    events: Object.fromEntries(events),
  }
}

/** The operations of each resource, both sorted. */
export function byResource({ operations }: Api): [string, Operation[]][] {
  return Object.entries(Object.groupBy(operations, ({ resource }) => resource)).map(([name, list = []]) => [name, list])
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function readOperation(
  { components }: OpenApiDocument,
  shapes: ShapeReader,
  path: string,
  method: string,
  operation: OperationOfDocument,
): Operation {
  const [resource = '', name = ''] = operation.operationId.split('.')
  const declared = (operation.parameters ?? []).map((each) => dereference(each, components.parameters))
  const headers = declared.filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name)
  const parameters = declared
    .filter((parameter) => parameter.in !== 'header')
    .map((parameter) => readParameter(shapes, operation.operationId, parameter))
  const body = readBody(shapes, operation)
  const names = new Set(parameters.map((parameter) => parameter.name))
  const members = body.members.filter((member) => !member.isReadOnly && !names.has(member.name))
  const inputs = [...parameters, ...members]
  return {
    resource,
    name,
    httpMethod: method.toUpperCase(),
    path,
    summary: operation.summary,
    description: operation.description,
    isDeprecated: operation.deprecated === true,
    pathNames: declared.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name),
    queryNames: declared.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name),
    body: body.kind,
    bodyShape: body.shape,
    requiresBody: operation.requestBody?.required === true,
    parameters,
    inputs: [...inputs.filter(({ isRequired }) => isRequired), ...inputs.filter(({ isRequired }) => !isRequired)],
    ...readResult(components, shapes, operation, names.has('cursor')),
    auth: authOf(operation),
    acceptsIdempotencyKey: headers.includes('Idempotency-Key'),
  }
}

function readParameter(shapes: ShapeReader, operation: string, parameter: DescribedParameter): Member {
  const shape = shapes.shapeOf(parameter.schema, pascalCase(`${operation}.${parameter.name}`))
  return {
    name: parameter.name,
    shape,
    isRequired: parameter.required === true,
    isReadOnly: false,
    description: parameter.description ?? '',
  }
}

function readBody(
  shapes: ShapeReader,
  { operationId, requestBody }: OperationOfDocument,
): { kind: Operation['body']; shape: Shape | undefined; members: Member[] } {
  const [[type, { schema = {} }] = ['', {}]] = Object.entries(requestBody?.content ?? {})
  if (requestBody === undefined) return { kind: 'none', shape: undefined, members: [] }
  if (type !== 'application/json' && type !== 'multipart/form-data')
    return { kind: 'bytes', shape: undefined, members: [bytesMember] }
  const shape = shapes.shapeOf(schema, pascalCase(`${operationId}.body`))
  const members = shapes.membersOfForms(shape)
  if (shape.kind !== 'model' || members.length === 0)
    throw new Error(`The body of ${operationId} is no named object with members`)
  return {
    kind: type === 'application/json' ? 'json' : 'form',
    shape,
    members: requestBody.required === true ? members : members.map((each) => ({ ...each, isRequired: false })),
  }
}

const bytesMember: Member = {
  name: 'content',
  shape: { kind: 'bytes' },
  isRequired: true,
  isReadOnly: false,
  description: 'The body.',
}

function readResult(
  components: OpenApiDocument['components'],
  shapes: ShapeReader,
  { operationId, responses }: OperationOfDocument,
  hasCursor: boolean,
): Pick<Operation, 'result' | 'resultShape' | 'itemShape'> {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const contents = successes.map(([, response]) => dereference(response, components.responses).content ?? {})
  const json = contents.map((content) => content['application/json']?.schema).filter(isTyped)
  const types = contents.flatMap((content) => Object.keys(content))
  const kind = json.length > 0 ? 'json' : types.includes('text/event-stream') ? 'events' : 'bytes'
  if (kind !== 'json')
    return { result: types.length === 0 ? 'none' : kind, resultShape: undefined, itemShape: undefined }
  const distinct = [
    ...new Map(
      json.map((schema) => [JSON.stringify(schema), shapes.shapeOf(schema, `${pascalCase(operationId)}Result`)]),
    ).values(),
  ]
  const [first] = distinct
  const resultShape: Shape = distinct.length === 1 && first ? first : { kind: 'union', of: distinct }
  const hasEmpty = contents.some((content) => Object.keys(content).length === 0)
  return {
    result: kind,
    resultShape: hasEmpty ? { ...resultShape, isNullable: true } : resultShape,
    itemShape: hasCursor ? itemOf(shapes.membersOfForms(resultShape)) : undefined,
  }
}

function isTyped(schema: JsonSchema | undefined): schema is JsonSchema {
  return schema !== undefined && Object.keys(schema).length > 0
}

/** Lists of the REST surfaces have `data` and `page`. */
function itemOf(members: readonly Member[]): Shape | undefined {
  const data = members.find(({ name }) => name === 'data')?.shape
  return data?.kind === 'list' && members.some(({ name }) => name === 'page') ? data.of : undefined
}

function authOf({ security: [scheme = {}] }: OperationOfDocument): Operation['auth'] {
  if ('sessionAuth' in scheme) return 'session'
  if ('pluginAuth' in scheme) return 'token'
  return 'apiKeyAuth' in scheme ? 'key' : 'none'
}
