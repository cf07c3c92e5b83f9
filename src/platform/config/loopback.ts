import { isIP } from 'node:net'

/**
 * True if a host name or IP address is of this machine alone: 127.0.0.0/8 and ::1 (RFC 6890), `localhost` and names below it
 * (RFC 6761 6.3). IPv6 may be in the brackets of a URL.
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (isIP(name) === 4) return name.startsWith('127.')
  if (isIP(name) === 6) return URL.parse(`http://[${name}]`)?.hostname === '[::1]'
  return name === 'localhost' || name.endsWith('.localhost')
}
