import {
  type Channel,
  type ChannelDeps,
  type ErrorResponse,
  agreeOn,
  createChannel,
  failureOf,
  isBoot,
} from '../protocol/index.ts'

/** Milliseconds within which the frame must have answered, and any command after it (interface 8). */
const loadMs = 30_000
const replyMs = 10_000
/** Milliseconds from the end of loading until a silent frame is queried about: an editor's first word may come just behind. */
const silentMs = 100

export interface Connecting {
  /** The conversation; rejects with IFRAME_LOAD_TIMEOUT, INVALID_CONFIG, or the reason of `stop`. */
  channel: Promise<Channel>
  /** Listens no longer. */
  stop(reason: ErrorResponse): void
}

export type Listening = Pick<ChannelDeps, 'answer' | 'emit'>

/**
 * Waits for the editor's first word, which counts only from this very frame and only from the editor's origin, and answers
 * it with the nonce and one end of a port. Everything else that arrives is dropped.
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
    }

    function emit({ source, origin: from, data }: MessageEvent<unknown>): void {
      const target = frame.contentWindow
      if (target === null || source !== target || from !== origin || !isBoot(data)) return
      const version = agreeOn(data.versions)
      if (version === undefined)
        return stop(
          failureOf('IFRAME_LOAD_TIMEOUT', 'SDK and service support no common protocol version. Update the older one.'),
        )
      end()
      const { port1, port2 } = new MessageChannel()
      const opened = createChannel(port1, { ...receiving, silenceMs: replyMs })
      target.postMessage({ svc: 'hello', nonce, version }, origin, [port2])
      resolve(opened)
    }

    const timer = setTimeout(() => stop(failureOf('IFRAME_LOAD_TIMEOUT', details)), loadMs)
    // A page that the service does not let frame the editor gets an error page, which loads too, and says nothing.
    frame.onload = () => {
      details = `The frame loaded, but no editor answered from ${origin}.`
      requesting = setTimeout(() => void ask(), silentMs)
    }
    addEventListener('message', emit)
  })
  return { channel, stop: (reason) => stop(reason) }
}

/**
 * What the service has against this page or its pluginId, as a sentence; else a hint at why the frame is silent. An answer that
 * no page of another origin may read counts as none.
 */
async function requestService(src: string): Promise<{ problem?: string; hint: string }> {
  let hint = 'A request to it failed, too: is it running?'
  try {
    // A POST carries the page's origin even to its own.
    const response = await fetch(new URL(`editor/check${new URL(src).search}`, src), { method: 'POST' })
    hint = `Status ${response.status}, but no answer of svc: check baseUrl.`
    const { details } = (await response.json()) as { details?: unknown }
    if (response.ok && typeof details === 'string') return { problem: details, hint }
    hint = `Its status is ${response.status}.`
  } catch {
    // The timer decides, and the hint says what was tried.
  }
  return { hint }
}
