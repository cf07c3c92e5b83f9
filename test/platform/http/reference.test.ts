import { afterAll, describe, expect, test } from 'bun:test'
import { chromium } from 'playwright-core'
import { healthRoutes, referenceRoutes } from '../../../src/platform/http/index.ts'
import { chromiumPath, hasChromium } from '../../support/chromium.ts'
import { ask, scenarios } from '../../support/scenario.ts'
import { openEmptyStore, openTestStore, temporaryDirectory } from '../../support/store.ts'
import { createSample } from './sample-api.ts'
import { createToy } from './test-surface.ts'

const store = await openTestStore('sqlite')
const { http, metrics, lines } = createToy(store)
const local = { isPublic: false, metricsToken: undefined }
const { app, document } = createSample(http)
const documented = function* () {
  yield undefined
  return document
}
const handler = http.handler(
  app.use(referenceRoutes(documented)).use(healthRoutes({ store, metrics, runsJobs: true, config: local })),
)
const scriptOf = async () =>
  /src="(\/docs\/reference-[^"]+)"/.exec((await ask(handler, { call: 'GET /docs', key: null })).text)?.[1] ?? ''

describe('documentation', () => {
  scenarios(handler, [
    {
      name: 'the document is served with a tag',
      call: 'GET /openapi.json',
      status: 200,
      body: { openapi: '3.1.1', info: { title: 'Sample' } },
      answers: { 'content-type': 'application/json', etag: /^"\w+"$/ },
    },
    {
      name: 'the reference may run own scripts and ask nobody else',
      call: 'GET /docs',
      status: 200,
      body: 'Sample reference',
      answers: {
        'content-security-policy': /script-src 'self';.*connect-src 'self'/,
        'x-content-type-options': 'nosniff',
      },
    },
    {
      name: 'every code is explained where problems point',
      call: 'GET /docs/errors',
      status: 200,
      body: '<section id="UNAUTHORIZED">',
    },
    {
      name: 'codes of the browser SDK alone are not',
      call: 'GET /docs/errors',
      status: 200,
      then: ({ text }) => expect(text).not.toContain('NOT_INITIALIZED'),
    },
    { name: 'an unknown file is 404', call: 'GET /docs/reference-0.js', status: 404, body: { code: 'FILE_NOT_FOUND' } },
  ])

  test('the unchanged document is 304', async () => {
    const first = await ask(handler, { call: 'GET /openapi.json' })
    const headers = { 'if-none-match': `W/${first.headers.get('etag')}` }
    const second = await ask(handler, { call: 'GET /openapi.json', headers })
    expect(second).toMatchObject({ status: 304, text: '' })
  })

  test('the script is cached for ever and compressed for who can read it', async () => {
    const call = `GET ${await scriptOf()}`
    const plain = await ask(handler, { call, headers: { 'accept-encoding': 'gzip;q=0' } })
    const packed = await ask(handler, { call, headers: { 'accept-encoding': 'gzip, br' } })
    expect(plain.headers.get('cache-control')).toContain('immutable')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.headers.get('vary')).toBe('Accept-Encoding')
  })
})

describe('health', () => {
  const empty = async () => {
    const unready = await openEmptyStore({ dataDir: temporaryDirectory() })
    return http.handler(
      http.application().use(healthRoutes({ store: unready, metrics, runsJobs: true, config: local })),
    )
  }

  scenarios(handler, [
    {
      name: 'a process that lives says so',
      call: 'GET /healthz',
      status: 200,
      body: { status: 'ok' },
      answers: { 'cache-control': 'no-store' },
    },
    {
      name: 'a service that can work says so',
      call: 'GET /readyz',
      status: 200,
      body: { status: 'ready', storage: 'sqlite', jobs: 'running' },
    },
    {
      name: 'metrics are text',
      call: 'GET /metrics',
      status: 200,
      body: 'svc_http_requests_total',
      answers: { 'content-type': /^text\/plain; version=0\.0\.4/ },
    },
  ])

  test('a store without this build’s schema is not ready', async () => {
    expect(await ask(await empty(), { call: 'GET /readyz' })).toMatchObject({
      status: 503,
      body: { code: 'SERVICE_UNAVAILABLE' },
    })
  })

  test('a process that drains is alive and not ready', async () => {
    const draining = http.handler(
      http.application().use(healthRoutes({ store, metrics, runsJobs: true, config: local })),
    )
    draining.drain()
    expect((await ask(draining, { call: 'GET /healthz' })).status).toBe(200)
    expect((await ask(draining, { call: 'GET /readyz' })).status).toBe(503)
  })

  test('probes that succeed write no line', async () => {
    lines.length = 0
    await ask(handler, { call: 'GET /healthz' })
    expect(lines).toEqual([])
  })
})

const browser = hasChromium
  ? await chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox'] })
  : undefined

describe.skipIf(!hasChromium)('in a browser', () => {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request, peer) => handler.handle(request, peer) })
  afterAll(async () => {
    await browser?.close()
    await server.stop(true)
  })

  test.each(['light', 'dark'] as const)(
    'the reference draws itself in the %s scheme and asks no other host',
    async (colorScheme) => {
      const page = await browser?.newPage({ colorScheme, viewport: { width: 375, height: 800 } })
      if (page === undefined) return
      page.setDefaultTimeout(120_000)
      const strangers: string[] = []
      const complaints: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(server.url.origin) && !request.url().startsWith('data:'))
          strangers.push(request.url())
      })
      page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
      page.on('pageerror', (error) => complaints.push(String(error)))
      await page.goto(`${server.url.origin}/docs`, { waitUntil: 'networkidle' })
      await page.getByRole('heading', { name: 'Sample' }).first().waitFor()
      const background = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      const [red = 0] = /\d+/.exec(String(background)) ?? []
      expect(Number(red) > 128).toBe(colorScheme === 'light')
      expect({ strangers, complaints }).toEqual({ strangers: [], complaints: [] })
      await page.close()
    },
  )
})
