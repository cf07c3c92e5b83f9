import { isIP } from 'node:net'
import { ServiceError, problemBody } from '../kernel/errors/index.ts'
import { createId } from '../kernel/ids/index.ts'
import { limits } from '../kernel/limits.ts'

/** `server` provides the IP address of the peer. */
export type Handle = (request: Request, server?: Bun.Server<undefined>) => Response | Promise<Response>

/** A listener that binds its port at once, responds with 503 until a handler is set, and drains on close. */
export interface Listener {
  readonly url: URL
  /**
   * Sets the detail of the 503 responses before there is a handler, with a Retry-After of some seconds; `/healthz` reports
   * that the process is alive, so that a long start does not get it killed.
   */
  explain(detail: string): void
  /** Sets the handler of all further requests. */
  answerWith(handle: Handle): void
  /** Stops accepting connections, waits at most `deadlineMs` for running requests, then closes. True if none was aborted. */
  drain(deadlineMs?: number): Promise<boolean>
}

/** Throws an Error with the remedy if the port is in use or not permitted. */
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
      // stop() never resolves while streams are open, hence the deadline.
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
      // Otherwise two services could share a port unnoticed, each serving some of the requests.
      reusePort: false,
      idleTimeout: limits.httpIdleSeconds,
      // The service enforces the limit and responds with a 413 body; the response of the runtime has none.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const advice = typeof code === 'string' ? adviceOn(code, host, port) : undefined
    throw advice === undefined ? error : new Error(advice, { cause: error })
  }
}

function adviceOn(code: string, host: string, port: number): string | undefined {
  // For an unresolvable host name the runtime reports the code of an earlier failure.
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
