import type { ErrorCode } from './error-codes.ts'

export type ErrorType = 'auth' | 'network' | 'server' | 'validation' | 'rate_limit'

/** How every failure of the plugin reaches the integrator (interface 2.7 and 7). */
export interface ErrorResponse {
  error: string
  code: ErrorCode
  details?: string
  errorType: ErrorType
  isRecoverable: boolean
}

/** The failures that arise in the browser; all others come from the service in the same shape. */
export const sdkFailures = {
  INVALID_CONFIG: ['Invalid plugin configuration', 'validation'],
  INVALID_FORMAT: ['Invalid export format', 'validation'],
  INVALID_ARGS: ['Invalid arguments: html and css must be strings', 'validation'],
  IFRAME_LOAD_TIMEOUT: ['Editor iframe load timeout (30s)', 'network'],
  POSTMESSAGE_TIMEOUT: ['Editor response timeout', 'network'],
  /** Beyond the interface: getAuthToken failed, or answered no text. */
  TOKEN_UNAVAILABLE: ['getAuthToken returned no token', 'auth'],
  NOT_INITIALIZED: ['Plugin not initialized. Call init() first.', 'network'],
} as const satisfies Partial<Record<ErrorCode, readonly [string, ErrorType]>>

export type SdkErrorCode = keyof typeof sdkFailures

/** A failure of the browser's side, in the shape that integrators know. */
export function failureOf(code: SdkErrorCode, details?: string): ErrorResponse {
  const [error, errorType] = sdkFailures[code]
  return { error, code, ...(details === undefined ? {} : { details }), errorType, isRecoverable: true }
}

const errorTypes: readonly unknown[] = ['auth', 'network', 'server', 'validation', 'rate_limit']

/** Whatever was thrown or came over the wire, as a failure; `fallback` is its code when it has none. */
export function readFailure(thrown: unknown, fallback: ErrorCode): ErrorResponse {
  const { error, code, details, errorType, isRecoverable } = (
    typeof thrown === 'object' && thrown !== null ? thrown : {}
  ) as Record<string, unknown>
  const said = typeof details === 'string' ? details : undefined
  if (typeof error === 'string' && typeof code === 'string' && errorTypes.includes(errorType)) {
    // A service newer than this SDK may have codes that the type does not list.
    const whole = {
      error,
      code: code as ErrorCode,
      errorType: errorType as ErrorType,
      isRecoverable: isRecoverable === true,
    }
    return said === undefined ? whole : { ...whole, details: said }
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return { error: message, code: fallback, errorType: 'server', isRecoverable: true }
}
