import { ApiFailure } from '../bridge/index.ts'

/** `details` names the member of the configuration. */
export function invalidConfig(details: string): ApiFailure {
  return new ApiFailure({
    error: 'Invalid plugin configuration',
    code: 'INVALID_CONFIG',
    details,
    errorType: 'validation',
    isRecoverable: true,
  })
}
