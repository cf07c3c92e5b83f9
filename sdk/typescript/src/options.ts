/** What a transport gets; it returns the response without following redirects. */
export interface TransportRequest {
  method: string
  headers: Record<string, string>
  body?: string | Blob | ReadableStream<Uint8Array>
  signal: AbortSignal
  redirect: 'manual'
  /** Required by `fetch` for a body that is a stream. */
  duplex?: 'half'
}

/** Sends a request; the default is `fetch`. */
export type Transport = (url: string, request: TransportRequest) => Promise<Response>

/** Status and headers of a successful response, for ETags, credits and rates. */
export interface ResponseDetails {
  status: number
  headers: Headers
  requestId: string | undefined
}

export interface RequestOptions {
  /** Kept over retries. By default a new one for each call of an operation that accepts it. */
  idempotencyKey?: string
  /** ETag of the revision that the call changes. */
  ifMatch?: string
  /** ETag of the revision that the caller has; `NotModifiedError` if it is still current. */
  ifNoneMatch?: string
  /** Milliseconds for one attempt. */
  timeout?: number
  maxRetries?: number
  /** Further headers. */
  headers?: Record<string, string>
  signal?: AbortSignal
  onResponse?: (details: ResponseDetails) => void
}

export interface ClientOptions {
  /** URL of the service; by default the environment variable `SVC_URL`. */
  baseUrl?: string
  /** By default the environment variable `SVC_API_KEY`. */
  apiKey?: string
  /** For the operations of `plugin`: a signed token. */
  pluginToken?: string
  /** For the operations of `plugin`: the session that `plugin.init` returned. */
  sessionId?: string
  /** Milliseconds for one attempt, 30,000 by default. Downloads and events may take longer once they began. */
  timeout?: number
  /** 2 by default. */
  maxRetries?: number
  /** Longest JSON response in bytes, 64 MiB by default. */
  maxResponseBytes?: number
  transport?: Transport
  onResponse?: (details: ResponseDetails) => void
  /** Source of jitter, 0 to 1; for tests. */
  random?: () => number
  /** Waits for milliseconds between attempts; for tests. */
  sleep?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
  /** Milliseconds since 1970, to read dates of `Retry-After`; for tests. */
  now?: () => number
}
