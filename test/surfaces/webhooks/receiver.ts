/** A receiver of webhooks on loopback, and a service that may call it. */
import { Webhook } from 'standardwebhooks'
import { cleanUp } from '../../support/clean-up.ts'

export interface Received {
  path: string
  id: string
  body: string
  headers: Record<string, string>
  /** What the reference library read after it had checked the signature; undefined when it refused. */
  verified: { id: string; type: string; data: Record<string, unknown> } | undefined
}

export interface Receiver {
  url: string
  received: Received[]
  answerWith(status: number): void
  /** Whose signatures it checks from now on. */
  trust(secret: string): void
}

/** Listens until the tests are over; answers 204 and checks nothing at first. */
export function openReceiver(): Receiver {
  const received: Received[] = []
  let status = 204
  let secret: string | undefined
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const [body, headers] = [await request.text(), Object.fromEntries(request.headers)]
      const { pathname: path } = new URL(request.url)
      received.push({ path, id: headers['webhook-id'] ?? '', body, headers, verified: verify(secret, body, headers) })
      return new Response(status === 204 ? null : 'as asked', { status })
    },
  })
  cleanUp(() => server.stop(true))
  return {
    url: `http://127.0.0.1:${server.port}`,
    received,
    answerWith: (given) => void (status = given),
    trust: (given) => void (secret = given),
  }
}

function verify(secret: string | undefined, body: string, headers: Record<string, string>): Received['verified'] {
  if (secret === undefined) return undefined
  try {
    return new Webhook(secret).verify(body, headers) as Received['verified']
  } catch {
    return undefined
  }
}
