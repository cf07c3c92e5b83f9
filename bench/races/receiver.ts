/** Receives webhooks, and keeps what came by the id of its event. */
import { cleanUp } from '../../test/support/clean-up.ts'

export interface Receiver {
  url: string
  /** Bodies by the id of their event, each as often as it came. */
  received: Map<string, string[]>
}

/** Listens until the clean-ups of the process. */
export function openReceiver(): Receiver {
  const received = new Map<string, string[]>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const [id, body] = [request.headers.get('webhook-id') ?? '', await request.text()]
      received.set(id, [...(received.get(id) ?? []), body])
      return new Response(null, { status: 204 })
    },
  })
  cleanUp(() => server.stop(true))
  return { url: `http://127.0.0.1:${server.port}/events`, received }
}
