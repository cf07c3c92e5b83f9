import { ParseError, ValidationError } from 'elysia'
import { ServiceError } from '../../../kernel/errors/index.ts'
import { readIssues } from '../entry/issues.ts'
import { storageFailure } from './storage-failure.ts'

const parts: Record<string, string> = {
  body: 'members of the body',
  query: 'query parameters',
  params: 'parts of the path',
  headers: 'headers',
  cookie: 'cookies',
}

/** Whatever was thrown, as a failure of the catalogue. What nobody foresaw becomes INTERNAL with the error as cause. */
export function failureOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (error instanceof ParseError) {
    if (error.cause instanceof ServiceError) return error.cause
    return new ServiceError('MALFORMED_BODY', { cause: error })
  }
  if (error instanceof ValidationError) return validationFailure(error)
  return storageFailure(error) ?? new ServiceError('INTERNAL', { cause: error })
}

function validationFailure(error: ValidationError): ServiceError {
  const issues = 'Errors' in error.validator ? readIssues(error.validator.Errors(error.value)) : []
  if (error.type === 'response') {
    const places = issues.map((issue) => `${issue.path} ${issue.message}`).join(' ')
    return new ServiceError('INTERNAL', { cause: new Error(`The answer does not fit its schema: ${places}`) })
  }
  return new ServiceError('VALIDATION_FAILED', {
    detail: `Correct the ${parts[error.type] ?? error.type} listed in issues.`,
    issues,
  })
}
