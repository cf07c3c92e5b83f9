import { limits } from '../kernel/limits.ts'

/** Answers requests; the server, where there is one, tells the address of the peer. */
export type Handle = (request: Request, server?: Bun.Server<undefined>) => Response | Promise<Response>

/** A listener that can be closed without cutting anybody off. */
export interface Listener {
  readonly url: URL
  /** Refuses new requests, waits for running ones at most `deadlineMs`, then closes. True when nothing was cut off. */
  drain(deadlineMs?: number): Promise<boolean>
}

export interface ListenOptions {
  host: string
  port: number
  handle: Handle
  /** Told when draining begins, so that requests on open connections are refused in the service's own words. */
  onDrain?: () => void
}

/** Listens on a port. Throws an Error that says what to do when the port is taken or forbidden. */
export function listen({ host, port, handle, onDrain }: ListenOptions): Listener {
  const server = serve({ host, port }, handle)
  return {
    url: server.url,
    async drain(deadlineMs = limits.drainSeconds * 1000) {
      onDrain?.()
      // stop() waits for ever on streams that stay open, hence the deadline.
      const stopped = server.stop(false).then(() => true)
      const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), deadlineMs).unref())
      const isClean = (await Promise.race([stopped, late])) || server.pendingRequests === 0
      await server.stop(true)
      return isClean
    },
  }
}

// The service answers 413 itself, with a body; the runtime's bare 413 is only for what goes far beyond.
const refusedUnread = 8 * limits.requestBodyBytes

function serve({ host, port }: { host: string; port: number }, fetch: Handle): Bun.Server<undefined> {
  try {
    return Bun.serve({
      hostname: host,
      port,
      fetch,
      development: false,
      idleTimeout: 60,
      maxRequestBodySize: refusedUnread,
    })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw refusal(
        `Port ${port} on ${host} is in use. Stop the other program, or choose another port with --port.`,
        error,
      )
    if (code === 'EACCES') throw refusal(`Port ${port} needs more rights. Choose one above 1023 with --port.`, error)
    if (code === 'EADDRNOTAVAIL')
      throw refusal(`${host} is not an address of this machine. Set SVC_HOST to one that is.`, error)
    throw error
  }
}

function refusal(message: string, cause: unknown): Error {
  return new Error(message, { cause })
}
