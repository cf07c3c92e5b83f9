import { exchangeOf } from '../exchange.ts'
import type { Operation } from '../operation.ts'
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
 * nothing and lists all issues. It throws VALIDATION_FAILED instead of returning issues, because Elysia's own error
 * validates a second time and prints the refused value.
 */
export function bodyValidator(operation: Operation): Validator {
  let read: RequestBodyReader | undefined
  return {
    '~standard': {
      version: 1,
      vendor: 'svc',
      async validate(given) {
        const request = given as Request
        read ??= createRequestBodyReader(operation)
        const body = await read(request)
        exchangeOf(request).body = body
        return { value: body }
      },
    },
  }
}
