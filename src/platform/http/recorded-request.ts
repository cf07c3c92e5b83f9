import type { ErrorCode } from '../../kernel/errors/index.ts'
import type { Caller } from '../identity/index.ts'
import type { Exchange } from './exchange.ts'

/** One completed request of an API key: neither its body nor its query. */
export interface RecordedRequest {
  projectId: string
  keyId: string
  method: string
  operation: string
  status: number
  /** From the arrival of the headers to the headers of the response. */
  ms: number
  requestId: string
  code: ErrorCode | undefined
  /** JSON Pointer of the first issue. */
  field: string | undefined
}

/** Records requests of API keys once their response is final. Neither throws nor waits. */
export interface RequestRecorder {
  record(request: RecordedRequest): void
}

export function recordedRequest(exchange: Exchange, caller: Caller, status: number): RecordedRequest {
  return {
    projectId: caller.projectId,
    keyId: caller.actor.id,
    method: exchange.method,
    operation: exchange.operation?.id ?? '',
    status,
    ms: performance.now() - exchange.startedAtMs,
    requestId: exchange.id,
    code: exchange.failure,
    field: exchange.failedField,
  }
}
