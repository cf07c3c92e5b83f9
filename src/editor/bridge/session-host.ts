import {
  type EditorMethods,
  type EditorNotices,
  type Started,
  createChannel,
  defaultFeatures,
  readCallArgs,
  readFailure,
  refusalOfCall,
  type Port,
} from '../../../sdk/browser/protocol/index.ts'
import { allowedOrigins, type Host, type HostHandlers, NotEmbedded } from './host.ts'
import { createApi } from './api.ts'
import { type Credential, isRestored, keepCredential, reloadOnNewCredential, takeCredential } from './credential.ts'
import { ApiFailure, createRequests } from './request.ts'

/** Longest pause before a failed refresh is retried, in ms. */
const refreshPauseMs = 30_000

/** Opens the session in the URL of this frame; rejects as `connectHost` does. */
export function connectSession(): Host {
  const { hash } = location
  reloadOnNewCredential()
  const credential = takeCredential()
  const pluginId = new URLSearchParams(location.search).get('pluginId')
  if (credential !== undefined && pluginIdIn(credential.token) === pluginId) return openSession(credential)
  if (hash === '' && !isRestored()) throw new NotEmbedded('The URL opens no session.')
  const failure = hash === '' ? restored : incomplete
  createChannel(openParentPort(allowedOrigins()), silent).notify('error', failure)
  throw new ApiFailure(failure)
}

const silent = {
  silenceMs: refreshPauseMs,
  emit: () => undefined,
  answer: () => Promise.reject(new Error('No session.')),
}

const incomplete = {
  error: 'Invalid plugin authentication',
  code: 'PLUGIN_AUTH_INVALID',
  details: 'The fragment of editorUrl is not complete, or belongs to another Plugin ID.',
  errorType: 'auth',
  isRecoverable: false,
} as const

const restored = {
  error: 'Session expired or not found',
  code: 'SESSION_EXPIRED',
  details: 'The browser went back to this frame. Set src to the editorUrl of a new session.',
  errorType: 'auth',
  isRecoverable: true,
} as const

/** Unverified; the service checks the signature. */
function pluginIdIn(token: string): unknown {
  try {
    const text = atob(token)
    return (JSON.parse(text.slice(0, text.lastIndexOf('.'))) as { pluginId?: unknown }).pluginId
  } catch {
    return undefined
  }
}

/**
 * The host of a frame that `editorUrl` opened. Its session is refreshed at half of its lifetime, until the token that
 * the host signed expires. The parent window receives the events of the SDK and may call its methods.
 */
function openSession(first: Credential): Host {
  let credential = first
  let timer: ReturnType<typeof setTimeout> | undefined
  const query = new URLSearchParams(location.search)
  const pluginId = query.get('pluginId') ?? ''
  const served = Promise.withResolvers<HostHandlers>()
  // The failure is reported by each call.
  served.promise.catch(() => undefined)
  const ended = Promise.withResolvers<unknown>()
  let isOver = false

  const requests = createRequests({
    pluginId,
    emailId: '',
    getAuthToken: async () => credential.token,
    onAuthExpired: () => undefined,
    onSessionEnd(failure) {
      isOver = true
      clearTimeout(timer)
      ended.resolve(failure)
    },
    onRefresh({ sessionId, expiresAt, token = credential.token }) {
      const isLonger = expiresAt > credential.expiresAt
      credential = { sessionId, expiresAt, token }
      keepCredential(credential)
      // The token of the host allows no later expiry.
      if (isLonger) planRefresh()
      else clearTimeout(timer)
    },
  })

  function planRefresh(ms = (credential.expiresAt - Date.now()) / 2): void {
    clearTimeout(timer)
    const refresh = () => void requests.refresh().catch(() => !isOver && planRefresh(pauseMs()))
    timer = setTimeout(refresh, Math.max(ms, 0))
  }

  /** Shortly before the session expires. */
  function pauseMs(): number {
    return Math.min(refreshPauseMs, Math.max(1000, (credential.expiresAt - Date.now()) / 2))
  }

  // An older history entry must not restore its session on the next reload.
  addEventListener('popstate', () => void (location.hash === '' && keepCredential(credential)))

  const channel = createChannel(openParentPort(allowedOrigins()), {
    silenceMs: refreshPauseMs,
    emit: () => undefined,
    async answer(name, args) {
      try {
        return await call(name, args)
      } catch (error) {
        channel.notify('error', readFailure(error, 'INTERNAL'))
        throw error
      }
    },
  })

  const notify = <Event extends keyof EditorNotices>(event: Event, detail: EditorNotices[Event]) =>
    channel.notify(event, detail)

  /** Responds as the SDK does and fires the same events. */
  async function call(name: string, args: unknown): Promise<unknown> {
    const read = name === 'start' ? undefined : readCallArgs(name, args)
    if (read === undefined) throw refusalOfCall(name)
    if (name === 'refreshSession') return requests.refresh()
    const handlers = await served.promise
    if (name === 'save') {
      const { success, emailId, templateId, savedAt } = await handlers.save()
      const saved = { success, emailId, templateId, savedAt }
      notify('save', saved)
      return saved
    }
    if (name === 'export') {
      const exported = await handlers.export(read as Parameters<EditorMethods['export']>[0])
      notify('exported', { format: exported.format, downloadUrl: exported.downloadUrl })
      return exported
    }
    if (name === 'publish') {
      const published = await handlers.publish(read as Parameters<EditorMethods['publish']>[0])
      if (published.release.live) notify('published', published)
      return published
    }
    if (name === 'unpublish') {
      const unpublished = await handlers.unpublish()
      notify('unpublished', unpublished)
      return unpublished
    }
    return handlers[name as keyof HostHandlers](read as never)
  }

  const { sessionId, expiresAt }: Started = credential
  void requests.start({ sessionId, expiresAt })
  planRefresh()
  return {
    config: {
      pluginId,
      requestData: {},
      locale: document.documentElement.lang,
      theme: query.get('theme') === 'dark' ? 'dark' : 'light',
      customization: { branding: true, features: [...defaultFeatures] },
    },
    api: createApi(requests),
    onSessionEnd: (run) => void ended.promise.then(run),
    fail(failure) {
      clearTimeout(timer)
      served.reject(failure)
      notify('error', readFailure(failure, 'INTERNAL'))
    },
    serve(handlers, rights) {
      served.resolve(handlers)
      channel.notify('initialized', { sessionId: credential.sessionId, pluginId })
      notify('ready', { timestamp: Date.now(), ...(rights === undefined ? {} : { rights }) })
    },
    notify,
  }
}

/**
 * Window messages with the parent as a port. Sent messages are marked `svc: 'editor'` and go to allowed origins only;
 * received ones must come from the parent window, an allowed origin, and be a call: `{ svc: 'call', id, name, args }`.
 */
function openParentPort(allowed: readonly string[]): Port {
  const everywhere = allowed.includes('*')
  const parent = location.ancestorOrigins?.[0]
  // If the browser names the parent's origin, posting to it alone avoids a warning for each other one.
  const isKnown = parent !== undefined && (everywhere ? parent !== 'null' : allowed.includes(parent))
  const targets = isKnown ? [parent] : allowed

  const port: Port = {
    onmessage: null,
    postMessage(message) {
      for (const target of targets) window.parent.postMessage({ svc: 'editor', ...Object(message) }, target)
    },
    close: () => removeEventListener('message', receive),
  }

  function receive(event: MessageEvent<unknown>): void {
    const { data, origin, source } = event
    if (source !== window.parent || !(everywhere || allowed.includes(origin))) return
    const { svc, id, name } = Object(data) as Record<string, unknown>
    if (svc === 'call' && typeof id === 'number' && typeof name === 'string') port.onmessage?.(event)
  }

  addEventListener('message', receive)
  return port
}
