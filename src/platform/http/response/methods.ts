import { ServiceError } from '../../../kernel/errors/index.ts'

/** The methods of these operations as the Allow header lists them (RFC 9110 10.2.1). */
export function allowedMethods(operations: readonly { method: string }[]): string[] {
  const methods = new Set(operations.map((operation) => operation.method))
  if (methods.size === 0) return []
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods.add('OPTIONS')].toSorted()
}

/** Why nothing answers: no such path, or a path that takes other methods. */
export function missingFailure(operations: readonly { method: string }[]): ServiceError {
  if (operations.length === 0) return new ServiceError('ROUTE_NOT_FOUND')
  return new ServiceError('METHOD_NOT_ALLOWED', { headers: { allow: allowedMethods(operations).join(', ') } })
}
