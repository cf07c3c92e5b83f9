import { type ErrorResponse, failureOf, readFailure } from './failures.ts'

/** One side of the connection, after both have a port. */
export interface Channel {
  /**
   * Calls the other side. Rejects with its failure, or with POSTMESSAGE_TIMEOUT after `silenceMs` without a message.
   */
  call(name: string, args?: unknown): Promise<unknown>
  /** Sends a notice, which has no response. */
  notify(event: string, detail: unknown): void
  /** Closes the connection; pending calls reject with `reason`. */
  close(reason: ErrorResponse): void
}

/** A MessagePort, or an object like it. */
export interface Port {
  onmessage: ((event: MessageEvent<unknown>) => void) | null
  postMessage(message: unknown): void
  close(): void
}

export interface ChannelDeps {
  /** Handles a call of the other side; exceptions are sent as failures. */
  answer(name: string, args: unknown): unknown
  /** Handles a notice of the other side. */
  emit(event: string, detail: unknown): void
  /** Milliseconds of silence after which a call has failed. */
  silenceMs: number
}

// Interval of progress messages, in ms; the other side's timeout is at least ten seconds.
const speakMs = 3000

type Waiting = {
  resolve: (value: unknown) => void
  reject: (failure: ErrorResponse) => void
  timer: ReturnType<typeof setTimeout>
}

/**
 * Opens the connection over a port. While a call is running, a message every three seconds distinguishes a long export
 * from a closed editor. Messages outside of the protocol are ignored.
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
    const { id, name, args, event, detail, working, failure, value } = Object(data) as Record<string, unknown>
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
