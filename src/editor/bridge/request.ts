import { type ErrorResponse, type Started, readFailure } from '../../../sdk/browser/protocol/index.ts'

/** A failure that the service answered, or that no answer came; `context` is what the service adds for its code. */
export class ApiFailure extends Error implements ErrorResponse {
  readonly error: string
  readonly code: string
  readonly details?: string
  readonly errorType: ErrorResponse['errorType']
  readonly isRecoverable: boolean
  /** Members beside the five, such as `revision` and `operationsSince` of REVISION_CONFLICT. */
  readonly context: Readonly<Record<string, unknown>>

  constructor(failure: ErrorResponse, context: Record<string, unknown> = {}) {
    super(failure.error)
    this.error = failure.error
    this.code = failure.code
    if (failure.details !== undefined) this.details = failure.details
    this.errorType = failure.errorType
    this.isRecoverable = failure.isRecoverable
    this.context = context
  }
}

export interface RequestParts {
  pluginId: string
  emailId: string
  startFrom?: string | undefined
  /** Asks the host page for a token. */
  getAuthToken(): Promise<string>
  /** Two tokens in a row were refused as expired. */
  onAuthExpired(): void
}

/** What a call sends besides its path. */
export interface CallInit {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON; a form as it is. */
  body?: unknown
  signal?: AbortSignal | undefined
  /** Sent as the page goes: with the token there is, for nobody can be asked any more, and finished without it. */
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

/** Calls on this origin, each with a token that the host page was asked for. */
export function createRequests(parts: RequestParts): Requests {
  // Tells this window from another one of the same person, for the editing lock; it stays when the session changes.
  const seat = crypto.randomUUID()
  let session: Started | undefined
  let lastToken: string | undefined
  let opening: Promise<Started> | undefined

  async function freshToken(): Promise<string> {
    lastToken = await parts.getAuthToken()
    return lastToken
  }

  /** One request under a fresh token; once more under another one when the first was too old. */
  async function call(path: string, init: CallInit, sessionId?: string): Promise<unknown> {
    if (init.parting && lastToken !== undefined) return request(path, init, { token: lastToken, sessionId })
    try {
      const known = init.reusesToken ? lastToken : undefined
      return await request(path, init, { token: known ?? (await freshToken()), sessionId })
    } catch (error) {
      if (!isFailure(error, 'PLUGIN_AUTH_EXPIRED')) throw error
    }
    try {
      return await request(path, init, { token: await freshToken(), sessionId })
    } catch (error) {
      if (isFailure(error, 'PLUGIN_AUTH_EXPIRED')) parts.onAuthExpired()
      throw error
    }
  }

  function open(): Promise<Started> {
    const { pluginId, emailId, startFrom } = parts
    const body = { pluginId, emailId, seat, ...(startFrom === undefined ? {} : { startFrom }) }
    opening ??= call('/init', { body })
      .then((answer) => (session = answer as Started))
      .finally(() => (opening = undefined))
    return opening
  }

  async function send(path: string, init: CallInit = {}): Promise<unknown> {
    const { sessionId } = session ?? (await open())
    try {
      return await call(path, init, sessionId)
    } catch (error) {
      if (!isFailure(error, 'SESSION_EXPIRED')) throw error
    }
    // Another call may have got a new one meanwhile.
    const isNewer = session !== undefined && session.sessionId !== sessionId
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
      const answer = (await send('/refresh', { method: 'POST', body: {} })) as Started
      session = answer
      return answer
    },
  }
}

async function request(
  path: string,
  { method, body, parting = false, signal }: CallInit,
  { token, sessionId }: { token: string; sessionId: string | undefined },
): Promise<unknown> {
  const isForm = body instanceof FormData
  const response = await fetch(base + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      'es-plugin-auth': token,
      ...(sessionId === undefined ? {} : { 'svc-session': sessionId }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    credentials: 'omit',
    keepalive: parting,
    signal: signal ?? null,
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw new ApiFailure({
      error: 'The service cannot be reached',
      code: 'NETWORK_ERROR',
      errorType: 'network',
      isRecoverable: true,
    })
  })
  const answer: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined)
  if (response.ok) return answer
  const { error, code, details, errorType, isRecoverable, ...context } = Object(answer) as Record<string, unknown>
  const failure = readFailure({ error, code, details, errorType, isRecoverable }, 'INTERNAL')
  const retryAfter = response.headers.get('retry-after')
  throw new ApiFailure(failure, retryAfter === null ? context : { ...context, retryAfterSeconds: Number(retryAfter) })
}

function isFailure(error: unknown, code: string): boolean {
  return error instanceof ApiFailure && error.code === code
}
