import type { PluginConfig } from './config.ts'
import { failureOf } from './protocol/index.ts'

let loadedFrom: string | undefined

/** Stores the URL that this code was loaded from; called once, while it is known. */
export function cacheSource(url: string | undefined): void {
  loadedFrom = url
}

/**
 * The URL of the frame: `session.editorUrl`, or `/editor` below the base URL, which is the first of (interface 2.6):
 * `baseUrl`, `data-base-url` or `data-svc-api` of a script tag, the origin of the tag that loads `svc.js`, the origin
 * this code was loaded from, port 3009 on localhost, the origin of the page. Throws INVALID_CONFIG unless it is http or
 * https.
 */
export function findEditorUrl({ session, baseUrl }: Pick<PluginConfig, 'session' | 'baseUrl'>): URL {
  const { hostname, origin } = location
  const tag = (selector: string) => document.querySelector<HTMLScriptElement>(`script${selector}`)
  if (session?.editorUrl) return httpUrl('session.editorUrl', session.editorUrl)
  const url = httpUrl(
    'baseUrl',
    baseUrl ||
      tag('[data-base-url]')?.dataset['baseUrl'] ||
      tag('[data-svc-api]')?.dataset['svcApi'] ||
      originOf(tag('[src*="/sdk/svc."]')?.src) ||
      originOf(loadedFrom) ||
      (/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? 'http://localhost:3009' : origin),
  )
  let base = url.href
  while (base.endsWith('/')) base = base.slice(0, -1)
  return new URL(`${base}/editor`)
}

function originOf(url: string | undefined): string | undefined {
  return url && /^https?:/.test(url) ? new URL(url).origin : undefined
}

function httpUrl(name: string, text: string): URL {
  const url = URL.canParse(text, location.href) ? new URL(text, location.href) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url
  throw failureOf('INVALID_CONFIG', `${name} must be an http or https URL.`)
}
