import type { Config } from '../../../platform/config/index.ts'

const timeoutMs = 3000

/** Requests the health of the service on its own port. */
export async function probe({ host, port }: Pick<Config, 'host' | 'port'>): Promise<boolean> {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  try {
    const answer = await fetch(`http://${reachable}:${port}/healthz`, { signal: AbortSignal.timeout(timeoutMs) })
    return answer.ok
  } catch {
    return false
  }
}
