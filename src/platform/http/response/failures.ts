import { ParseError } from 'elysia'
import { ServiceError } from '../../../kernel/errors/index.ts'
import { storageFailure } from './storage-failure.ts'

/**
 * Maps an error of a request with this method to the catalog. An unexpected one becomes INTERNAL with the error as cause.
 */
export function failureOf(error: unknown, method: string): ServiceError {
  if (error instanceof ServiceError) return error
  if (error instanceof ParseError) {
    if (error.cause instanceof ServiceError) return error.cause
    return new ServiceError('MALFORMED_BODY', { cause: error })
  }
  return storageFailure(error, method) ?? new ServiceError('INTERNAL', { cause: error })
}
