import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Log } from '../../log/index.ts'
import type { Metrics } from '../../metrics/index.ts'
import { exchangeOf } from '../exchange.ts'

/** One event as an EventSource dispatches it; `data` is written as JSON. */
export interface StreamedEvent {
  event: string
  /** Sent back as Last-Event-ID when the client reconnects. No line breaks. */
  id?: string
  data: unknown
}

/** A source of events. The signal aborts when the client disconnects or loses access; the source then ends. */
export type EventSource = (signal: AbortSignal) => AsyncIterable<StreamedEvent>

export interface EventStreams {
  /**
   * Responds with events as they come (Server-Sent Events, WHATWG HTML 9.2), and with a comment while there are none. The
   * response ends when the source ends, the client disconnects, the service drains, or the stream is
   * `limits.eventStreamMinutes` old: keys are checked when a stream begins. A client that reads slowly applies backpressure
   * to the source. Fails with RATE_LIMIT_EXCEEDED beyond `limits.eventStreams` of one project.
   */
  open(request: Request, source: EventSource): Response
  end(): void
}

export interface EventStreamDeps {
  log: Log
  metrics: Metrics
  /** Milliseconds without an event before a comment is sent. */
  heartbeatMs?: number
  maxAgeMs?: number
}

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Turns off buffering in nginx and other proxies.
  'x-accel-buffering': 'no',
}

export function createEventStreams({
  log,
  metrics,
  heartbeatMs = limits.eventHeartbeatSeconds * 1000,
  maxAgeMs = limits.eventStreamMinutes * 60_000,
}: EventStreamDeps): EventStreams {
  const streams = new Set<{ project: string; abort: AbortController }>()
  metrics.gauge('svc_event_streams', 'Event streams that are open.', () => streams.size)

  return {
    open(request, source) {
      const { caller, id, method } = exchangeOf(request)
      if (method === 'HEAD') return new Response(null, { headers })
      const project = caller?.projectId ?? ''
      if ([...streams].filter((stream) => stream.project === project).length >= limits.eventStreams)
        fail('RATE_LIMIT_EXCEEDED', {
          detail: `A project reads at most ${limits.eventStreams} event streams at once.`,
          headers: { 'retry-after': '5' },
        })
      const abort = new AbortController()
      const { signal } = abort
      const stream = { project, abort }
      streams.add(stream)
      const tooOld = setTimeout(() => abort.abort(), maxAgeMs)
      signal.addEventListener('abort', () => {
        clearTimeout(tooOld)
        streams.delete(stream)
      })
      request.signal.addEventListener('abort', () => abort.abort(), { signal })
      const failed = (error: unknown) => log.error('event stream aborted', { request_id: id, error })
      return new Response(bodyOf(source(signal), { abort, heartbeatMs, failed }), { headers })
    },
    end() {
      for (const { abort } of streams) abort.abort()
    },
  }
}

interface Run {
  abort: AbortController
  heartbeatMs: number
  failed(error: unknown): void
}

function bodyOf(source: AsyncIterable<StreamedEvent>, { abort, heartbeatMs, failed }: Run): ReadableStream<Uint8Array> {
  const { signal } = abort
  const events = source[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  const silence = encoder.encode(':\n\n')
  let heartbeat: ReturnType<typeof setInterval> | undefined
  let isRead = true
  return new ReadableStream({
    start(out) {
      heartbeat = setInterval(() => {
        if ((out.desiredSize ?? 0) > 0) out.enqueue(silence)
      }, heartbeatMs)
      signal.addEventListener('abort', () => {
        clearInterval(heartbeat)
        void events.return?.().catch(failed)
        if (isRead) out.close()
      })
    },
    async pull(out) {
      const next = await events.next().catch((error: unknown) => void (signal.aborted || failed(error)))
      if (signal.aborted) return
      if (next === undefined || next.done === true) return abort.abort()
      heartbeat?.refresh()
      out.enqueue(encoder.encode(written(next.value)))
    },
    cancel() {
      isRead = false
      abort.abort()
    },
  })
}

// JSON text contains no line breaks, so one data line is enough.
function written({ event, id, data }: StreamedEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
