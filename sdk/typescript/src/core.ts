import { randomId } from './crypto.ts'
import {
  ApiError,
  ConfigurationError,
  ConnectionError,
  InvalidResponseError,
  type SvcError,
  TimeoutError,
} from './errors.ts'
import type { Operation, Parameters } from './operation.ts'
import type { ClientOptions, RequestOptions, Transport, TransportRequest } from './options.ts'
import { readFailure, readJson, requestIdOf } from './response.ts'
import { isIdempotent, isTransient, retryDelay } from './retries.ts'
import { Download, readEvents } from './streams.ts'
import { bytesBody, formBody, isStream } from './upload.ts'
import { pathNames, urlOf } from './url.ts'
import { version } from './generated/version.ts'

interface Prepared {
  operation: Operation
  url: string
  headers: Record<string, string>
  body: string | Blob | ReadableStream<Uint8Array> | undefined
  options: RequestOptions
}

const maxRedirects = 5
const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308]
const credentialHeaders = ['Svc-Api-Auth', 'ES-PLUGIN-AUTH', 'Svc-Session']

/** Sends the calls of all resources. Its credentials are private, so that no log of the client shows them. */
export class Core {
  readonly #options: ClientOptions
  readonly #baseUrl: string
  readonly #credentials: Readonly<Record<string, string | undefined>>
  readonly #transport: Transport

  constructor(options: ClientOptions) {
    this.#options = options
    this.#baseUrl = baseUrlOf(options.baseUrl ?? environment('SVC_URL'))
    this.#credentials = {
      'Svc-Api-Auth': credential('apiKey', options.apiKey ?? environment('SVC_API_KEY')),
      'ES-PLUGIN-AUTH': credential('pluginToken', options.pluginToken),
      'Svc-Session': credential('sessionId', options.sessionId),
    }
    this.#transport = options.transport ?? ((url, request) => fetch(url, request))
  }

  /** The result as the operation describes it; every member that the service sent is in it, known or not. */
  async call(operation: Operation, parameters: Parameters, options: RequestOptions): Promise<unknown> {
    const prepared = await this.#prepare(operation, parameters, options)
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#attempt(prepared).catch((error: unknown) => error as SvcError)
      if (!(outcome instanceof Error)) return outcome.result
      const delay = this.#delay(prepared, outcome, attempt)
      if (delay === undefined || options.signal?.aborted === true) throw outcome
      await (this.#options.sleep ?? sleep)(delay, options.signal)
    }
  }

  async #prepare(operation: Operation, parameters: Parameters, options: RequestOptions): Promise<Prepared> {
    const url = urlOf(this.#baseUrl, operation, parameters)
    const headers: Record<string, string> = {
      Accept: operation.result === 'json' || operation.result === 'none' ? 'application/json' : '*/*',
      'User-Agent': `svc-typescript/${version}`,
      ...this.#authHeaders(operation),
    }
    if (operation.once === true) headers['Idempotency-Key'] = options.idempotencyKey ?? (await randomId())
    else if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey
    if (options.ifMatch !== undefined) headers['If-Match'] = options.ifMatch
    if (options.ifNoneMatch !== undefined) headers['If-None-Match'] = options.ifNoneMatch
    const { body, type } = bodyOf(operation, parameters, await randomId())
    if (type !== undefined) headers['Content-Type'] = type
    return { operation, url, headers: { ...headers, ...options.headers }, body, options }
  }

  #authHeaders({ id, auth }: Operation): Record<string, string> {
    const names = { none: [], key: [0], token: [1], session: [1, 2] }[auth].map(
      (index) => credentialHeaders[index] ?? '',
    )
    const options = ['apiKey', 'pluginToken', 'sessionId']
    return Object.fromEntries(
      names.map((name) => {
        const value = this.#credentials[name]
        if (value !== undefined) return [name, value]
        const missing = options[credentialHeaders.indexOf(name)]
        throw new ConfigurationError('INVALID_OPTIONS', `${id} requires the option ${missing} of the client`)
      }),
    )
  }

  async #attempt(prepared: Prepared): Promise<{ result: unknown }> {
    const { operation, options } = prepared
    const timeout = options.timeout ?? this.#options.timeout ?? 30_000
    const controller = new AbortController()
    const timer = setTimeout(
      () => controller.abort(new TimeoutError('TIMEOUT', `No response in ${timeout} ms`)),
      timeout,
    )
    const abort = () => controller.abort(options.signal?.reason)
    options.signal?.addEventListener('abort', abort)
    if (options.signal?.aborted === true) abort()
    const isWhole = operation.result === 'json' || operation.result === 'none'
    try {
      const response = await Promise.race([this.#send(prepared, controller.signal), aborted(controller.signal)])
      const result = await this.#read(operation, response)
      this.#report(options, response)
      if (isWhole) options.signal?.removeEventListener('abort', abort)
      return { result }
    } catch (error) {
      options.signal?.removeEventListener('abort', abort)
      throw failureOf(error, controller.signal)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Credentials go to no other origin, and no redirect changes what a call does. */
  async #send({ operation, url, headers, body }: Prepared, signal: AbortSignal): Promise<Response> {
    let [target, sent] = [url, headers]
    for (let redirects = 0; ; redirects += 1) {
      const request: TransportRequest = { method: operation.method, headers: sent, signal, redirect: 'manual' }
      if (body !== undefined) request.body = body
      if (isStream(body)) request.duplex = 'half'
      const response = await this.#transport(target, request)
      const location = response.headers.get('location')
      const isRedirect = redirectStatuses.includes(response.status) && location !== null
      if (!isRedirect || operation.method !== 'GET' || redirects >= maxRedirects) return response
      const next = parseUrl(location, target)
      if (next === undefined || !isAllowed(new URL(target), next)) return response
      await response.body?.cancel()
      if (next.origin !== new URL(target).origin) sent = withoutCredentials(sent)
      target = next.href
    }
  }

  async #read(operation: Operation, response: Response): Promise<unknown> {
    const maxBytes = this.#options.maxResponseBytes ?? 64 * 1024 * 1024
    if (response.status >= 300) throw await readFailure(response, maxBytes, this.#now())
    if (operation.result === 'bytes') return new Download(response)
    if (operation.result === 'events') return readEvents(response)
    if (operation.result === 'json' && response.status !== 204) return await readJson(response, maxBytes)
    await response.body?.cancel()
    return null
  }

  #report(options: RequestOptions, { status, headers }: Response): void {
    const details = { status, headers, requestId: requestIdOf(headers) }
    this.#options.onResponse?.(details)
    options.onResponse?.(details)
  }

  /** Milliseconds before the next attempt; undefined for a failure that is final. */
  #delay({ operation, headers, body, options }: Prepared, error: SvcError, attempt: number): number | undefined {
    const isRepeatable = isIdempotent(operation.method, headers['Idempotency-Key'] !== undefined)
    const isRetried =
      error instanceof ApiError
        ? isTransient(error.status, error.code, isRepeatable)
        : isRepeatable && (error instanceof ConnectionError || error.code === 'INVALID_RESPONSE')
    if (!isRetried || isStream(body) || attempt >= (options.maxRetries ?? this.#options.maxRetries ?? 2))
      return undefined
    const jitter = (this.#options.random ?? Math.random)()
    return retryDelay(attempt, error instanceof ApiError ? error.retryAfter : undefined, jitter)
  }

  #now(): number {
    return (this.#options.now ?? Date.now)()
  }
}

function bodyOf(
  operation: Operation,
  parameters: Parameters,
  boundary: string,
): { body: Prepared['body']; type: string | undefined } {
  if (operation.body === undefined) return { body: undefined, type: undefined }
  if (operation.body === 'bytes') return bytesBody(parameters['content'])
  const elsewhere = new Set([...pathNames(operation), ...(operation.query ?? [])])
  const members = Object.fromEntries(Object.entries(parameters).filter(([name]) => !elsewhere.has(name)))
  return operation.body === 'form'
    ? formBody(members, boundary)
    : { body: JSON.stringify(members), type: 'application/json' }
}

function baseUrlOf(text: string | undefined): string {
  const url = text === undefined ? undefined : parseUrl(text)
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return `${url.origin}${url.pathname}`.replace(/\/$/, '')
  throw new ConfigurationError('INVALID_OPTIONS', 'baseUrl, or SVC_URL, must be the http or https URL of the service')
}

function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

function credential(name: string, value: string | undefined): string | undefined {
  if (value === undefined || /^[\x21-\x7e]+$/.test(value)) return value
  throw new ConfigurationError('INVALID_OPTIONS', `${name} must be visible ASCII without spaces`)
}

function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env?.[name] || undefined
}

/** Rejects when the signal is aborted, so that no transport can delay a timeout. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(new Error('Aborted'))
    signal.addEventListener('abort', () => reject(new Error('Aborted')), { once: true })
  })
}

/** Never from https to http, nor to files. */
function isAllowed(from: URL, to: URL): boolean {
  return to.protocol === 'https:' || (to.protocol === 'http:' && from.protocol === 'http:')
}

function withoutCredentials(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !credentialHeaders.includes(name)))
}

function failureOf(error: unknown, signal: AbortSignal): Error {
  if (error instanceof ApiError || error instanceof InvalidResponseError) return error
  if (signal.aborted) return signal.reason instanceof Error ? signal.reason : new Error('Aborted')
  const message = error instanceof Error ? error.message : 'Connection failed'
  return new ConnectionError('CONNECTION_FAILED', message, { cause: error })
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(end, milliseconds)
    function end() {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    function stop() {
      clearTimeout(timer)
      reject(signal?.reason instanceof Error ? signal.reason : new Error('Aborted'))
    }
    signal?.addEventListener('abort', stop)
  })
}
