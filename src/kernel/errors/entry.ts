/** The kinds of failure that clients distinguish; `rate_limit` stays in the type for clients that list it. */
export type ErrorType = 'validation' | 'auth' | 'network' | 'server' | 'rate_limit'

export type ErrorEntry = {
  /** HTTP status of the REST surfaces. */
  status: number
  type: ErrorType
  /** True if the same caller can succeed by changing the call, waiting or signing in again. */
  recoverable: boolean
  message: string
  /** Advice for the caller; printed in docs/errors.md. */
  remedy: string
  /** Raised by the browser SDK only, never sent by the server. */
  sdkOnly?: true
}

export const entry = (
  status: number,
  type: ErrorType,
  recoverable: boolean,
  message: string,
  remedy: string,
  sdkOnly?: true,
): ErrorEntry => ({ status, type, recoverable, message, remedy, ...(sdkOnly ? { sdkOnly } : {}) })
