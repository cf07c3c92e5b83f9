import { Elysia } from 'elysia'
import { limits } from '../../../kernel/limits.ts'
import type { Config } from '../../../platform/config/index.ts'
import type { Http } from '../../../platform/http/index.ts'
import type { Contexts } from '../../../surfaces/plugin/index.ts'
import { answerPublic } from '../../public-files.ts'
import { version } from '../../version.ts'
import { hiddenRoute } from '../hidden-route.ts'
import { canvasPage, editorPage, refusedPage } from './page.ts'

export interface EditorPageDeps {
  http: Pick<Http, 'clientQuota'>
  contexts: Contexts
  config: Pick<Config, 'baseUrl' | 'appUrl' | 'pluginUrl'>
}

const forever = 'public, max-age=31536000, immutable'

// Pages of any origin may load it, also with subresource integrity.
const sdkHeaders = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/**
 * Serves a file of the SDK, cached for an hour, because it changes with the service; immutable if `v` is the running
 * version. Any other `v` is served like none, so that a page keeps working after an update of the service.
 */
function answerSdk(request: Request, file: string): Promise<Response> {
  const isVersioned = new URL(request.url).searchParams.get('v') === version
  const caching = isVersioned ? forever : 'public, max-age=3600'
  return answerPublic(request, `sdk/${file}`, { ...sdkHeaders, 'cache-control': caching })
}

// Any page may read it: a blocked frame reveals the same.
const checkHeaders = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }

/** The editor for iframes: its page, the blank canvas page, the application files, and the SDK for host pages. */
export function editorRoutes({ http, contexts, config }: EditorPageDeps) {
  const { baseUrl, appUrl, pluginUrl } = config
  const own = [...new Set([baseUrl, appUrl, pluginUrl].map((url) => new URL(url).origin))]

  const takeCheck = http.clientQuota(
    { requests: limits.pluginChecks, seconds: limits.pluginCheckWindowSeconds },
    'Too many checks of plugin configurations from this IP address.',
  )

  /** Origins that may frame the editor of a plugin, the service's own included; undefined for an unknown Plugin ID. */
  async function originsOf(pluginId: string): Promise<readonly string[] | undefined> {
    const plugin = await contexts.find(pluginId)
    if (plugin === undefined || plugin.allowedOrigins.includes('*')) return plugin?.allowedOrigins
    return [...new Set([...own, ...plugin.allowedOrigins])]
  }

  async function show(request: Request): Promise<Response> {
    const { searchParams: query } = new URL(request.url)
    const allowedOrigins = await originsOf(query.get('pluginId') ?? '')
    if (allowedOrigins === undefined) return refusedPage()
    const theme = query.get('theme') === 'dark' ? 'dark' : 'light'
    return editorPage({ allowedOrigins, theme, locale: query.get('locale') ?? 'en' })
  }

  /** Called by the SDK if its frame does not respond: reports the setting that blocks the calling page. */
  async function check(request: Request): Promise<Response> {
    takeCheck(request)
    const allowedOrigins = await originsOf(new URL(request.url).searchParams.get('pluginId') ?? '')
    const origin = request.headers.get('origin') ?? ''
    return Response.json({ details: whatIsWrong(allowedOrigins, origin) }, { headers: checkHeaders })
  }

  return new Elysia()
    .get('/editor', ({ request }) => show(request), hiddenRoute)
    .post('/editor/check', ({ request }) => check(request), hiddenRoute)
    .get('/editor/canvas', canvasPage, hiddenRoute)
    .get(
      '/editor/assets/:file',
      ({ request, params }) =>
        answerPublic(request, `editor/${params.file}`, {
          'cache-control': forever,
          'cross-origin-resource-policy': 'same-origin',
        }),
      hiddenRoute,
    )
    .get('/sdk/:file', ({ request, params }) => answerSdk(request, params.file), hiddenRoute)
}

/** Mentions only the calling origin, so that the allowed origins of a project stay private; null if there is no problem. */
function whatIsWrong(allowedOrigins: readonly string[] | undefined, origin: string): string | null {
  if (allowedOrigins === undefined) return 'No project has this pluginId.'
  // Its sandbox is also that of the editor inside it, so that no allowed origin would help.
  if (origin === 'null')
    return 'A sandbox without allow-same-origin contains this page. Add allow-same-origin to its frame.'
  if (allowedOrigins.includes('*') || allowedOrigins.includes(origin)) return null
  return `The project does not allow the origin of this page, ${origin.slice(0, 200)}. Add it to allowed_origins.`
}
