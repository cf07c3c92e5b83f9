/** A port of this machine that was free a moment ago; another process may have taken it since, and who starts there is notified so. */
export function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
  const { port } = probe
  probe.stop(true)
  return port
}
