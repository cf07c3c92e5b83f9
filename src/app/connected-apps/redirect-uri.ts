const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])
// Browsers run, show or download these instead of opening an application.
const forbiddenSchemes = /^(?:javascript|data|file|blob|about|vbscript|filesystem|view-source|wss?|ftp):$/

/** True for https, for http on loopback, and for schemes of applications (RFC 8252 7). Never with a fragment. */
export function isRedirectUri(text: string): boolean {
  if (!/^[\x21-\x7e]{1,500}$/.test(text) || text.includes('#') || text.includes('\\')) return false
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return loopbackHosts.has(url.hostname)
  return !forbiddenSchemes.test(url.protocol)
}

/** True for exactly one of the registered URIs; on loopback with any port, which applications choose when they start (RFC 8252 7.3). */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  return isRedirectUri(uri) && registered.some((each) => each === uri || withoutPort(each) === withoutPort(uri))
}

function withoutPort(uri: string): string | undefined {
  const url = URL.parse(uri)
  if (url?.protocol !== 'http:' || !loopbackHosts.has(url.hostname)) return uri
  return `${url.hostname} ${url.pathname}${url.search}`
}
