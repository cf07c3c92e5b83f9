/** A host of the editor as it is in life: its own origin, a page with the SDK, and a backend that signs tokens. */
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { bundleSdk } from '../../../../scripts/sdk/bundle.ts'
import { keepOpen, openBrowser, openBrowserWithStorage } from '../../../journeys/browser.ts'
import { cleanUp } from '../../../support/clean-up.ts'
import { type TestService, startService } from '../../../support/service.ts'
import { type Host, makeHost, tokenOf } from '../../../surfaces/plugin/host.ts'

export interface HostPage {
  service: TestService
  host: Host
  /** Where the editor comes from. */
  editorUrl: string
  /** The host's own address; `strangerUrl` is that of someone whom the project does not list. */
  url: string
  strangerUrl: string
  /** Tokens that the backend has signed. */
  tokens(): number
  /** What the backend answers from now on; good tokens unless something else. */
  sign(kind: 'good' | 'expired' | 'forged' | 'expired once'): void
  /**
   * Opens the page with the SDK, in a context of its own; `?user=7` in its URL signs that user in, and `&claims=` with JSON adds
   * claims to the token.
   */
  open(options?: { at?: string; html?: string }): Promise<Page>
  context: BrowserContext
  /** True if the service can be reached; without it, connections to its port are refused, as without a network. */
  setNetwork(isOn: boolean): Promise<void>
}

export interface HostPageOptions {
  /** The script that runs in place of the editor. */
  standIn?: string
  /** The browser stores what pages inside the host's keep. */
  withStorage?: boolean
  /** Serves further files of the host. */
  files?: Readonly<Record<string, { body: string; type: string }>>
}

/** Starts service and host on two origins of this machine. */
export async function startHostPage({
  standIn,
  withStorage = false,
  files = {},
}: HostPageOptions = {}): Promise<HostPage> {
  const sdk = await bundleSdk()
  const script = standIn === undefined ? undefined : await bundled(standIn)
  let answer: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 })
  const listen = (port: number) => Bun.serve({ hostname: 'localhost', port, fetch: (request) => answer(request) })
  let server = listen(0)
  cleanUp(() => server.stop(true))
  const editorUrl = `http://localhost:${server.port}`
  const environment = {
    SVC_BASE_URL: editorUrl,
    SVC_PLUGIN_RATE_LIMIT: '100000/900',
    SVC_NET_ALLOW: '127.0.0.1/32',
  }
  const service = await startService({ dialect: 'sqlite', environment })

  let kind: Parameters<HostPage['sign']>[0] = 'good'
  let tokens = 0
  const backend = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: hostAnswer })
  const stranger = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: hostAnswer })
  cleanUp(() => (backend.stop(true), stranger.stop(true)))
  const url = `http://127.0.0.1:${backend.port}`
  const host = await makeHost(service, [url])

  answer = async (request) => {
    const { pathname } = new URL(request.url)
    const form = pathname.startsWith('/sdk/') ? sdk.get(pathname.slice(5)) : undefined
    if (form !== undefined)
      return new Response(form.slice(), {
        headers: { 'content-type': 'text/javascript; charset=utf-8', 'access-control-allow-origin': '*' },
      })
    if (pathname === '/editor/stand-in.js')
      return new Response(script ?? '', { headers: { 'content-type': 'text/javascript; charset=utf-8' } })
    const response = await service.handle(request)
    return script === undefined || pathname !== '/editor' || !response.ok ? response : withScript(response)
  }

  function sign(user: string | null, claims: string | null): string {
    tokens++
    const more = JSON.parse(claims ?? '{}') as object
    const who = { ...(user === null ? {} : { userId: Number(user) }), ...more }
    if (kind === 'expired once') {
      kind = 'good'
      return tokenOf(host, { ...who, expires: Date.now() - 1000 })
    }
    if (kind === 'expired') return tokenOf(host, { expires: Date.now() - 1000 })
    return tokenOf(kind === 'forged' ? { ...host, secret: 'somebody else’s' } : host, who)
  }

  function hostAnswer(request: Request): Response {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/token') return new Response(sign(searchParams.get('user'), searchParams.get('claims')))
    const file = files[pathname]
    if (file !== undefined) return new Response(file.body, { headers: { 'content-type': file.type } })
    const page = `<!doctype html><title>Host</title><style>body{margin:0}#svc-plugin{height:700px}</style>
      <script src="${editorUrl}/sdk/svc.js"></script>
      <script>window.pluginId = '${host.pluginId}'; window.getAuthToken = () => fetch('/token' + location.search).then((r) => r.text())</script><div id="svc-plugin"></div>`
    return new Response(page, { headers: { 'content-type': 'text/html' } })
  }

  const browser = await (withStorage ? openBrowserWithStorage() : openBrowser())
  const context = await browser.newContext({ viewport: { width: 1280, height: 760 } })
  cleanUp(() => context.close())
  for (const site of [url, `${editorUrl}/editor/canvas`]) await keepOpen(context, site)
  return {
    service,
    host,
    editorUrl,
    url,
    strangerUrl: `http://127.0.0.1:${stranger.port}`,
    tokens: () => tokens,
    sign: (wanted) => void (kind = wanted),
    async open({ at = url } = {}) {
      const page = await context.newPage()
      await page.goto(at)
      return page
    },
    context,
    async setNetwork(isOn) {
      if (isOn) server = listen(Number(new URL(editorUrl).port))
      else await server.stop(true)
    },
  }
}

async function bundled(file: string): Promise<string> {
  const built = await Bun.build({ entrypoints: [join(import.meta.dir, file)], target: 'browser', format: 'esm' })
  if (!built.success) throw new Error(built.logs.map(String).join('\n'))
  return (await built.outputs[0]?.text()) ?? ''
}

/** The page of the editor with its own headers, but another script. */
async function withScript(response: Response): Promise<Response> {
  const page = (await response.text())
    .replace(/<script type="module"[^>]*><\/script>/, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace('</head>', '<script type="module" src="/editor/stand-in.js"></script></head>')
  return new Response(page, { headers: response.headers })
}
