import { type ErrorResponse, type Started, readFailure } from '../../../sdk/browser/protocol/index.ts'

/** A failure that the service answered, or that no answer came; `context` is what the service adds for its code. */
export class ApiFailure extends Error implements ErrorResponse {
  readonly error: string
  readonly code: ErrorResponse['code']
  readonly details?: string
  readonly errorType: ErrorResponse['errorType']
  readonly isRecoverable: boolean
  /** Members beside the five, such as `revision` and `operationsSince` of REVISION_CONFLICT. */
  readonly context: Readonly<Record<string, unknown>>
  /** Of the response; 0 without one. */
  readonly status: number

  constructor(failure: ErrorResponse, context: Record<string, unknown> = {}, status = 0) {
    super(failure.error)
    this.status = status
    this.error = failure.error
    this.code = failure.code
    if (failure.details !== undefined) this.details = failure.details
    this.errorType = failure.errorType
    this.isRecoverable = failure.isRecoverable
    this.context = context
  }
}

/** What a refresh answers: in a frame that opened its session by itself, with the token of the new one. */
export interface Refreshed extends Started {
  token?: string
}

export interface RequestDeps {
  pluginId: string
  emailId: string
  startFrom?: string | undefined
  /** Uses the host page for a token. */
  getAuthToken(): Promise<string>
  /** Two tokens in a row were refused as expired. */
  onAuthExpired(): void
  /** Where it is given, nobody here may open another session: a session that ended is reported, and its calls fail. */
  onSessionEnd?(failure: unknown): void
  /** A refresh has succeeded; calls from now on are of its session. */
  onRefresh?(refreshed: Refreshed): void
  /** In place of the browser's. */
  fetch?: (path: string, init: RequestInit) => Promise<Response>
  /** Waits for so many ms. */
  wait?: (ms: number) => Promise<void>
}

/** What a call sends besides its path. */
export interface CallInit {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON; a form as it is. */
  body?: unknown
  signal?: AbortSignal | undefined
  /** Sent as the page goes: with the token there is, for nobody can be queried any more, and finished without it. */
  parting?: boolean
  /** Uses the last token, so that requests that repeat on their own do not ask the host page for one each time. */
  reusesToken?: boolean
}

/** Calls of the plugin surface under one session. */
export interface Requests {
  /** Uses the session that a backend made, or makes one. */
  start(given?: { sessionId: string; expiresAt?: number }): Promise<Started>
  /** Fails with an ApiFailure. A session that ended is made anew, once, and the call repeated: nothing typed is lost. */
  send<T>(path: string, init?: CallInit): Promise<T>
  /** A new session id in place of the one there is; the old one ends. */
  refresh(): Promise<Started>
}

const base = '/v1/plugin'
/** The pauses before a request is repeated that got no response, in ms; a random part of up to half of each is left out. */
const retryPausesMs = [400, 1200, 3000]
/** A longer Retry-After, in ms, is left to whoever called. */
const maxRetryAfterMs = 10_000
/** Without a response after so many ms there is none; longer than the service works on any. Uploads take what the network needs. */
const timeoutMs = 90_000

/**
 * Calls on this origin, each with a token that the host page was requested. A call that got no response, or 502, 503 or 504, is
 * repeated up to three times; every POST has an Idempotency-Key, so that it is done once.
 */
export function createRequests(parts: RequestDeps): Requests {
  // Tells this window from another one of the same person, for the editing lock; it stays when the session changes.
  const seat = crypto.randomUUID()
  let session: Started | undefined
  let lastToken: string | undefined
  let opening: Promise<Started> | undefined
  const { fetch: ask = (path, init) => fetch(path, init), wait = waitByClock } = parts

  async function freshToken(): Promise<string> {
    lastToken = await parts.getAuthToken()
    return lastToken
  }

  /** One request under a fresh token; once more under another one when the first was too old. */
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

  /** The same request again while there is no response and a pause is left. */
  async function repeated(
    path: string,
    init: KeyedInit,
    under: { token: string; sessionId: string | undefined },
  ): Promise<unknown> {
    for (let tries = 0; ; tries++) {
      try {
        return await request(path, init, { ...under, ask })
      } catch (error) {
        // What repeats on its own does so anyway, and what is sent as the page goes cannot.
        const ms = init.reusesToken || init.parting ? undefined : pauseAfter(error, tries)
        if (ms === undefined) throw error
        await wait(ms)
        if (init.signal?.aborted) throw error
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
    // Another call may have got a new one meanwhile.
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
      // Together, for a token may be good for one session only.
      session = answer
      lastToken = answer.token ?? lastToken
      parts.onRefresh?.(answer)
      return { sessionId: answer.sessionId, expiresAt: answer.expiresAt }
    },
  }
}

/** A call whose repetitions the service recognizes by a key of its own. */
type KeyedInit = CallInit & { method: NonNullable<CallInit['method']>; key?: string }

function keyed(init: CallInit): KeyedInit {
  const method = init.method ?? (init.body === undefined ? 'GET' : 'POST')
  return { ...init, method, ...(method === 'POST' ? { key: crypto.randomUUID() } : {}) }
}

/** Milliseconds to wait before a request is repeated that failed; undefined where it is not. */
function pauseAfter(error: unknown, tries: number): number | undefined {
  const pause = retryPausesMs[tries]
  if (pause === undefined || !(error instanceof ApiFailure)) return undefined
  const { retryAfterSeconds: seconds } = error.context
  const isUnanswered = error.code === 'NETWORK_ERROR' && globalThis.navigator?.onLine !== false
  // 409 with Retry-After: the first try is still running.
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
  const { method, body, key, parting = false, signal } = init
  const isForm = body instanceof FormData
  const ending = new AbortController()
  const end = () => ending.abort()
  const timer = parting || isForm ? undefined : setTimeout(end, timeoutMs)
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end)
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
    // Cut off on its way, or the page of a network that wants a sign-in.
    if (answer === undefined && response.status !== 204) throw unreached()
    return answer
  } catch (error) {
    if (error instanceof ApiFailure || signal?.aborted) throw error
    throw unreached()
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

function failureOf({ headers, status }: Response, answer: unknown): ApiFailure {
  const { error, code, details, errorType, isRecoverable, ...context } = Object(answer) as Record<string, unknown>
  const failure = readFailure({ error, code, details, errorType, isRecoverable }, 'INTERNAL')
  const retryAfter = headers.get('retry-after')
  const more = retryAfter === null ? context : { ...context, retryAfterSeconds: Number(retryAfter) }
  return new ApiFailure(failure, more, status)
}

function unreached(): ApiFailure {
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
