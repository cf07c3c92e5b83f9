import type { Account, Dialect } from './account.ts'
import { PushFailure, kindOfStatus, readRetryAfter } from './failure.ts'
import { type FormPart, writeForm } from './form.ts'

export interface WireRequest {
  method: Method
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array
}

/** An HTTP response; header names are in lower case. */
export interface WireAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}

/** Sends a request without following redirects. Throws a PushFailure if there is no response. */
export type Wire = (request: WireRequest) => Promise<WireAnswer>

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface ApiRequest {
  query?: Readonly<Record<string, string>>
  json?: unknown
  form?: readonly FormPart[]
}

/** The API of one account. Bodies are parsed as JSON; responses without success throw a PushFailure. */
export class Api {
  readonly #dialect: Dialect
  readonly #account: Account
  readonly #origin: string
  readonly #wire: Wire
  readonly #now: () => number

  /** `baseUrl` replaces the provider's own URL. */
  constructor(
    dialect: Dialect,
    account: Account,
    { wire, baseUrl, now = Date.now }: { wire: Wire; baseUrl?: string | undefined; now?: () => number },
  ) {
    this.#dialect = dialect
    this.#account = account
    this.#origin = (baseUrl ?? dialect.origin(account)).replace(/(?<!\/)\/+$/, '')
    this.#wire = wire
    this.#now = now
  }

  get(path: string, query?: ApiRequest['query']): Promise<unknown> {
    return this.#call('GET', path, query === undefined ? {} : { query })
  }

  post(path: string, request: ApiRequest): Promise<unknown> {
    return this.#call('POST', path, request)
  }

  put(path: string, request: ApiRequest): Promise<unknown> {
    return this.#call('PUT', path, request)
  }

  patch(path: string, request: ApiRequest): Promise<unknown> {
    return this.#call('PATCH', path, request)
  }

  async #call(method: Method, path: string, { form, json, query }: ApiRequest): Promise<unknown> {
    const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
    const headers: Record<string, string> = { Accept: 'application/json', ...this.#dialect.authorize(this.#account) }
    const request: WireRequest = { method, url: `${this.#origin}${path}${search}`, headers }
    if (json !== undefined) {
      headers['Content-Type'] ??= 'application/json'
      request.body = JSON.stringify(json)
    }
    if (form !== undefined) {
      const { type, body } = writeForm(form)
      headers['Content-Type'] = type
      request.body = body
    }
    return this.#read(method, await this.#wire(request))
  }

  #read(method: Method, { body, headers, status }: WireAnswer): unknown {
    const text = new TextDecoder().decode(body)
    const parsed = readJson(text)
    const kind = kindOfStatus(status)
    if (kind === undefined) {
      if (parsed !== undefined || text.trim() === '') return parsed
      throw new PushFailure('garbled', `${this.#dialect.name} responded with ${status} and a body that is not JSON.`, {
        status,
        isUncertain: method !== 'GET',
      })
    }
    const words = this.#dialect.explain(parsed) ?? (parsed === undefined ? plain(text) : undefined)
    const retryAfterMs =
      readRetryAfter(headers['retry-after'], this.#now()) ?? this.#dialect.retryAfterMs?.(headers, this.#now())
    const said = words === undefined || words === '' ? '' : `: ${this.#withoutSecrets(words)}`
    throw new PushFailure(kind, `${this.#dialect.name} answered ${status}${said}`, {
      status,
      retryAfterMs,
      isUncertain: method !== 'GET' && status >= 500,
    })
  }

  // Some providers repeat an invalid key in their error message.
  #withoutSecrets(words: string): string {
    const secrets = Object.values(this.#account.credentials).filter((secret) => secret.length > 3)
    return secrets.reduce((text, secret) => text.split(secret).join('…'), words).slice(0, 1000)
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

// HTML pages are not an error message.
function plain(text: string): string | undefined {
  const line = text.trim()
  return line === '' || line.startsWith('<') || line.length > 300 ? undefined : line
}
