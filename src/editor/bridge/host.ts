import {
  type EditorMethods,
  type EditorNotices,
  type EditorSetup,
  type Start,
  type Started,
  type TokenRights,
  createChannel,
  failureOf,
  isHello,
  nonceIn,
  readCallArgs,
  readFailure,
  versions,
} from '../../../sdk/browser/protocol/index.ts'
import { type EditorApi, createApi } from './api.ts'
import { ApiFailure, createRequests } from './request.ts'

/** What the editor answers to the SDK; each may be asynchronous. */
export type HostHandlers = {
  [Name in Exclude<keyof EditorMethods, 'refreshSession'>]: (
    ...args: Parameters<EditorMethods[Name]>
  ) => ReturnType<EditorMethods[Name]> | Promise<ReturnType<EditorMethods[Name]>>
}

/** The host page, once it has proved to be one that may embed this editor. */
export interface Host {
  readonly config: EditorSetup
  readonly api: EditorApi
  /** Answers the SDK from now on, calls that came before included, and reports that the editor is ready. */
  serve(handlers: HostHandlers, rights?: TokenRights): void
  notify<Event extends keyof EditorNotices>(event: Event, detail: EditorNotices[Event]): void
}

/** The page was opened by itself, or by something that is not the SDK: there is nobody to talk to. */
export class NotEmbedded extends Error {}

/** Silence of the host page after which a token is no longer waited for; people may have to sign in there first. */
const tokenMs = 30_000

/**
 * Speaks first, and waits for a page of an allowed origin that knows the nonce in this frame's address. Everything else
 * that arrives is dropped without a word, and after the first right answer nobody is listened to any more but the port.
 * Resolves when the SDK has handed over its configuration and a session stands; rejects with NotEmbedded in a window of
 * its own.
 */
export async function connectHost(): Promise<Host> {
  const nonce = nonceIn(location.hash)
  // Out of the address at once: it is good for one handshake, and belongs in no history and no screenshot.
  history.replaceState(null, '', location.pathname + location.search)
  if (window.parent === window || nonce === '') throw new NotEmbedded('The editor is opened by the SDK of a host page.')
  const port = await shakeHands(nonce, new Set([location.origin, ...allowedOrigins()]))
  return converse(port)
}

function allowedOrigins(): string[] {
  const listed = document.querySelector<HTMLMetaElement>('meta[name="svc-allowed-origins"]')?.content ?? ''
  return listed.split(' ').filter((origin) => origin !== '')
}

function shakeHands(nonce: string, allowed: ReadonlySet<string>): Promise<MessagePort> {
  return new Promise((resolve) => {
    function hear({ source, origin, data, ports: [port] }: MessageEvent<unknown>): void {
      if (source !== window.parent || !(allowed.has(origin) || allowed.has('*'))) return
      if (port === undefined || !isHello(data, nonce)) return
      removeEventListener('message', hear)
      resolve(port)
    }
    addEventListener('message', hear)
    // To whoever embeds this: it says nothing but that there is an editor here.
    window.parent.postMessage({ svc: 'boot', versions }, '*')
  })
}

function converse(port: MessagePort): Promise<Host> {
  return new Promise((resolve) => {
    const served = deferred<HostHandlers>()
    let started: { start: Start; requests: ReturnType<typeof createRequests> } | undefined

    const channel = createChannel(port, {
      silenceMs: tokenMs,
      hear: () => undefined,
      async answer(name, args) {
        const read = readCallArgs(name, args)
        if (name === 'start' && started === undefined && read !== undefined) return begin(read as Start)
        if (read === undefined || started === undefined) throw failureOf('INVALID_ARGS', `${name} was called wrongly.`)
        if (name === 'refreshSession') return started.requests.refresh()
        const handlers = await served.promise
        return handlers[name as keyof HostHandlers](read as never)
      },
    })

    async function begin(start: Start): Promise<Started> {
      const { pluginId, emailId, startFrom } = start.setup
      const requests = createRequests({
        pluginId,
        emailId,
        startFrom,
        getAuthToken: () => channel.call('getAuthToken').then(String, refuseToken),
        onAuthExpired: () => channel.notify('authExpired', { pluginId }),
      })
      const session = await requests.start(start.session)
      started = { start, requests }
      resolve({
        config: start.setup,
        api: createApi(requests),
        serve(handlers, rights) {
          served.resolve(handlers)
          channel.notify('ready', { timestamp: Date.now(), ...(rights === undefined ? {} : { rights }) })
        },
        notify: (event, detail) => channel.notify(event, detail),
      })
      return session
    }
  })
}

/** What the host page failed with, as whatever calls the service fails. */
function refuseToken(failure: unknown): never {
  throw new ApiFailure(readFailure(failure, 'TOKEN_UNAVAILABLE'))
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((done) => (resolve = done))
  return { promise, resolve }
}
