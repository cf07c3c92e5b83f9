import {
  type Channel,
  type ChannelParts,
  type ErrorResponse,
  agreeOn,
  createChannel,
  failureOf,
  isBoot,
} from '../protocol/index.ts'

/** Milliseconds within which the frame must have answered, and any command after it (interface 8). */
const loadMs = 30_000
const replyMs = 10_000
/** Milliseconds from the end of loading until a silent frame is asked about: an editor's first word may come just behind. */
const silentMs = 100

export interface Connecting {
  /** The conversation; rejects with IFRAME_LOAD_TIMEOUT, INVALID_CONFIG, or the reason of `stop`. */
  channel: Promise<Channel>
  /** Listens no longer. */
  stop(reason: ErrorResponse): void
}

export type Hearing = Pick<ChannelParts, 'answer' | 'hear'>

/**
 * Waits for the editor's first word, which counts only from this very frame and only from the editor's origin, and answers
 * it with the nonce and one end of a port. Everything else that arrives is dropped.
 */
export function connect(frame: HTMLIFrameElement, { nonce, hearing }: { nonce: string; hearing: Hearing }): Connecting {
  const { origin } = new URL(frame.src)
  let stop: Connecting['stop'] = () => undefined
  const channel = new Promise<Channel>((resolve, reject) => {
    let details = `No answer from ${origin}.`
    let asking: ReturnType<typeof setTimeout> | undefined

    function end(): void {
      clearTimeout(timer)
      clearTimeout(asking)
      removeEventListener('message', hear)
      frame.onload = null
      stop = () => undefined
    }

    stop = (reason) => {
      end()
      reject(reason)
    }

    function refuse(problem: string | undefined): void {
      if (problem !== undefined) stop({ ...failureOf('INVALID_CONFIG', problem), isRecoverable: false })
    }

    function hear({ source, origin: from, data }: MessageEvent<unknown>): void {
      const target = frame.contentWindow
      if (target === null || source !== target || from !== origin || !isBoot(data)) return
      const version = agreeOn(data.versions)
      if (version === undefined)
        return stop(failureOf('IFRAME_LOAD_TIMEOUT', 'SDK and service speak no common version: update one of them.'))
      end()
      const { port1, port2 } = new MessageChannel()
      const opened = createChannel(port1, { ...hearing, silenceMs: replyMs })
      target.postMessage({ svc: 'hello', nonce, version }, origin, [port2])
      resolve(opened)
    }

    const timer = setTimeout(() => stop(failureOf('IFRAME_LOAD_TIMEOUT', details)), loadMs)
    // A page that the service does not let frame the editor gets an error page, which loads too, and says nothing.
    frame.onload = () => {
      details = `The frame loaded, but no editor answered. Does the project allow ${location.origin}?`
      asking = setTimeout(() => void findProblem(frame.src).then(refuse), silentMs)
    }
    addEventListener('message', hear)
  })
  return { channel, stop: (reason) => stop(reason) }
}

/** What the service has against this page or its pluginId, as a sentence; undefined where it says nothing. */
async function findProblem(src: string): Promise<string | undefined> {
  try {
    // A POST carries the page's origin even to its own.
    const response = await fetch(new URL(`editor/check${new URL(src).search}`, src), { method: 'POST' })
    const { details } = (await response.json()) as { details?: unknown }
    if (response.ok && typeof details === 'string') return details
  } catch {
    // Without an answer, such as by the policy of the page, the timer decides.
  }
  return undefined
}
