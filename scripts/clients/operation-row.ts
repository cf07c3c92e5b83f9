import type { Operation } from './api.ts'

/** What the runtimes of Python, Ruby and PHP need of an operation to make its request. */
export function operationRow(operation: Operation) {
  const { resource, name, httpMethod: method, path, queryNames: query, body, result, auth } = operation
  return { id: `${resource}.${name}`, method, path, query, body, result, auth, once: operation.acceptsIdempotencyKey }
}
