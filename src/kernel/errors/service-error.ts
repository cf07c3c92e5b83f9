import { type ErrorCode, catalogue } from './catalogue.ts'

/** One thing wrong with the input: a JSON Pointer to it (RFC 6901) and what to do about it. */
export type Issue = { path: string; message: string }

/** What a failure may carry besides its code. `detail` is for the caller's eyes; `cause` never leaves the process. */
export type FailureContext = {
  detail?: string
  issues?: Issue[]
  /** Members the contract promises for this code, such as `balance` or `revision`. */
  extra?: Record<string, unknown>
  headers?: Record<string, string>
  /** In place of the catalog's, for a code that represents others: SAVE_FAILED is answered with the status of its cause. */
  status?: number
  cause?: unknown
}

/** A failure the caller is meant to see. Anything else that is thrown is a bug and is answered as INTERNAL. */
export class ServiceError extends Error {
  readonly apiCode: ErrorCode
  readonly context: FailureContext

  constructor(code: ErrorCode, context: FailureContext = {}) {
    super(context.detail ?? catalogue[code].message, context.cause === undefined ? undefined : { cause: context.cause })
    this.name = 'ServiceError'
    this.apiCode = code
    this.context = context
  }
}

/** What a check fails with, as a value: for calls in which one failure keeps nothing else. Undefined when it passes; bugs are thrown on. */
export async function refusalOf(check: () => unknown): Promise<ServiceError | undefined> {
  try {
    await check()
    return undefined
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

/** Throws the catalogued error; reads as a sentence at the call site: `row ?? fail('TEMPLATE_NOT_FOUND')`. */
export function fail(code: ErrorCode, context?: FailureContext | string): never {
  throw new ServiceError(code, typeof context === 'string' ? { detail: context } : context)
}
