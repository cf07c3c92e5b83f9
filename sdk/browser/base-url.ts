let loadedFrom: string | undefined

/** Remembers where this code was loaded from; called once, while it is known. */
export function rememberSource(url: string | undefined): void {
  loadedFrom = url
}

/**
 * Where the editor is (interface 2.6), in this order: the configuration, `data-base-url` or `data-svc-api` of a script tag,
 * the origin of the tag that loads `svc.js`, the origin this code came from, port 3009 on a machine that develops, and the
 * page's own origin.
 */
export function findBaseUrl(configured: string | undefined): string {
  const { hostname, origin, href } = location
  const tag = (selector: string) => document.querySelector<HTMLScriptElement>(`script${selector}`)
  const found =
    configured ||
    tag('[data-base-url]')?.dataset['baseUrl'] ||
    tag('[data-svc-api]')?.dataset['svcApi'] ||
    originOf(tag('[src*="/sdk/svc."]')?.src) ||
    originOf(loadedFrom) ||
    (/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? 'http://localhost:3009' : origin)
  let url = new URL(found, href).href
  while (url.endsWith('/')) url = url.slice(0, -1)
  return url
}

function originOf(url: string | undefined): string | undefined {
  return url && /^https?:/.test(url) ? new URL(url).origin : undefined
}
