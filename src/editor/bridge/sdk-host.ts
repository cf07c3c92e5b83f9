import {
  type Channel,
  type Start,
  type Started,
  createChannel,
  failureOf,
  isHello,
  readCallArgs,
  readFailure,
  readHostImage,
  versions,
} from '../../../sdk/browser/protocol/index.ts'
import { allowedOrigins, type Host, type HostHandlers, OpeningFailed } from './host.ts'
import { type EditorApi, createApi } from './api.ts'
import { ApiFailure, createRequests } from './request.ts'

/** Timeout for a token of the host page, in ms; the user may have to sign in there first. */
const tokenMs = 30_000

/**
 * Posts the first message and waits for a page of an allowed origin that has the nonce of this frame's URL. All other
 * messages are ignored; after the handshake only the port is used. Resolves when the SDK has sent its configuration
 * and a session is open.
 */
export async function connectSdk(nonce: string): Promise<Host> {
  const port = await handshake(nonce, new Set(allowedOrigins()))
  return converse(port)
}

function handshake(nonce: string, allowed: ReadonlySet<string>): Promise<MessagePort> {
  return new Promise((resolve) => {
    function receive({ source, origin, data, ports: [port] }: MessageEvent<unknown>): void {
      if (source !== window.parent || !(allowed.has(origin) || allowed.has('*'))) return
      if (port === undefined || !isHello(data, nonce)) return
      removeEventListener('message', receive)
      resolve(port)
    }
    addEventListener('message', receive)
    // To any origin: it reveals only the presence of an editor.
    window.parent.postMessage({ svc: 'boot', versions }, '*')
  })
}

function converse(port: MessagePort): Promise<Host> {
  return new Promise((resolve, reject) => {
    const served = Promise.withResolvers<HostHandlers>()
    // The failure is reported by each call.
    served.promise.catch(() => undefined)
    let started: { start: Start; requests: ReturnType<typeof createRequests> } | undefined

    const channel = createChannel(port, {
      silenceMs: tokenMs,
      emit: () => undefined,
      async answer(name, args) {
        const read = readCallArgs(name, args)
        if (name === 'start' && started === undefined && read !== undefined) return begin(read as Start)
        // The SDK validates arguments before it calls.
        if (read === undefined || started === undefined) throw failureOf('INVALID_ARGS', `${name} was called wrongly.`)
        if (name === 'refreshSession') return started.requests.refresh()
        const handlers = await served.promise
        return handlers[name as keyof HostHandlers](read as never)
      },
    })

    const retry = () => channel.notify('retry', {})

    async function begin(start: Start): Promise<Started> {
      const { pluginId, emailId, startFrom } = start.setup
      const requests = createRequests({
        pluginId,
        emailId,
        startFrom,
        getAuthToken: () => channel.call('getAuthToken').then(String, refuseToken),
        onAuthExpired: () => channel.notify('authExpired', { pluginId }),
      })
      const session = await requests.start(start.session).catch((failure: unknown) => {
        // This page explains it, unless the host page does.
        reject(new OpeningFailed(failure, retry))
        throw failure
      })
      started = { start, requests }
      resolve({
        config: start.setup,
        api: { ...createApi(requests), host: hostCallbacks(channel) },
        // The SDK provides tokens for any number of sessions.
        onSessionEnd: () => undefined,
        fail(failure) {
          served.reject(failure)
          const said = readFailure(failure, 'INTERNAL')
          channel.notify('error', said)
          channel.notify('failed', said)
        },
        retry,
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

/** What the SDK has validated is validated again, because it may be of another version. */
function hostCallbacks(channel: Channel): NonNullable<EditorApi['host']> {
  async function image(name: string, args: object) {
    const given = await channel.call(name, args).catch(refuseChoice)
    if (given === null || given === 'library') return given
    return readHostImage(given) ?? refuseChoice(undefined)
  }
  return {
    pickImage: (current) => image('pickImage', current),
    async uploadImage(file) {
      const given = await image('uploadImage', { file })
      return given === null || given === 'library' ? refuseChoice(undefined) : given
    },
    async pickLink(current) {
      const given = await channel.call('pickLink', current).catch(refuseChoice)
      if (given === null) return null
      const { href } = Object(given) as { href?: unknown }
      return typeof href === 'string' ? { href } : refuseChoice(undefined)
    },
  }
}

function refuseChoice(failure: unknown): never {
  throw new ApiFailure(readFailure(failure, 'INVALID_CONFIG'))
}

/** Converts a failure of the host page to an ApiFailure. */
function refuseToken(failure: unknown): never {
  throw new ApiFailure(readFailure(failure, 'TOKEN_UNAVAILABLE'))
}
