import { Elysia } from 'elysia'
import { limits } from '../../../kernel/limits.ts'
import type { Config } from '../../../platform/config/index.ts'
import type { Http } from '../../../platform/http/index.ts'
import type { Contexts } from '../../../surfaces/plugin/index.ts'
import { answerPublic } from '../../public-files.ts'
import { version } from '../../version.ts'
import { canvasPage, editorPage, refusedPage } from './page.ts'

export interface EditorPageDeps {
  http: Pick<Http, 'clientQuota'>
  contexts: Contexts
  config: Pick<Config, 'baseUrl' | 'appUrl' | 'pluginUrl'>
  /** The Plugin ID whose editor a page of the service itself shows; undefined where there is none. */
  ownPluginId(): Promise<string | undefined>
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

// Scripts of any page may read it: it says what the browser's refusal of the frame says too.
const checkHeaders = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }

/** The editor in its iframe: the page, the blank page of its canvas, the files of the application, and the SDK for host pages. */
export function editorRoutes({ http, contexts, config, ownPluginId }: EditorPageDeps) {
  const { baseUrl, appUrl, pluginUrl } = config
  const own = [...new Set([baseUrl, appUrl, pluginUrl].map((url) => new URL(url).origin))]

  const takeCheck = http.clientQuota(
    { requests: limits.pluginChecks, seconds: limits.pluginCheckWindowSeconds },
    'Too many checks of plugin configurations from this IP address.',
  )

  /** The origins that may frame the editor of a plugin: what its project lists. Undefined for a Plugin ID that no project has. */
  async function originsOf(pluginId: string): Promise<readonly string[] | undefined> {
    const plugin = await contexts.find(pluginId)
    if (plugin === undefined || plugin.allowedOrigins.includes('*')) return plugin?.allowedOrigins
    const isOwn = (await ownPluginId()) === pluginId
    return isOwn ? [...new Set([...own, ...plugin.allowedOrigins])] : plugin.allowedOrigins
  }

  async function show(request: Request): Promise<Response> {
    const { searchParams: query } = new URL(request.url)
    const allowedOrigins = await originsOf(query.get('pluginId') ?? '')
    if (allowedOrigins === undefined) return refusedPage()
    const theme = query.get('theme') === 'dark' ? 'dark' : 'light'
    return editorPage({ allowedOrigins, theme, locale: query.get('locale') ?? 'en' })
  }

  /** For the SDK, whose frame stayed silent: what of its configuration keeps the page that asks from showing the editor. */
  async function check(request: Request): Promise<Response> {
    takeCheck(request)
    const allowedOrigins = await originsOf(new URL(request.url).searchParams.get('pluginId') ?? '')
    const origin = request.headers.get('origin') ?? ''
    return Response.json({ details: whatIsWrong(allowedOrigins, origin) }, { headers: checkHeaders })
  }

  return new Elysia()
    .get('/editor', ({ request }) => show(request), route)
    .post('/editor/check', ({ request }) => check(request), route)
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

/** A sentence about the one origin that asks, so that nobody learns which others a project lists; null where all is well. */
function whatIsWrong(allowedOrigins: readonly string[] | undefined, origin: string): string | null {
  if (allowedOrigins === undefined) return 'No project has this pluginId.'
  if (allowedOrigins.includes('*') || allowedOrigins.includes(origin)) return null
  return `The project does not allow the origin of this page, ${origin.slice(0, 200)}. Add it to allowed_origins.`
}
