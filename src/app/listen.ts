import { isIP } from 'node:net'
import { ServiceError, problemBody } from '../kernel/errors/index.ts'
import { createId } from '../kernel/ids/index.ts'
import { limits } from '../kernel/limits.ts'

/** Answers requests; the server, where there is one, tells the address of the peer. */
export type Handle = (request: Request, server?: Bun.Server<undefined>) => Response | Promise<Response>

/** A port that is taken from the beginning, answers 503 until it is given a handle, and closes without cutting off. */
export interface Listener {
  readonly url: URL
  /**
   * Until there is a handle the 503s say this, to be queried again after some seconds; `/healthz` answers that the process lives,
   * so that nobody ends it for taking long.
   */
  explain(detail: string): void
  /** From now on this answers. */
  answerWith(handle: Handle): void
  /** Takes no new connections, waits for running requests at most `deadlineMs`, then closes. True when none was cut off. */
  drain(deadlineMs?: number): Promise<boolean>
}

/** Listens on a port. Throws an Error that says what to do when the port is taken or forbidden. */
export function listen(address: { host: string; port: number }): Listener {
  let handle: Handle = () => unavailable('The service is starting.', 1)
  const server = serve(address, (request, from) => handle(request, from))
  return {
    url: server.url,
    explain(detail) {
      handle = ({ url }) => (new URL(url).pathname === '/healthz' ? alive() : unavailable(detail, 5))
    },
    answerWith(given) {
      handle = given
    },
    async drain(deadlineMs = limits.drainSeconds * 1000) {
      // stop() waits for ever on streams that stay open, hence the deadline.
      const stopped = server.stop(false).then(() => true)
      const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), deadlineMs).unref())
      const isClean = (await Promise.race([stopped, late])) || server.pendingRequests === 0
      await server.stop(true)
      return isClean
    },
  }
}

function serve({ host, port }: { host: string; port: number }, fetch: Handle): Bun.Server<undefined> {
  try {
    return Bun.serve({
      hostname: host,
      port,
      fetch,
      development: false,
      // Without it two services share a port in silence, each answering some of the calls.
      reusePort: false,
      idleTimeout: limits.httpIdleSeconds,
      // The service counts while it reads and answers 413 with a body; the runtime's own answer has none.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const advice = typeof code === 'string' ? adviceOn(code, host, port) : undefined
    throw advice === undefined ? error : new Error(advice, { cause: error })
  }
}

function adviceOn(code: string, host: string, port: number): string | undefined {
  // For a name that leads nowhere the runtime reports the code of some earlier failure, so the code says nothing.
  if (isIP(host) === 0 && host !== 'localhost')
    return `Cannot listen on ${host}. Set SVC_HOST to an IP address of this machine, such as 127.0.0.1, and check that port ${port} is free.`
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use. Stop the other program, or choose another port with --port.`
  if (code === 'EACCES') return `Port ${port} needs more rights. Choose one above 1023 with --port.`
  if (code === 'EADDRNOTAVAIL') return `${host} is not an IP address of this machine. Set SVC_HOST to one that is.`
  return undefined
}

function alive(): Response {
  return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } })
}

function unavailable(detail: string, retrySeconds: number): Response {
  const requestId = createId('request')
  const failure = new ServiceError('SERVICE_UNAVAILABLE', { detail })
  const body = problemBody(failure, requestId, '/docs/errors')
  const headers = {
    'Content-Type': 'application/problem+json',
    'Retry-After': `${retrySeconds}`,
    'X-Request-Id': requestId,
  }
  return new Response(JSON.stringify(body), { status: body.status, headers })
}
