/** The value of Strict-Transport-Security for a response to a request with this URL; undefined if it gets none. */
export type Hsts = (requestUrl: string) => string | undefined

/**
 * Sets the header for the hosts of public https URLs (RFC 6797). A proxy ends TLS, so the connection itself is plain;
 * browsers ignore the header on plain HTTP. Undefined if no URL is https, or with a max-age of 0 seconds.
 */
export function createHsts(publicUrls: readonly string[], maxAgeSeconds: number): Hsts | undefined {
  const urls = publicUrls.map((url) => new URL(url)).filter(({ protocol }) => protocol === 'https:')
  if (urls.length === 0 || maxAgeSeconds === 0) return undefined
  const hosts = new Set(urls.map(({ host }) => host))
  const value = `max-age=${maxAgeSeconds}`
  return (requestUrl) => {
    const start = requestUrl.indexOf('//') + 2
    const end = requestUrl.indexOf('/', start)
    return hosts.has(requestUrl.slice(start, end === -1 ? undefined : end)) ? value : undefined
  }
}
