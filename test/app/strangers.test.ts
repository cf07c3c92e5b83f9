/** What somebody without credentials gets from each set-up of docs/operations.md, from one on loopback, and when asked for. */
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../../src/platform/config/index.ts'
import { checkPublicAccess } from '../../src/app/commands/doctor/network.ts'
import { version } from '../../src/app/version.ts'
import { type Answer, ask } from '../support/scenario.ts'
import { startService } from '../support/service.ts'

const root = join(import.meta.dir, '../..')
const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8')
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')

type Environment = Record<string, string>

/** `NAME=value` pairs of the lines that match, without the data directory, which is the test's own. */
function settingsIn(text: string, line: RegExp): Environment {
  const lines = text.split('\n').filter((each) => line.test(each))
  const pairs = lines.flatMap((each) =>
    [...each.matchAll(/\b(SVC_[A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  )
  expect(pairs.length).toBeGreaterThan(0)
  return Object.fromEntries(pairs.filter(([name]) => name !== 'SVC_DATA_DIR')) as Environment
}

/** As nginx of docs/operations.md passes requests on. */
const forwarded = { host: 'mail.example.com', 'x-forwarded-for': '198.51.100.7' }
const image = settingsIn(dockerfile, /^ENV /)
const container = { ...image, ...settingsIn(operations, /docker run .*SVC_BASE_URL/) }
const unit = settingsIn(operations, /^Environment=/)
const shell = settingsIn(operations, /svc serve$/)

/** What the first page tells about a service on loopback only. */
const details = [version, 'SQLite', 'Storage', 'Running for', '/demo']
const browser = { headers: { accept: 'text/html' } }

interface SetUp {
  environment: Environment
  headers?: Record<string, string>
}

async function open({ environment, headers = {} }: SetUp) {
  const service = await startService({ dialect: 'sqlite', environment })
  const call = (line: string, more: { headers?: Record<string, string>; send?: unknown } = {}): Promise<Answer> => {
    const [method, path] = line.split(' ')
    const origin = `http://${headers['host'] ?? 'localhost:3009'}`
    const target = { handle: (request: Request) => service.handle(new Request(`${origin}${path}`, request)) }
    return ask(target, { call: `${method} ${path}`, key: null, ...more, headers: { ...headers, ...more.headers } })
  }
  return call
}

const publicSetUps: [name: string, setUp: SetUp][] = [
  ['the container', { environment: container, headers: { host: 'mail.example.com' } }],
  ['the container, asked by its IP address', { environment: container, headers: { host: '192.0.2.1:3009' } }],
  ['the container, asked as localhost', { environment: container }],
  ['the container without a base URL', { environment: image }],
  ['the systemd unit behind nginx', { environment: unit, headers: forwarded }],
  ['the systemd unit behind a proxy that forwards no name', { environment: unit }],
  ['the shell command behind nginx', { environment: shell, headers: forwarded }],
  ['loopback with SVC_PUBLIC', { environment: { SVC_PUBLIC: 'true' } }],
  ['loopback with a public CDN URL', { environment: { SVC_CDN_URL: 'https://cdn.example.com' } }],
  ['loopback behind a proxy that the configuration does not know', { environment: {}, headers: forwarded }],
  ['loopback, asked by a name that was rebound to it', { environment: {}, headers: { host: 'evil.example:3009' } }],
  ['every interface of IPv6', { environment: { SVC_HOST: '::' } }],
]

describe.each(publicSetUps)('strangers at %s', (_, setUp) => {
  test('get no demo, no token, no metrics, and learn neither version nor storage', async () => {
    const call = await open(setUp)
    for (const line of ['GET /demo', 'GET /demo/client.js', 'POST /demo/token?emailId=demo-stranger', 'GET /metrics'])
      expect(`${line} ${(await call(line)).status}`).toBe(`${line} 404`)
    const landing = await call('GET /')
    expect(landing.status).toBe(200)
    expect(details.filter((word) => landing.text.includes(word))).toEqual([])
    const pages = await Promise.all(['GET /sign-in', 'GET /setup', 'GET /nowhere'].map((line) => call(line, browser)))
    expect(pages.filter(({ text }) => text.includes(version))).toEqual([])
    expect((await call('POST /init', { send: { pluginId: 'x', emailId: 'demo-x' } })).status).toBe(401)
  })
})

describe.each([
  ['the container', { environment: container, headers: { host: 'mail.example.com' } }],
  ['the systemd unit behind nginx', { environment: unit, headers: forwarded }],
  ['loopback', { environment: {} }],
] as [string, SetUp][])('at %s', (_, setUp) => {
  test('SVC_METRICS_TOKEN is all that gives metrics', async () => {
    const token = 'a-token-of-the-operator'
    const call = await open({ ...setUp, environment: { ...setUp.environment, SVC_METRICS_TOKEN: token } })
    const scrape = (authorization?: string) =>
      call('GET /metrics', authorization === undefined ? {} : { headers: { authorization } })
    for (const wrong of [undefined, 'Bearer ', `Bearer ${token}x`, `Basic ${token}`, token]) {
      const { status, body, headers } = await scrape(wrong)
      expect([status, (body as { code: string }).code]).toEqual([401, 'METRICS_TOKEN_INVALID'])
      expect(headers.get('www-authenticate')).toBe('Bearer realm="metrics"')
    }
    const { status, text } = await scrape(`Bearer ${token}`)
    expect([status, text.includes('svc_http_requests_total')]).toEqual([200, true])
  })

  test('SVC_DEMO=true gives the demo to everyone', async () => {
    const call = await open({ ...setUp, environment: { ...setUp.environment, SVC_DEMO: 'true' } })
    expect((await call('GET /demo')).status).toBe(200)
    expect((await call('GET /')).text).toContain('/demo')
    expect((await call('POST /demo/token?emailId=demo-stranger')).status).toBe(200)
  })
})

test('a public service does not name its storage to probes', async () => {
  const call = await open({ environment: container })
  expect((await call('GET /readyz')).body).toEqual({ status: 'ready', jobs: 'running' })
})

describe.each([
  ['localhost', 'localhost:3009'],
  ['127.0.0.1', '127.0.0.1:3009'],
  ['::1', '[::1]:3009'],
])('on loopback as %s', (_, host) => {
  test('the demo opens an editor, metrics need no token, and the first page tells what runs', async () => {
    const call = await open({ environment: {}, headers: { host } })
    const page = await call('GET /demo')
    expect(page.status).toBe(200)
    const [pluginId] = /svc_pk_[0-9a-f]{48}/.exec(page.text) ?? []
    const { text: token } = await call('POST /demo/token?emailId=demo-welcome')
    const send = { pluginId, emailId: 'demo-welcome' }
    expect((await call('POST /v1/plugin/init', { headers: { 'es-plugin-auth': token }, send })).status).toBe(200)
    expect((await call('GET /metrics')).status).toBe(200)
    const landing = (await call('GET /')).text
    expect(details.filter((word) => !landing.includes(word))).toEqual([])
  })
})

test('SVC_DEMO=false takes the demo from this machine too', async () => {
  const call = await open({ environment: { SVC_DEMO: 'false' } })
  expect((await call('GET /demo')).status).toBe(404)
  expect((await call('GET /')).text).not.toContain('/demo')
})

describe('svc doctor', () => {
  const read = (environment: Environment): Config => readConfig({ environment })
  const statesOf = (environment: Environment) =>
    checkPublicAccess(read(environment)).map(({ name, state }) => `${name} ${state}`)

  test.each([
    ['nothing set', {}],
    ['the container', container],
    ['the systemd unit', unit],
    ['a demo on loopback that was asked for', { SVC_DEMO: 'true' }],
  ])('finds nothing wrong with %s', (_, environment) =>
    expect(statesOf(environment)).toEqual(['demo ok', 'metrics ok']),
  )

  test.each([
    ['the container', container],
    ['the systemd unit', unit],
    ['loopback with SVC_PUBLIC', { SVC_PUBLIC: 'true' }],
  ])('fails when SVC_DEMO opens the project to strangers: %s', (_, environment) => {
    const [finding] = checkPublicAccess(read({ ...environment, SVC_DEMO: 'true' }))
    expect(finding).toMatchObject({ name: 'demo', state: 'fail', message: expect.stringContaining('anyone can edit') })
  })
})
