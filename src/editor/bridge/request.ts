import { type ErrorResponse, type Started, readFailure } from '../../../sdk/browser/protocol/index.ts'

/** An error response of the service, or no response; `context` contains the extra members of its code. */
export class ApiFailure extends Error implements ErrorResponse {
  readonly error: string
  readonly code: ErrorResponse['code']
  readonly details?: string
  readonly issues?: NonNullable<ErrorResponse['issues']>
  readonly errorType: ErrorResponse['errorType']
  readonly isRecoverable: boolean
  /** For example `revision` and `operationsSince` of REVISION_CONFLICT. */
  readonly context: Readonly<Record<string, unknown>>
  /** HTTP status; 0 without a response. */
  readonly status: number

  constructor(failure: ErrorResponse, context: Record<string, unknown> = {}, status = 0) {
    super(failure.error)
    this.status = status
    this.error = failure.error
    this.code = failure.code
    if (failure.details !== undefined) this.details = failure.details
    if (failure.issues !== undefined) this.issues = failure.issues
    this.errorType = failure.errorType
    this.isRecoverable = failure.isRecoverable
    this.context = context
  }
}

/** With a session from the URL, a refresh also returns a new token. */
export interface Refreshed extends Started {
  token?: string
}

export interface RequestDeps {
  pluginId: string
  emailId: string
  startFrom?: string | undefined
  getAuthToken(): Promise<string>
  /** Two consecutive tokens were rejected as expired. */
  onAuthExpired(): void
  /** Set if no other session can be opened: the end of the session is reported, and its calls fail. */
  onSessionEnd?(failure: unknown): void
  /** Later calls use the refreshed session. */
  onRefresh?(refreshed: Refreshed): void
  /** Default: the browser's. */
  fetch?: (path: string, init: RequestInit) => Promise<Response>
  /** Default: setTimeout. */
  wait?: (ms: number) => Promise<void>
}

export interface CallInit {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON; FormData as it is. */
  body?: unknown
  /**
   * Sent while the page unloads: as a keepalive request with the current token, because there is no time to request
   * another.
   */
  parting?: boolean
  /** For polling: reuses the last token instead of requesting one from the host page each time. */
  reusesToken?: boolean
}

/** Calls of the plugin API in one session. */
export interface Requests {
  /** Uses the session that a backend created, or creates one. */
  start(given?: { sessionId: string; expiresAt?: number }): Promise<Started>
  /** Rejects with an ApiFailure. An ended session is recreated once and the call repeated, so no edit is lost. */
  send<T>(path: string, init?: CallInit): Promise<T>
  /** Replaces the session id; the old session ends. */
  refresh(): Promise<Started>
}

const base = '/v1/plugin'
/** Pauses before retries without a response, in ms, shortened by a random half at most. */
const retryPausesMs = [400, 1200, 3000]
/** In ms; the caller handles a longer Retry-After. */
const maxRetryAfterMs = 10_000
/** In ms, longer than the service works on any request. Uploads have no timeout. */
const timeoutMs = 90_000

/**
 * Calls to this origin, each with a token of the host page. Without a response, or on 502, 503 or 504, a call is
 * retried up to three times; every POST has an Idempotency-Key, so that it takes effect once.
 */
export function createRequests(parts: RequestDeps): Requests {
  // Distinguishes windows of the same user for the editing lock; survives a change of the session.
  const seat = crypto.randomUUID()
  let session: Started | undefined
  let lastToken: string | undefined
  let opening: Promise<Started> | undefined
  const { fetch: ask = (path, init) => fetch(path, init), wait = waitByClock } = parts

  async function freshToken(): Promise<string> {
    lastToken = await parts.getAuthToken()
    return lastToken
  }

  /** Retried once with another token if the first one has expired. */
  async function call(path: string, init: KeyedInit, sessionId?: string): Promise<unknown> {
    if (init.parting && lastToken !== undefined) return request(path, init, { token: lastToken, sessionId, ask })
    try {
      const known = init.reusesToken ? lastToken : undefined
      return await repeated(path, init, { token: known ?? (await freshToken()), sessionId })
    } catch (error) {
      if (!isFailure(error, 'PLUGIN_AUTH_EXPIRED')) throw error
    }
    try {
      return await repeated(path, init, { token: await freshToken(), sessionId })
    } catch (error) {
      if (isFailure(error, 'PLUGIN_AUTH_EXPIRED')) parts.onAuthExpired()
      throw error
    }
  }

  /** Retries while there is no response and a pause is left. */
  async function repeated(
    path: string,
    init: KeyedInit,
    under: { token: string; sessionId: string | undefined },
  ): Promise<unknown> {
    for (let tries = 0; ; tries++) {
      try {
        return await request(path, init, { ...under, ask })
      } catch (error) {
        // Polling repeats anyway, and a request of an unloading page cannot be retried.
        const ms = init.reusesToken || init.parting ? undefined : pauseAfter(error, tries)
        if (ms === undefined) throw error
        await wait(ms)
      }
    }
  }

  function open(): Promise<Started> {
    const { pluginId, emailId, startFrom } = parts
    const body = { pluginId, emailId, seat, ...(startFrom === undefined ? {} : { startFrom }) }
    opening ??= call('/init', keyed({ body }))
      .then((answer) => (session = answer as Started))
      .finally(() => (opening = undefined))
    return opening
  }

  async function send(path: string, given: CallInit = {}): Promise<unknown> {
    const init = keyed(given)
    const { sessionId } = session ?? (await open())
    let ended: unknown
    try {
      return await call(path, init, sessionId)
    } catch (error) {
      if (!isFailure(error, 'SESSION_EXPIRED')) throw error
      ended = error
    }
    // Another call may have opened a new session meanwhile.
    const isNewer = session !== undefined && session.sessionId !== sessionId
    if (!isNewer && parts.onSessionEnd !== undefined) {
      parts.onSessionEnd(ended)
      throw ended
    }
    return call(path, init, isNewer ? session?.sessionId : (await open()).sessionId)
  }

  return {
    async start(given) {
      if (given === undefined) return open()
      session = { sessionId: given.sessionId, expiresAt: given.expiresAt ?? 0 }
      return session
    },
    send: send as Requests['send'],
    async refresh() {
      const answer = (await send('/refresh', { method: 'POST', body: {} })) as Refreshed
      // Set together, because a token may be valid for one session only.
      session = answer
      lastToken = answer.token ?? lastToken
      parts.onRefresh?.(answer)
      return { sessionId: answer.sessionId, expiresAt: answer.expiresAt }
    },
  }
}

/** With a key, so that the service recognizes retries. */
type KeyedInit = CallInit & { method: NonNullable<CallInit['method']>; key?: string }

function keyed(init: CallInit): KeyedInit {
  const method = init.method ?? (init.body === undefined ? 'GET' : 'POST')
  return { ...init, method, ...(method === 'POST' ? { key: crypto.randomUUID() } : {}) }
}

/** Milliseconds to wait before a retry; undefined if the request is not retried. */
function pauseAfter(error: unknown, tries: number): number | undefined {
  const pause = retryPausesMs[tries]
  if (pause === undefined || !(error instanceof ApiFailure)) return undefined
  const { retryAfterSeconds: seconds } = error.context
  const isUnanswered = error.code === 'NETWORK_ERROR' && globalThis.navigator?.onLine !== false
  // 409 with Retry-After: the first attempt is still running.
  const isBusy = [502, 503, 504].includes(error.status) || (error.status === 409 && seconds !== undefined)
  if (!isUnanswered && !isBusy) return undefined
  if (typeof seconds !== 'number' || Number.isNaN(seconds)) return pause * (1 - Math.random() / 2)
  return seconds * 1000 > maxRetryAfterMs ? undefined : seconds * 1000 + (pause * Math.random()) / 2
}

async function request(
  path: string,
  init: KeyedInit,
  { token, sessionId, ask }: { token: string; sessionId: string | undefined; ask: NonNullable<RequestDeps['fetch']> },
): Promise<unknown> {
  const { method, body, key, parting = false } = init
  const isForm = body instanceof FormData
  const ending = new AbortController()
  const timer = parting || isForm ? undefined : setTimeout(() => ending.abort(), timeoutMs)
  try {
    const response = await ask(base + path, {
      method,
      headers: {
        'es-plugin-auth': token,
        ...(sessionId === undefined ? {} : { 'svc-session': sessionId }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
      credentials: 'omit',
      keepalive: parting,
      signal: ending.signal,
    })
    const answer: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined)
    if (!response.ok) throw failureOf(response, answer)
    // The response was cut off, or came from a captive portal.
    if (answer === undefined && response.status !== 204) throw networkFailure()
    return answer
  } catch (error) {
    if (error instanceof ApiFailure) throw error
    throw networkFailure()
  } finally {
    clearTimeout(timer)
  }
}

function failureOf({ headers, status }: Response, answer: unknown): ApiFailure {
  const { error, code, details, errorType, isRecoverable, ...context } = Object(answer) as Record<string, unknown>
  const failure = readFailure({ error, code, details, errorType, isRecoverable }, 'INTERNAL')
  const retryAfter = headers.get('retry-after')
  const more = retryAfter === null ? context : { ...context, retryAfterSeconds: Number(retryAfter) }
  return new ApiFailure(failure, more, status)
}

function networkFailure(): ApiFailure {
  return new ApiFailure({
    error: 'The service cannot be reached',
    code: 'NETWORK_ERROR',
    errorType: 'network',
    isRecoverable: true,
  })
}

function isFailure(error: unknown, code: string): boolean {
  return error instanceof ApiFailure && error.code === code
}

function waitByClock(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
