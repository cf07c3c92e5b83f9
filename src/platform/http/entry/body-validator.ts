import { exchangeOf } from '../exchange.ts'
import type { Operation } from '../operation.ts'
import type { ResolveReferences } from './references.ts'
import { type RequestBodyReader, createRequestBodyReader } from './request-body.ts'

/** A validator as Standard Schema 1 defines it (https://standardschema.dev). */
export interface Validator {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'svc'
    validate(value: unknown): Promise<{ value: unknown }>
  }
}

/**
 * The body validator for Elysia, as a Standard Schema over the TypeBox schema: it reads the body of the request, coerces
 * nothing and lists all issues, and resolves external ids. It throws VALIDATION_FAILED instead of returning issues, because Elysia's own error
 * validates a second time and prints the refused value.
 */
export function bodyValidator(operation: Operation, resolve: ResolveReferences): Validator {
  let read: RequestBodyReader | undefined
  return {
    '~standard': {
      version: 1,
      vendor: 'svc',
      async validate(given) {
        const request = given as Request
        read ??= createRequestBodyReader(operation)
        const body = await read(request)
        const exchange = exchangeOf(request)
        const { projectId } = exchange.caller ?? {}
        const slots = operation.references.body
        const resolved = projectId === undefined || slots.length === 0 ? body : resolve(projectId, slots, body)
        exchange.body = resolved instanceof Promise ? await resolved : resolved
        return { value: exchange.body }
      },
    },
  }
}
