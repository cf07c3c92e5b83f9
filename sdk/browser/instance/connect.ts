import {
  type Channel,
  type ChannelDeps,
  type ErrorResponse,
  agreeOn,
  createChannel,
  failureOf,
  isBoot,
} from '../protocol/index.ts'

/** Timeout for the frame's first message and for each later call, in ms (interface 8). */
const loadMs = 30_000
const replyMs = 10_000
/**
 * Wait after the load event before the service is queried about a silent frame, in ms: the first message may follow
 * shortly.
 */
const silentMs = 100
/** Timeout for the first message after the load event, whose scripts have run, in ms. */
const loadedMs = 5000

export interface Connecting {
  /** Rejects with IFRAME_LOAD_TIMEOUT, INVALID_CONFIG, or the reason given to `stop`. */
  channel: Promise<Channel>
  /** Stops listening. */
  stop(reason: ErrorResponse): void
}

export type Listening = Pick<ChannelDeps, 'answer' | 'emit'>

/**
 * Waits for the editor's first message, from this frame and the editor's origin only, and replies with the nonce and
 * one end of a port. All other messages are ignored.
 */
export function connect(
  frame: HTMLIFrameElement,
  { nonce, receiving }: { nonce: string; receiving: Listening },
): Connecting {
  const { origin } = new URL(frame.src)
  let stop: Connecting['stop'] = () => undefined
  const channel = new Promise<Channel>((resolve, reject) => {
    let details = `No answer from ${origin}.`
    let requesting: ReturnType<typeof setTimeout> | undefined

    function end(): void {
      clearTimeout(timer)
      clearTimeout(requesting)
      removeEventListener('message', emit)
      frame.onload = null
      stop = () => undefined
    }

    stop = (reason) => {
      end()
      reject(reason)
    }

    async function ask(): Promise<void> {
      const { problem, hint } = await requestService(frame.src)
      if (problem !== undefined) return stop({ ...failureOf('INVALID_CONFIG', problem), isRecoverable: false })
      details += ` ${hint}`
      if (frame.onload !== null)
        requesting = setTimeout(() => stop(failureOf('IFRAME_LOAD_TIMEOUT', details)), loadedMs)
    }

    function emit({ source, origin: from, data }: MessageEvent<unknown>): void {
      const target = frame.contentWindow
      if (target === null || source !== target || from !== origin || !isBoot(data)) return
      const version = agreeOn(data.versions)
      if (version === undefined)
        return stop(failureOf('IFRAME_LOAD_TIMEOUT', 'SDK and service share no protocol version: update one.'))
      end()
      const { port1, port2 } = new MessageChannel()
      const opened = createChannel(port1, { ...receiving, silenceMs: replyMs })
      target.postMessage({ svc: 'hello', nonce, version }, origin, [port2])
      resolve(opened)
    }

    const timer = setTimeout(() => stop(failureOf('IFRAME_LOAD_TIMEOUT', details)), loadMs)
    // If the service forbids this page to frame the editor, the frame loads an error page, which sends no message.
    frame.onload = () => {
      details = `The frame loaded, but no editor answered from ${origin}.`
      requesting = setTimeout(() => void ask(), silentMs)
    }
    addEventListener('message', emit)
  })
  return { channel, stop: (reason) => stop(reason) }
}

/**
 * The service's objection to this page or its pluginId as a sentence, else a hint at why the frame is silent. A
 * response that CORS hides counts as none.
 */
async function requestService(src: string): Promise<{ problem?: string; hint: string }> {
  let hint = 'Is it running?'
  try {
    // A POST has an Origin header even for the same origin.
    const response = await fetch(new URL(`editor/check${new URL(src).search}`, src), { method: 'POST' })
    hint = `Status ${response.status}, but no answer of svc: check baseUrl.`
    const { details } = (await response.json()) as { details?: unknown }
    if (response.ok && typeof details === 'string') return { problem: details, hint }
    hint = `Its status is ${response.status}.`
  } catch {
    // The timer decides; the hint reports the attempt.
  }
  return { hint }
}
