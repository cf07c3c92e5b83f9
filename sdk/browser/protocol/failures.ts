import type { ErrorCode } from './error-codes.ts'

export type ErrorType = 'auth' | 'network' | 'server' | 'validation' | 'rate_limit'

export interface Issue {
  /** A JSON Pointer (RFC 6901). */
  path: string
  message: string
}

/** The shape of every failure of the plugin (interface 2.7 and 7). */
export interface ErrorResponse {
  error: string
  code: ErrorCode
  details?: string
  /** The invalid parts of a document or of operations. */
  issues?: Issue[]
  errorType: ErrorType
  isRecoverable: boolean
}

/** Failures raised in the browser; all others come from the service in the same shape. */
export const sdkFailures = {
  INVALID_CONFIG: ['Invalid plugin configuration', 'validation'],
  INVALID_FORMAT: ['Invalid export format', 'validation'],
  INVALID_ARGS: ['Invalid arguments: html and css must be strings', 'validation'],
  IFRAME_LOAD_TIMEOUT: ['Editor iframe load timeout (30s)', 'network'],
  POSTMESSAGE_TIMEOUT: ['Editor response timeout', 'network'],
  /** Beyond the interface: getAuthToken failed or returned no string. */
  TOKEN_UNAVAILABLE: ['getAuthToken returned no token', 'auth'],
  NOT_INITIALIZED: ['Plugin not initialized. Call init() first.', 'network'],
} as const satisfies Partial<Record<ErrorCode, readonly [string, ErrorType]>>

export type SdkErrorCode = keyof typeof sdkFailures

/** A failure raised in the browser. */
export function failureOf(code: SdkErrorCode, details?: string): ErrorResponse {
  const [error, errorType] = sdkFailures[code]
  return { error, code, ...(details === undefined ? {} : { details }), errorType, isRecoverable: true }
}

const errorTypes: readonly unknown[] = ['auth', 'network', 'server', 'validation', 'rate_limit']

/** Converts anything thrown or received to a failure; `fallback` is the code if it has none. */
export function readFailure(thrown: unknown, fallback: ErrorCode): ErrorResponse {
  const { error, code, details, issues, errorType, isRecoverable } = Object(thrown) as Record<string, unknown>
  const said = typeof details === 'string' ? details : undefined
  if (typeof error === 'string' && typeof code === 'string' && errorTypes.includes(errorType)) {
    // A newer service may have codes that the type does not list.
    const whole = {
      error,
      code: code as ErrorCode,
      errorType: errorType as ErrorType,
      isRecoverable: isRecoverable === true,
    }
    return {
      ...whole,
      ...(said === undefined ? {} : { details: said }),
      ...(Array.isArray(issues) ? { issues: issues as Issue[] } : {}),
    }
  }
  return { error: messageOf(thrown), code: fallback, errorType: 'server', isRecoverable: true }
}

/** What something thrown says; callbacks of the host may throw anything. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
