import type { PluginConfig } from './config.ts'
import { failureOf } from './protocol/index.ts'

let loadedFrom: string | undefined

/** Caches where this code was loaded from; called once, while it is known. */
export function cacheSource(url: string | undefined): void {
  loadedFrom = url
}

/**
 * The URL that the frame loads: of the session that a backend has made, or `/editor` below the base URL, which is (interface
 * 2.6), in this order: the configuration, `data-base-url` or `data-svc-api` of a script tag, the origin of the tag that loads
 * `svc.js`, the origin this code came from, port 3009 on a machine that develops, and the page's own origin. Throws
 * INVALID_CONFIG where it is not of http or https.
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
