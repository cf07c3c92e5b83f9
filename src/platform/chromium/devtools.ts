import type { Readable, Writable } from 'node:stream'
import { ChromiumError } from './chromium-error.ts'

/** An unsolicited message of the browser. */
export interface DevtoolsEvent {
  method: string
  params: Record<string, unknown>
}

/** A connection to a browser with the Chrome DevTools Protocol. */
export interface Devtools {
  /** Sends a command and returns its result. Rejects with a ChromiumError if it is refused, or the browser has exited. */
  call(method: string, params?: object): Promise<Record<string, unknown>>
  /** Subscribes to all later events. */
  listen(receive: (event: DevtoolsEvent) => void): void
  /** All later commands use this session. */
  attach(sessionId: string): void
  /** Closes the connection: pending calls reject. */
  end(reason: Error): void
  /** Rejects when the connection is closed, for code that waits for an event. */
  readonly ended: Promise<never>
}

/** Max bytes of one response: an image of a long page, as base64. */
const maxBytes = 256 * 1024 * 1024
// A response that contains only data is read without parsing it: text of many megabytes would block the event loop.
const dataHead = /^\{"id":(\d+),"result":\{"data":"$/

/** Uses the two pipes of `--remote-debugging-pipe`: messages are JSON, each ended by a zero byte. */
export function openDevtools(input: Writable, output: Readable): Devtools {
  const waiting = new Map<
    number,
    { resolve: (result: Record<string, unknown>) => void; reject: (error: Error) => void }
  >()
  const listeners: ((event: DevtoolsEvent) => void)[] = []
  let count = 0
  let session: string | undefined
  let ended: Error | undefined
  const over = Promise.withResolvers<never>()
  // It may close while there is no waiter, which must not be an unhandled rejection.
  over.promise.catch(() => undefined)
  const end = (reason: Error) => {
    ended ??= reason
    over.reject(ended)
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
  }
  const answer = (id: number, result: Record<string, unknown>) => {
    waiting.get(id)?.resolve(result)
    waiting.delete(id)
  }
  const receive = (message: Buffer) => {
    const start = message.indexOf('"data":"') + 8
    const [, id] = message.length > 262_144 ? (dataHead.exec(message.toString('latin1', 0, start)) ?? []) : []
    if (id !== undefined) {
      const data = Buffer.from(message.toString('latin1', start, message.indexOf('"', start)), 'base64')
      return answer(Number(id), { data })
    }
    const read = JSON.parse(message.toString()) as {
      id?: number
      result?: Record<string, unknown>
      error?: { message: string }
      method?: string
      params?: Record<string, unknown>
    }
    if (read.id === undefined) {
      for (const listener of listeners) listener({ method: read.method ?? '', params: read.params ?? {} })
    } else if (read.error === undefined) answer(read.id, read.result ?? {})
    else {
      waiting.get(read.id)?.reject(new ChromiumError('failed', read.error.message))
      waiting.delete(read.id)
    }
  }
  readMessages(output, receive, end)
  input.on('error', () => end(new ChromiumError('failed', 'Chromium has ended.')))
  return {
    call(method, params = {}) {
      return new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(ended)
        const id = ++count
        waiting.set(id, { resolve, reject })
        const sessionId = session === undefined ? {} : { sessionId: session }
        input.write(`${JSON.stringify({ id, method, params, ...sessionId })}\0`)
      })
    },
    listen: (listener) => void listeners.push(listener),
    attach: (sessionId) => void (session = sessionId),
    end,
    ended: over.promise,
  }
}

function readMessages(output: Readable, receive: (message: Buffer) => void, end: (reason: Error) => void): void {
  let parts: Buffer[] = []
  let size = 0
  output.on('data', (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, from)) {
      parts.push(chunk.subarray(from, at))
      from = at + 1
      receive(parts.length === 1 ? (parts[0] ?? chunk) : Buffer.concat(parts))
      parts = []
      size = 0
    }
    if (from < chunk.length) parts.push(chunk.subarray(from))
    size += chunk.length - from
    if (size > maxBytes) end(new ChromiumError('failed', 'The Chromium response is too large.'))
  })
  output.on('error', () => end(new ChromiumError('failed', 'Chromium has ended.')))
  output.on('close', () => end(new ChromiumError('failed', 'Chromium has ended.')))
}
