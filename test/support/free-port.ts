// Outgoing connections take their ports from 32768 up on Linux, from 49152 up elsewhere (RFC 6335, section 6). Such
// a port is gone when a server that was stopped starts again on it.
const firstPort = 20_000
const lastPort = 32_767

/**
 * A port of this machine on which nobody listens, and that no outgoing connection takes. Another process may listen on it
 * by the time it is used; whoever starts there is told so.
 */
export function freePort(): number {
  for (;;) {
    const port = firstPort + Math.floor(Math.random() * (lastPort - firstPort + 1))
    if (isFree(port)) return port
  }
}

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: '127.0.0.1', port, socket: { data: () => undefined } }).stop(true)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'EADDRINUSE') return false
    throw error
  }
}
