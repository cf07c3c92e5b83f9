import type { AnyElysia, InternalRoute } from 'elysia'
import { ServiceError } from '../../../kernel/errors/index.ts'
import { type KnownRoute, type RoutesAt, operationOf } from '../operation.ts'

export function createRoutesAt(app: AnyElysia): RoutesAt {
  let byLength: Map<number, RouteAt[]> | undefined
  return (path) => {
    // Built for the first request that matches no route, so that a start does without it.
    byLength ??= Map.groupBy(app.routes.map(routeAt), ({ segments }) => segments.length)
    const given = segmentsOf(path)
    const candidates = byLength.get(given.length) ?? []
    return candidates.filter(({ segments }) => fits(segments, given)).map(({ route }) => route)
  }
}

type RouteAt = { segments: string[]; route: KnownRoute }

function routeAt({ method, path, hooks }: InternalRoute): RouteAt {
  return { segments: segmentsOf(path), route: { method, operation: operationOf(hooks) } }
}

/** The methods of these routes as the Allow header lists them (RFC 9110 10.2.1). */
export function allowedMethods(routes: readonly { method: string }[]): string[] {
  const methods = new Set(routes.map((route) => route.method))
  if (methods.size === 0) return []
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods.add('OPTIONS')].toSorted()
}

/** The failure if no route matches: an unknown path, or one with other methods. */
export function missingFailure(routes: readonly { method: string }[]): ServiceError {
  if (routes.length === 0) return new ServiceError('ROUTE_NOT_FOUND')
  return new ServiceError('METHOD_NOT_ALLOWED', { headers: { allow: allowedMethods(routes).join(', ') } })
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function fits(route: string[], given: string[]): boolean {
  return route.every((segment, at) => segment.startsWith(':') || segment === '*' || segment === given[at])
}
