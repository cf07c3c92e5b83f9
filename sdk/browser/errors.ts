import type { ErrorCode, ErrorResponse, ErrorType, Issue } from './protocol/index.ts'

export class SvcError extends Error implements ErrorResponse {
  declare readonly error: string
  declare readonly code: ErrorCode
  declare readonly details?: string
  declare readonly issues?: Issue[]
  declare readonly errorType: ErrorType
  declare readonly isRecoverable: boolean

  constructor(failure: ErrorResponse) {
    super(failure.details === undefined ? failure.error : `${failure.error}: ${failure.details}`)
    Object.assign(this, failure).name = 'SvcError'
  }

  /** The shape in events. */
  toJSON(): ErrorResponse {
    const { name: _, ...failure }: ErrorResponse & { name: string } = { ...this }
    return failure
  }
}
