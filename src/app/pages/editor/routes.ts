import { Elysia } from 'elysia'
import type { Config } from '../../../platform/config/index.ts'
import type { Contexts } from '../../../surfaces/plugin/index.ts'
import { answerPublic } from '../../public-files.ts'
import { version } from '../../version.ts'
import { canvasPage, editorPage, refusedPage } from './page.ts'

export interface EditorPageParts {
  contexts: Contexts
  config: Pick<Config, 'baseUrl' | 'appUrl' | 'pluginUrl'>
}

// Hidden from the API's description; no script of another origin may read them.
const route = { parse: 'none', detail: { hide: true, 'x-cross-origin': false } as object } as const
const forever = 'public, max-age=31536000, immutable'

// Pages of any origin load it, with an integrity if they like.
const sdkHeaders = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/**
 * A file of the SDK: for an hour, because it changes with the service; forever where `v` is the version that runs. Another
 * version in `v` is answered like none, so that a page outlives an update of the service.
 */
function answerSdk(request: Request, file: string): Promise<Response> {
  const isVersioned = new URL(request.url).searchParams.get('v') === version
  const caching = isVersioned ? forever : 'public, max-age=3600'
  return answerPublic(request, `sdk/${file}`, { ...sdkHeaders, 'cache-control': caching })
}

/** The editor in its iframe: the page, the blank page of its canvas, the files of the application, and the SDK for host pages. */
export function editorRoutes({ contexts, config }: EditorPageParts) {
  const { baseUrl, appUrl, pluginUrl } = config
  const own = [...new Set([baseUrl, appUrl, pluginUrl].map((url) => new URL(url).origin))]

  async function show(request: Request): Promise<Response> {
    const { searchParams: query } = new URL(request.url)
    const plugin = await contexts.find(query.get('pluginId') ?? '')
    if (plugin === undefined) return refusedPage()
    const { allowedOrigins } = plugin
    const theme = query.get('theme') === 'dark' ? 'dark' : 'light'
    return editorPage({ allowedOrigins: [...own, ...allowedOrigins], theme, locale: query.get('locale') ?? 'en' })
  }

  return new Elysia()
    .get('/editor', ({ request }) => show(request), route)
    .get('/editor/canvas', canvasPage, route)
    .get(
      '/editor/assets/:file',
      ({ request, params }) =>
        answerPublic(request, `editor/${params.file}`, {
          'cache-control': forever,
          'cross-origin-resource-policy': 'same-origin',
        }),
      route,
    )
    .get('/sdk/:file', ({ request, params }) => answerSdk(request, params.file), route)
}
