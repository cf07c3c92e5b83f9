import { type ErrorCode, catalog } from './catalog.ts'

/** One invalid part of the input: its JSON Pointer (RFC 6901) and a remedy. */
export type Issue = { path: string; message: string }

/** Details of a failure besides its code. `detail` is for the caller; `cause` never leaves the process. */
export type FailureContext = {
  detail?: string
  issues?: Issue[]
  /** Members that the contract promises for this code, such as `balance` or `revision`. */
  extra?: Record<string, unknown>
  headers?: Record<string, string>
  /** Replaces the catalog's status, for a code that wraps others: SAVE_FAILED has the status of its cause. */
  status?: number
  cause?: unknown
}

/** A failure that the caller is meant to see. Any other exception is a bug and becomes INTERNAL. */
export class ServiceError extends Error {
  readonly apiCode: ErrorCode
  readonly context: FailureContext

  constructor(code: ErrorCode, context: FailureContext = {}) {
    super(context.detail ?? catalog[code].message, context.cause === undefined ? undefined : { cause: context.cause })
    this.name = 'ServiceError'
    this.apiCode = code
    this.context = context
  }
}

/**
 * Returns the failure of a check as a value, for calls in which one failure must not stop the rest. Undefined if it passes;
 * bugs are rethrown.
 */
export async function refusalOf(check: () => unknown): Promise<ServiceError | undefined> {
  try {
    await check()
    return undefined
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

/** Throws the error of the catalog; reads as a sentence at the call site: `row ?? fail('TEMPLATE_NOT_FOUND')`. */
export function fail(code: ErrorCode, context?: FailureContext | string): never {
  throw new ServiceError(code, typeof context === 'string' ? { detail: context } : context)
}
