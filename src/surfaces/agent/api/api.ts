import { fail } from '../../../kernel/errors/index.ts'
import { type ApiOperation, type LoadOperations, createOperationsCache } from './document.ts'
import { ApiFailure, problemIn } from './failure.ts'
import { isRecord } from './record.ts'
import type { SendRequest } from './send-request.ts'

export interface ApiCall {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** Sent as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

export type ApiMethod = 'GET' | 'POST'

export interface Api {
  /** The response, whatever its status, for bodies that are read in part. */
  send(method: string, path: string, call: ApiCall): Promise<Response>
  /** The JSON body of a success. Throws ApiFailure for every other status. */
  json(method: ApiMethod, path: string, call: ApiCall): Promise<Record<string, unknown>>
  /** Every operation that the service publishes. */
  operations(): Promise<readonly ApiOperation[]>
}

/** Calls operations of the REST API. Paths are relative to the version, such as `/verify`. */
export function createApi(send: SendRequest, loadOperations: LoadOperations = createOperationsCache()): Api {
  const request: Api['send'] = async (method, path, { query = {}, body, headers, signal }) => {
    // URLs resolve such segments, also encoded, so that an id would choose another operation.
    if (/\/\.\.?(?:\/|$)/.test(path)) fail('VALIDATION_FAILED', 'An id must not be . or .. in any argument.')
    return send(`/v1${path}${searchOf(query)}`, {
      method,
      signal,
      headers: { accept: 'application/json', ...(body === undefined ? {} : jsonType), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }
  return {
    send: request,
    async json(method, path, call) {
      const response = await request(method, path, call)
      if (!response.ok) throw new ApiFailure(await problemIn(response))
      const value: unknown = response.status === 204 ? {} : await response.json()
      return isRecord(value) ? value : { value }
    },
    operations: () => loadOperations(send),
  }
}

const jsonType = { 'content-type': 'application/json' }

function searchOf(query: NonNullable<ApiCall['query']>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
