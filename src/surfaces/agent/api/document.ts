import { isRecord } from './record.ts'
import type { SendRequest } from './send-request.ts'

/** An operation of the published OpenAPI document. */
export interface ApiOperation {
  readonly id: string
  readonly method: string
  /** With parameters in braces, such as `/v1/templates/{id}`. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly ApiParameter[]
  /** JSON Schema of the body, with named schemas as their names. */
  readonly body: unknown
}

export interface ApiParameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: unknown
}

export type LoadOperations = (send: SendRequest) => Promise<readonly ApiOperation[]>

/** Reads `/openapi.json` of the service once. A failure is not cached. */
export function createOperationsCache(): LoadOperations {
  let operations: Promise<readonly ApiOperation[]> | undefined
  return (send) => {
    operations ??= readOperations(send)
    operations.catch(() => (operations = undefined))
    return operations
  }
}

async function readOperations(send: SendRequest): Promise<ApiOperation[]> {
  const response = await send('/openapi.json', { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`/openapi.json responded with status ${response.status}`)
  const document: unknown = await response.json()
  const resolve = resolverOf(document)
  return entries(isRecord(document) ? document['paths'] : {}).flatMap(([path, methods]) =>
    entries(methods).flatMap(([method, operation]) =>
      isRecord(operation) ? [read(method, path, operation, resolve)] : [],
    ),
  )
}

type Resolve = (value: unknown) => unknown

/** Follows references, three levels deep: below, a schema is represented by its name. */
function resolverOf(document: unknown): Resolve {
  const at = (reference: string) =>
    reference
      .split('/')
      .slice(1)
      .reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), document)
  const resolve = (value: unknown, depth: number): unknown => {
    if (Array.isArray(value)) return value.map((item) => resolve(item, depth))
    if (!isRecord(value)) return value
    const reference = value['$ref']
    if (typeof reference !== 'string')
      return Object.fromEntries(
        entries(value).flatMap(([name, member]) => (unread.has(name) ? [] : [[name, resolve(member, depth)]])),
      )
    return depth === maxDepth ? { $ref: reference.split('/').at(-1) } : resolve(at(reference), depth + 1)
  }
  return (value) => resolve(value, 0)
}

const maxDepth = 3

/** Keywords that a caller does not need to write a body: refusals name what they forbid. */
const unread = new Set(['examples', 'pattern', 'title', 'additionalProperties', 'minLength', 'maxLength'])

function read(method: string, path: string, operation: Record<string, unknown>, resolve: Resolve): ApiOperation {
  const body = memberAt(operation, ['requestBody', 'content', 'application/json', 'schema'])
  const given = operation['parameters']
  const parameters: readonly unknown[] = Array.isArray(given) ? given : []
  return {
    id: String(operation['operationId']),
    method: method.toUpperCase(),
    path,
    summary: String(operation['summary'] ?? ''),
    description: String(operation['description'] ?? ''),
    parameters: parameters.flatMap((each) => {
      const parameter = resolve(each)
      if (!isRecord(parameter)) return []
      const { name, in: where, required, schema } = parameter
      return [{ name: String(name), in: String(where), required: required === true, schema }]
    }),
    body: resolve(body),
  }
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), value)
}

function entries(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : []
}
