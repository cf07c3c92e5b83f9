import { type ServerEvent, readEvents } from '../../../sdk/typescript/src/streams.ts'
import { readLines } from './read-lines.ts'

/**
 * Requests of the console to the API of its own origin: the session cookie authenticates, Svc-Csrf proves the page, Svc-Project
 * selects the project.
 */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

export interface RequestOptions {
  query?: Query
  body?: unknown
  /** ETag that the resource must still have. */
  ifMatch?: string
  signal?: AbortSignal
}

export interface Api {
  get<T>(path: string, options?: RequestOptions): Promise<T>
  post<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>
  put<T>(path: string, body: unknown, options?: RequestOptions): Promise<T>
  /** Undefined if the deletion is over; otherwise what continues it, such as a job. */
  remove<T = void>(path: string, options?: RequestOptions): Promise<T | undefined>
  /** Sends a form with a file. */
  upload<T>(path: string, form: FormData, options?: RequestOptions): Promise<T>
  download(path: string, options?: RequestOptions): Promise<Blob>
  /** JSON values of a file with one on each line, as they arrive; leaving the loop closes the connection. */
  readRows<T>(path: string, options?: RequestOptions): AsyncGenerator<T, void>
  /** Server-Sent Events; ends with the stream. Leaving the loop closes the connection. */
  watch(path: string, signal: AbortSignal): AsyncGenerator<ServerEvent, void>
  /** A token with which the signed-in person opens the editor. */
  requestEditorToken(): Promise<EditorToken>
}

export interface EditorToken {
  plugin_id: string
  token: string
}

/** A refused request, by the problem that the API describes (RFC 9457). */
export class ApiFailure extends Error {
  readonly code: string
  readonly status: number

  constructor(status: number, { code = 'UNKNOWN', message }: { code?: string | undefined; message: string }) {
    super(message)
    this.code = code
    this.status = status
  }
}

export interface ApiOptions {
  csrf: string
  projectId: string | undefined
  /** Called when the session has ended. */
  onSignedOut: () => void
}

/** How often a read is repeated that a busy service refuses. */
const maxRepeats = 3
const longestPauseS = 10

/** Waits as long as the response asks for, or one second. */
function pause(response: Response, signal: AbortSignal | undefined): Promise<void> {
  const seconds = Math.min(longestPauseS, Number(response.headers.get('retry-after')) || 1)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal?.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason as Error)), { once: true })
  })
}

export function createApi({ csrf, projectId, onSignedOut }: ApiOptions): Api {
  async function send(
    method: string,
    path: string,
    { query, body, ifMatch, signal }: RequestOptions = {},
    accept = 'application/json',
  ) {
    const headers = new Headers({ accept })
    if (method !== 'GET') headers.set('svc-csrf', csrf)
    if (projectId !== undefined) headers.set('svc-project', projectId)
    if (ifMatch !== undefined) headers.set('if-match', ifMatch)
    const isForm = body instanceof FormData
    const isFile = body instanceof Blob
    // Browsers write the type of a form themselves, with its boundary.
    if (body !== undefined && !isForm)
      headers.set('content-type', isFile ? 'application/octet-stream' : 'application/json')
    const request = () =>
      fetch(`${path}${printQuery(query)}`, {
        method,
        headers,
        body: body === undefined ? null : isForm || isFile ? body : JSON.stringify(body),
        signal: signal ?? null,
      })
    let response = await request()
    for (let repeats = 0; method === 'GET' && response.status === 503 && repeats < maxRepeats; repeats++) {
      await pause(response, signal)
      response = await request()
    }
    if (response.status === 401) onSignedOut()
    if (!response.ok) throw await failureOf(response)
    return response
  }

  const read = async <T>(response: Response) => (response.status === 204 ? undefined : await response.json()) as T
  return {
    get: async <T>(path: string, options?: RequestOptions) => read<T>(await send('GET', `/v1${path}`, options)),
    post: async <T>(path: string, body: unknown, options?: RequestOptions) =>
      read<T>(await send('POST', `/v1${path}`, { ...options, body })),
    put: async <T>(path: string, body: unknown, options?: RequestOptions) =>
      read<T>(await send('PUT', `/v1${path}`, { ...options, body })),
    remove: async <T = void>(path: string, options?: RequestOptions) =>
      read<T | undefined>(await send('DELETE', `/v1${path}`, options)),
    upload: async <T>(path: string, form: FormData, options?: RequestOptions) =>
      read<T>(await send('POST', `/v1${path}`, { ...options, body: form })),
    download: async (path, options) => (await send('GET', `/v1${path}`, options, '*/*')).blob(),
    async *readRows<T>(path: string, options?: RequestOptions) {
      const response = await send('GET', `/v1${path}`, options, '*/*')
      for await (const line of readLines(response)) yield JSON.parse(line) as T
    },
    async *watch(path, signal) {
      yield* readEvents(await send('GET', `/v1${path}`, { signal }, 'text/event-stream'))
    },
    requestEditorToken: async () => read<EditorToken>(await send('POST', '/console/editor-token')),
  }
}

function printQuery(query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each) => [name, String(each)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

interface Problem {
  code?: string
  title?: string
  detail?: string
  issues?: readonly { path: string; message: string }[]
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const { code, detail, issues, title } = (await response.json().catch(() => ({}))) as Problem
  const listed = issues?.map(({ message, path }) => `${path.slice(1)}: ${message}`).join(' · ')
  return new ApiFailure(response.status, { code, message: listed ?? detail ?? title ?? response.statusText })
}
