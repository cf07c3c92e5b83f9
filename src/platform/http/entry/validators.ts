/**
 * What Elysia validates path, query and body with, as Standard Schemas over our TypeBox schemas: values are never coerced, all
 * issues are listed, and refused values are never repeated. They fail with VALIDATION_FAILED instead of returning issues,
 * because Elysia's own error validates a second time and prints the value.
 */
import type { TSchema } from '@sinclair/typebox'
import { fail } from '../../../kernel/errors/index.ts'
import type { Operation } from '../operation.ts'
import { checkOf } from './check.ts'
import { readIssues } from './issues.ts'
import { type QueryReader, createQueryReader } from './query.ts'
import { type RequestBodyReader, createRequestBodyReader } from './request-body.ts'

/** A validator as Standard Schema 1 defines it. */
export interface Validator {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'svc'
    validate(value: unknown): { value: unknown } | Promise<{ value: unknown }>
  }
}

/** Validates the decoded parameters of the path. */
export function paramsValidator(schema: TSchema): Validator {
  return validator((params) => {
    const check = checkOf(schema)
    if (!check.Check(params))
      fail('VALIDATION_FAILED', {
        detail: 'Correct the parts of the path listed in issues.',
        issues: readIssues(check.Errors(params)),
      })
    return { value: params }
  })
}

/** Reads the query string as it was sent; without a schema every parameter is refused. */
export function queryValidator(schema: TSchema | undefined): Validator {
  let read: QueryReader | undefined
  return validator((search) => {
    read ??= createQueryReader(schema)
    return { value: read(search as string) }
  })
}

/** Reads the body of the request; Elysia comes to it after path and query. */
export function bodyValidator(operation: Operation): Validator {
  let read: RequestBodyReader | undefined
  return validator(async (request) => {
    read ??= createRequestBodyReader(operation)
    return { value: await read(request as Request) }
  })
}

function validator(validate: Validator['~standard']['validate']): Validator {
  return { '~standard': { version: 1, vendor: 'svc', validate } }
}
