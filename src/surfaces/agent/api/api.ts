import { ApiFailure, problemIn } from './failure.ts'

/** Sends a request with the caller's credentials to the service: over the network, or to the same process. */
export type SendRequest = (path: string, init: RequestInit) => Promise<Response>

export interface ApiCall {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** Sent as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

export type ApiMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Api {
  /** The response, whatever its status, for bodies that are read in part. */
  send(method: ApiMethod, path: string, call: ApiCall): Promise<Response>
  /** The JSON body of a success. Throws ApiFailure for every other status. */
  json(method: ApiMethod, path: string, call: ApiCall): Promise<Record<string, unknown>>
}

/** Calls operations of the REST API. Paths are relative to the version, such as `/verify`. */
export function createApi(send: SendRequest): Api {
  const request: Api['send'] = (method, path, { query = {}, body, headers, signal }) =>
    send(`/v1${path}${searchOf(query)}`, {
      method,
      signal,
      headers: { accept: 'application/json', ...(body === undefined ? {} : jsonType), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    send: request,
    async json(method, path, call) {
      const response = await request(method, path, call)
      if (!response.ok) throw new ApiFailure(await problemIn(response))
      const value: unknown = response.status === 204 ? {} : await response.json()
      return isRecord(value) ? value : { value }
    },
  }
}

const jsonType = { 'content-type': 'application/json' }

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function searchOf(query: NonNullable<ApiCall['query']>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
