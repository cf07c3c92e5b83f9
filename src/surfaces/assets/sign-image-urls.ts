/** Signatures in emails of a service that transforms images for signed URLs only. */
import type { Vault } from '../../platform/identity/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import type { SignImageUrls } from '../templates/index.ts'
import { ImageParameters, readImageQuery, signImage } from './image-query.ts'
import { selectProjectsOf } from './store.ts'

interface Signing {
  store: Store
  vault: Vault
  /** Public URL of the CDN host. */
  cdnUrl: string
}

const transformed = /(\/cdn\/(ast_[^/?#"'\s<>().]+)(?:\.\d+)?\/[^/?#"'\s<>()]+)\?([^#"'\s<>()]+)/g

/** Images of other projects and hosts, and signed URLs, stay as they are. */
export function createSignImageUrls({ store, vault, cdnUrl }: Signing): SignImageUrls {
  return async (html, projectId) => {
    const ids = new Set([...html.matchAll(transformed)].map(([, , id = '']) => id))
    if (ids.size === 0) return html
    const projects = await selectProjectsOf(store.read, [...ids])
    return html.replace(transformed, (whole, path: string, id: string, search: string, at: number) => {
      const isOurs = projects.get(id) === projectId && html.startsWith(cdnUrl, at - cdnUrl.length)
      const signed = isOurs ? signSearch(vault, id, search) : undefined
      return signed === undefined ? whole : `${path}?${signed}`
    })
  }
}

/** Parameters that ESPs and campaigns added stay, unsigned; undefined for a query without a transformation to sign. */
function signSearch(vault: Vault, id: string, search: string): string | undefined {
  const { sig, exp: _, ...parameters } = readImageQuery(search) ?? {}
  if (sig !== undefined || Object.keys(parameters).length === 0) return undefined
  const others = search
    .split(/&(?:amp;)?/)
    .filter((pair) => !((pair.split('=')[0] ?? '') in ImageParameters.properties))
  return [...signImage(vault, id, { parameters }).split('&'), ...others].join('&amp;')
}
