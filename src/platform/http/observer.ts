import type { ErrorCode } from '../../kernel/errors/index.ts'
import type { Caller } from '../identity/index.ts'
import type { OperationInput } from './operation-input.ts'
import { type Exchange, addressOf } from './exchange.ts'

/** The result of an observer's `describe`. */
export type CallSubject = object

/** One completed request to an operation. */
export interface ObservedCall {
  readonly operationId: string
  readonly status: number
  readonly failure: ErrorCode | undefined
  /** Undefined for unauthenticated requests. */
  readonly caller: Caller | undefined
  readonly requestId: string
  readonly subject: CallSubject | undefined
  /** The IP address of the peer; costs a call into the runtime. */
  ip(): string | undefined
  /** The value of `Svc-Api-Auth`. */
  apiKey(): string | null
}

/** Observes operations outside of their handlers. Neither member may throw or wait. */
export interface CallObserver {
  /** Derives the subject of a request from its input, before the handler runs. */
  describe(operationId: string, input: OperationInput): CallSubject | undefined
  /** Called once for each request to an operation, when its response is final. */
  observe(call: ObservedCall): void
}

export function observedCall(exchange: Exchange, operationId: string, status: number): ObservedCall {
  return {
    operationId,
    status,
    failure: exchange.failure,
    caller: exchange.caller,
    requestId: exchange.id,
    subject: exchange.subject,
    ip: () => addressOf(exchange),
    apiKey: () => exchange.request.headers.get('svc-api-auth'),
  }
}
