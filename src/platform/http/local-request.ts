import { isLoopbackHost } from '../config/index.ts'

const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via'] as const

/**
 * True if a request names a loopback host and has no forwarding headers of a proxy. A service that is configured for this
 * machine alone serves some things without credentials; this keeps them from clients of a proxy that the configuration does
 * not list, and from pages that rebind a DNS name to 127.0.0.1.
 */
export function isLocalRequest({ url, headers }: Request): boolean {
  return isLoopbackHost(new URL(url).hostname) && !proxyHeaders.some((name) => headers.has(name))
}
