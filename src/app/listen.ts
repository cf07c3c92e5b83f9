import { problemBody, ServiceError } from '../kernel/errors/index.ts'
import { createId } from '../kernel/ids/index.ts'
import { limits } from '../kernel/limits.ts'

/** Answers requests; the server tells the address of the peer. */
export type Handle = (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>

/** A listener that can be closed without cutting anybody off. */
export interface Listener {
  readonly url: URL
  /** Refuses new requests, waits for running ones at most `deadlineMs`, then closes. True when nothing was cut off. */
  drain(deadlineMs?: number): Promise<boolean>
}

/** Listens on a port. Throws an Error that says what to do when the port is taken or forbidden. */
export function listen(address: { host: string; port: number }, handle: Handle): Listener {
  let running = 0
  let isDraining = false
  const server = serve(address, async (request, server) => {
    if (isDraining) return unavailable()
    running += 1
    try {
      return await handle(request, server)
    } finally {
      running -= 1
    }
  })
  return {
    url: server.url,
    async drain(deadlineMs = limits.drainSeconds * 1000) {
      isDraining = true
      // stop() waits for ever on streams that stay open, hence the deadline.
      const stopped = server.stop(false).then(() => true)
      const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), deadlineMs).unref())
      const isClean = (await Promise.race([stopped, late])) || running === 0
      await server.stop(true)
      return isClean
    },
  }
}

function serve({ host, port }: { host: string; port: number }, fetch: Handle): Bun.Server<undefined> {
  try {
    return Bun.serve({ hostname: host, port, fetch, development: false, idleTimeout: 60 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} on ${host} is in use. Stop the other program, or choose another port with --port.`)
    if (code === 'EACCES') throw new Error(`Port ${port} needs more rights. Choose one above 1023 with --port.`)
    if (code === 'EADDRNOTAVAIL')
      throw new Error(`${host} is not an address of this machine. Set SVC_HOST to one that is.`)
    throw error
  }
}

function unavailable(): Response {
  const requestId = createId('request')
  const body = problemBody(
    new ServiceError('SERVICE_UNAVAILABLE', { detail: 'The service is stopping.' }),
    requestId,
    '/docs/errors',
  )
  return Response.json(body, {
    status: body.status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Retry-After': '1',
      Connection: 'close',
      'X-Request-Id': requestId,
    },
  })
}
