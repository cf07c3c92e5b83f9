import type { TSchema } from '@sinclair/typebox'
import type { OperationRoute } from '../operation.ts'
import type { JsonObject } from './model.ts'

/** The links of the response of a route: which operations take the id of what it created or found. */
export type Links = (route: OperationRoute, status: string) => { links?: JsonObject }

/**
 * Links from the creation of a resource to every operation at its path, and from a list where nothing is created at that
 * path. The path follows that of the collection, `/v1/folders/:id/move`, or is that of `location`; from another collection,
 * as that of a copy, only the operations of the resource itself are linked.
 */
export function collectLinks(routes: readonly OperationRoute[]): Links {
  const found = new Map(routes.map((route) => [route, itemsOf(route)] as const))
  const created = new Set([...found].flatMap(([{ method, path }, items]) => (method === 'POST' && items ? path : [])))
  return (route, status) => {
    const items = found.get(route)
    if (items === undefined || items.status !== status) return {}
    if (route.method === 'GET' && created.has(route.path)) return {}
    const links: JsonObject = {}
    for (const item of items.paths)
      for (const target of routes) {
        const parameters = parametersOf(target, item)
        if (parameters !== undefined && target !== route)
          links[target.operation.id] = { operationId: target.operation.id, parameters }
      }
    return Object.keys(links).length === 0 ? {} : { links }
  }
}

type ItemPath = {
  /** Text, `:name` of a parameter of this request, or `{expression}` on the response. */
  segments: string[]
  withSubresources: boolean
}

const identities = ['id', 'number', 'version', 'ip']

function itemsOf({ method, operation, path }: OperationRoute): { status: string; paths: ItemPath[] } | undefined {
  const [status, schema] = Object.entries(operation.responses).find(([code]) => Number(code) < 300) ?? []
  if (status === undefined || schema === undefined || (method !== 'POST' && method !== 'GET')) return undefined
  const list = (propertiesOf(schema)['data']?.['items'] ?? {}) as TSchema
  const [item, place] = method === 'POST' ? [schema, ''] : [list, 'data/0/']
  const member = identities.find((name) => name in propertiesOf(item))
  const own = [...segmentsOf(path), `{${place}${member}}`]
  const given = segmentsOf(operation.location ?? '').map((segment) => segment.replaceAll('.', '/'))
  const isOwn = given.length === own.length && given.slice(0, -1).every((segment, at) => segment === own[at])
  const paths = [
    ...(member === undefined || isOwn ? [] : [{ segments: own, withSubresources: true }]),
    ...(given.length === 0 ? [] : [{ segments: given, withSubresources: isOwn || given.includes('jobs') }]),
  ]
  return paths.length === 0 ? undefined : { status, paths }
}

/** The parameters of an operation at this path or below it, as OpenAPI's expressions; undefined if it needs others. */
function parametersOf(
  { path }: OperationRoute,
  { segments: item, withSubresources }: ItemPath,
): JsonObject | undefined {
  const segments = segmentsOf(path)
  const rest = segments.slice(item.length)
  if (segments.length < item.length || rest.some(isParameter) || (rest.length > 0 && !withSubresources))
    return undefined
  const parameters: JsonObject = {}
  for (const [at, given] of item.entries()) {
    const segment = segments[at] ?? ''
    if (isParameter(segment) !== (isParameter(given) || given.startsWith('{'))) return undefined
    if (!isParameter(segment)) {
      if (segment !== given) return undefined
      continue
    }
    parameters[segment.slice(1)] = isParameter(given)
      ? `$request.path.${given.slice(1)}`
      : `$response.body#/${given.slice(1, -1)}`
  }
  return parameters
}

function isParameter(segment: string): boolean {
  return segment.startsWith(':')
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function propertiesOf(schema: TSchema): Record<string, TSchema> {
  return (schema['properties'] as Record<string, TSchema> | undefined) ?? {}
}
