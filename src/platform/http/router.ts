/** What answers on a path: the method, and the path with parameters as `:name`. */
type Routed = { readonly method: string; readonly route: string }

/** An operation and the values of its path's parameters, decoded. */
export type Match<T> = { operation: T; params: Record<string, string> }

/** Finds the operation that answers a method on a path. */
export type Router<T> = (method: string, path: string) => Match<T> | undefined

type RouteNode<T> = { next: Map<string, RouteNode<T>>; parameter?: RouteNode<T>; operations: Map<string, Route<T>> }
type Route<T> = { operation: T; names: string[] }

/**
 * A router over operations. A fixed segment goes before a parameter, which is never empty; one
 * slash at the end means nothing; HEAD is answered by GET.
 */
export function createRouter<T extends Routed>(operations: readonly T[]): Router<T> {
  const root = emptyNode<T>()
  for (const operation of operations) add(root, operation)
  return (method, path) => {
    const values: string[] = []
    const route = walk(root, path, 1, method === 'HEAD' ? 'GET' : method, values)
    if (route === undefined) return undefined
    const params: Record<string, string> = {}
    for (let at = 0; at < route.names.length; at++) params[route.names[at] as string] = decode(values[at] ?? '')
    return { operation: route.operation, params }
  }
}

function emptyNode<T>(): RouteNode<T> {
  return { next: new Map(), operations: new Map() }
}

function add<T extends Routed>(root: RouteNode<T>, operation: T): void {
  const names: string[] = []
  let place = root
  for (const segment of operation.route.slice(1).split('/')) {
    if (segment.includes('*')) throw new Error(`${operation.route}: an operation's path names all its segments`)
    if (segment.startsWith(':')) {
      names.push(segment.slice(1))
      place = place.parameter ??= emptyNode<T>()
    } else {
      const next = place.next.get(segment) ?? emptyNode<T>()
      place.next.set(segment, next)
      place = next
    }
  }
  place.operations.set(operation.method, { operation, names })
}

/** The route below a place for the rest of the path; `values` gets what represents its parameters. */
function walk<T>(
  place: RouteNode<T>,
  path: string,
  from: number,
  method: string,
  values: string[],
): Route<T> | undefined {
  if (from >= path.length) return place.operations.get(method)
  const slash = path.indexOf('/', from)
  const end = slash === -1 ? path.length : slash
  const segment = path.slice(from, end)
  const next = place.next.get(segment)
  const found = next && walk(next, path, end + 1, method, values)
  if (found !== undefined || place.parameter === undefined || segment === '') return found
  values.push(segment)
  const route = walk(place.parameter, path, end + 1, method, values)
  if (route === undefined) values.pop()
  return route
}

// The target was found to be percent-encoded UTF-8 before.
function decode(segment: string): string {
  return segment.includes('%') ? decodeURIComponent(segment) : segment
}
