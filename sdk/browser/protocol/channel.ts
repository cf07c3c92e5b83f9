import { type ErrorResponse, failureOf, readFailure } from './failures.ts'

/** One side of the conversation once both hold a port. */
export interface Channel {
  /**
   * Uses the other side and waits for its answer. Rejects with the failure it answers, or with POSTMESSAGE_TIMEOUT when it
   * is silent for as long as the channel allows.
   */
  call(name: string, args?: unknown): Promise<unknown>
  /** Tells the other side; no answer is expected. */
  notify(event: string, detail: unknown): void
  /** Ends the conversation: whatever is waited for rejects with `reason`. */
  close(reason: ErrorResponse): void
}

/** What carries the messages: a MessagePort, or what behaves like one. */
export interface Port {
  onmessage: ((event: MessageEvent<unknown>) => void) | null
  postMessage(message: unknown): void
  close(): void
}

export interface ChannelDeps {
  /** Answers a call of the other side; what it throws is answered as a failure. */
  answer(name: string, args: unknown): unknown
  /** Hears a notice of the other side. */
  emit(event: string, detail: unknown): void
  /** Milliseconds of silence after which a call has failed. */
  silenceMs: number
}

// The other side may have less timeout than this one: ten seconds are the least there is.
const speakMs = 3000

type Waiting = {
  resolve: (value: unknown) => void
  reject: (failure: ErrorResponse) => void
  timer: ReturnType<typeof setTimeout>
}

/**
 * Opens the conversation over a port. Whoever works longer on an answer says so every three seconds, so that
 * a long export is notified from an editor that is gone. What is not a message of the protocol is dropped.
 */
export function createChannel(port: Port, { answer, emit, silenceMs }: ChannelDeps): Channel {
  const waiting = new Map<number, Waiting>()
  let last = 0

  function expire(id: number) {
    return setTimeout(() => end(id)?.reject(failureOf('POSTMESSAGE_TIMEOUT')), silenceMs)
  }

  function end(id: number): Waiting | undefined {
    const found = waiting.get(id)
    waiting.delete(id)
    clearTimeout(found?.timer)
    return found
  }

  async function reply(id: number, name: string, args: unknown): Promise<void> {
    const working = setInterval(() => port.postMessage({ id, working: true }), Math.min(speakMs, silenceMs / 3))
    try {
      port.postMessage({ id, value: await answer(name, args) })
    } catch (thrown) {
      port.postMessage({ id, failure: readFailure(thrown, 'INTERNAL') })
    } finally {
      clearInterval(working)
    }
  }

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null) return
    const { id, name, args, event, detail, working, failure, value } = data as Record<string, unknown>
    if (typeof event === 'string') return emit(event, detail)
    if (typeof id !== 'number') return
    if (typeof name === 'string') return void reply(id, name, args)
    const call = waiting.get(id)
    if (working === true && call !== undefined) {
      clearTimeout(call.timer)
      call.timer = expire(id)
    } else if (failure !== undefined) end(id)?.reject(readFailure(failure, 'INTERNAL'))
    else end(id)?.resolve(value)
  }

  return {
    call: (name, args) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject, timer: expire(id) })
        port.postMessage({ id, name, args })
      }),
    notify: (event, detail) => port.postMessage({ event, detail }),
    close(reason) {
      port.onmessage = null
      port.close()
      for (const id of waiting.keys()) end(id)?.reject(reason)
    },
  }
}
