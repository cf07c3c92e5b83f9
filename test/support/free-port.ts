// Below the usual ranges of outgoing connections: from 32768 on Linux, from 49152 elsewhere (RFC 6335, section 6). While a
// server is stopped, such a connection could take its port, and the server could not start again.
const firstPort = 20_000
const lastPort = 32_767

/** A port on which nobody listens now. Another process may have taken it by the time it is used; listening then fails. */
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
