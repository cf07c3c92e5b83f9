import type { ErrorCode, ErrorResponse, ErrorType } from './protocol/index.ts'

export class SvcError extends Error implements ErrorResponse {
  readonly error: string
  readonly code: ErrorCode
  readonly details?: string
  readonly errorType: ErrorType
  readonly isRecoverable: boolean

  constructor(failure: ErrorResponse) {
    super(failure.details === undefined ? failure.error : `${failure.error}: ${failure.details}`)
    this.name = 'SvcError'
    this.error = failure.error
    this.code = failure.code
    if (failure.details !== undefined) this.details = failure.details
    this.errorType = failure.errorType
    this.isRecoverable = failure.isRecoverable
  }

  /** The shape in events. */
  toJSON(): ErrorResponse {
    const { error, code, details, errorType, isRecoverable } = this
    return { error, code, ...(details === undefined ? {} : { details }), errorType, isRecoverable }
  }
}
