/** Serves the editor alone under the headers that the product sends, with an api that a test writes. */
import { join } from 'node:path'
import type { BrowserBundle } from '../../../scripts/browser-bundle.ts'
import { bundleEditor } from '../../../scripts/editor.ts'
import type { EditorConfig } from '../../../src/editor/bridge/index.ts'
import { readSocialIcon } from '../../../src/surfaces/delivery/index.ts'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type EmailDocument, type ModuleFragment, expandModules } from '../../../src/email/document/index.ts'
import { renderHtml } from '../../../src/email/render/index.ts'
import { cleanUp } from '../../support/clean-up.ts'

const types: Record<string, string> = { js: 'text/javascript', css: 'text/css' }

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src * data: blob:; frame-src 'self'; require-trusted-types-for 'script'; trusted-types svc"
const canvasPolicy = "default-src 'none'; img-src * data: blob:; style-src 'unsafe-inline'; font-src *"

/** What a test's own service answers: a value, or a failure with the members of one. */
export type TestApi = Record<string, (...args: never[]) => unknown>

/** What is edited, and how. */
export interface AloneOptions {
  document: EmailDocument
  /** What its modules mean, by `${id} ${version}`. */
  modules?: Readonly<Record<string, ModuleFragment>>
  config?: Partial<EditorConfig>
  api?: TestApi
}

const config: EditorConfig = {
  pluginId: 'svc_pk_test',
  emailId: 'welcome',
  requestData: {},
  locale: 'en',
  theme: 'light',
  customization: { branding: true, features: ['editor', 'preview', 'export', 'ai'] },
}

let bundled: Promise<BrowserBundle> | undefined

/** Serves one document; answers the address. */
export async function serveAlone(options: AloneOptions): Promise<string> {
  bundled ??= bundleEditor(join(import.meta.dir, 'alone.tsx'))
  const { files, manifest } = await bundled
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/') return answerPage(printPage(manifest, options), policy)
      if (pathname === '/editor/canvas') return answerPage(blank, canvasPolicy)
      if (pathname === '/cdn/picture.svg') return new Response(image, { headers: { 'content-type': 'image/svg+xml' } })
      const mark = readSocialIcon(pathname)
      if (mark !== undefined)
        return new Response(new Uint8Array(mark.bytes), { headers: { 'content-type': mark.mime } })
      if (pathname.startsWith('/api/')) return answerCall(options.api ?? {}, pathname.slice(5), request)
      const file = files.get(pathname.slice('/assets/'.length))
      if (file === undefined) return new Response(undefined, { status: 404 })
      const type = types[pathname.split('.').at(-1) ?? ''] ?? 'text/plain'
      const headers = { 'content-type': type, 'content-encoding': 'gzip', 'cache-control': 'max-age=3600' }
      return new Response(packed(file), { headers })
    },
  })
  cleanUp(() => server.stop(true))
  return server.url.href
}

const image =
  '<svg xmlns="http://www.w3.org/2000/svg" width="260" height="120"><rect width="260" height="120" fill="#c7d2fe"/></svg>'
const blank = '<!doctype html><html><head><meta charset="utf-8"><title>Email</title></head><body></body></html>'

function printPage({ script, style }: BrowserBundle['manifest'], options: AloneOptions): string {
  const { document, modules = {} } = options
  const { document: whole } = expandModules(document, ({ id, version }) => modules[`${id} ${version}`])
  const canvas = renderHtml(whole, blockTypes, { mode: 'editor', target: 'sample' }).html
  const given = {
    document,
    modules,
    canvas,
    config: { ...config, ...options.config },
    isSaved: options.api?.['applyOperations'] !== undefined,
  }
  const json = JSON.stringify(given).replaceAll('<', '\\u003c')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Editor</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/assets/${style}"><script type="application/json">${json}</script><script type="module" src="/assets/${script}"></script></head><body><div id="editor"></div></body></html>`
}

const packings = new Map<Uint8Array, Uint8Array<ArrayBuffer>>()

// As the service sends it, which packs ahead.
function packed(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const made = packings.get(file) ?? Bun.gzipSync(file as Uint8Array<ArrayBuffer>, { level: 9 })
  packings.set(file, made)
  return made
}

function answerPage(html: string, csp: string): Response {
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': csp } })
}

async function answerCall(api: TestApi, name: string, request: Request): Promise<Response> {
  try {
    const args = (await request.json()) as never[]
    return Response.json((await api[name]?.(...args)) ?? null)
  } catch (failure) {
    return Response.json(failure, { status: 409 })
  }
}
