/** What someone without credentials gets from each set-up of docs/operations.md, from one on loopback, and when requested. */
import { describe, expect, test } from 'bun:test'
import { createUser, listCompanies } from '../../src/surfaces/projects/index.ts'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../../src/platform/config/index.ts'
import { bootstrap } from '../../src/app/bootstrap.ts'
import { checkDataDirectory } from '../../src/app/commands/doctor/disk.ts'
import { checkAddresses, checkEmbedding, checkPublicAccess } from '../../src/app/commands/doctor/public-access.ts'
import { withInstanceSecret } from '../../src/app/instance-secret.ts'
import { version } from '../../src/app/version.ts'
import { createAuditKeys, useAuditKeys } from '../../src/platform/audit/index.ts'
import { createVault } from '../../src/platform/identity/index.ts'
import { migrate, openStore } from '../../src/platform/storage/index.ts'
import { listProjects, setAllowedOrigins } from '../../src/surfaces/projects/index.ts'
import * as setUps from '../support/documented-set-ups.ts'
import type { Environment } from '../support/documented-set-ups.ts'
import { type Answer, ask } from '../support/scenario.ts'
import { type TestService, startService } from '../support/service.ts'
import { temporaryDirectory } from '../support/store.ts'

/** As nginx of docs/operations.md passes requests on. */
const forwarded = { host: 'mail.example.com', 'x-forwarded-for': '198.51.100.7' }
/** The data directory is the test's own. */
function withoutDirectory({ SVC_DATA_DIR: _, ...environment }: Environment): Environment {
  return environment
}
const [image, container, unit, shell] = [setUps.image, setUps.container, setUps.unit, setUps.shell].map(
  withoutDirectory,
) as [Environment, Environment, Environment, Environment]

/** What the first page tells about a service on loopback only. */
const details = [version, 'SQLite', 'Storage', 'Running for', '/demo']
const browser = { headers: { accept: 'text/html' } }

interface SetUp {
  environment: Environment
  headers?: Record<string, string>
}

// Until there is an account, the first page leads to the setup link.
async function addOwner({ store }: TestService): Promise<void> {
  const [company] = await listCompanies(store.read)
  const account = { email: 'ada@example.com', name: 'Ada', role: 'owner', password: 'four unrelated words here' }
  await createUser(store, { companyId: company?.id ?? '', ...account })
}

async function open({ environment, headers = {} }: SetUp) {
  const service = await startService({ dialect: 'sqlite', environment })
  await addOwner(service)
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
    const page = await call('GET /demo')
    expect(page.status).toBe(200)
    expect((await call('GET /')).text).toContain('/demo')
    const [cookie = ''] = page.headers.get('set-cookie')?.split(';') ?? []
    const [, emailPrefix] = /data-email-prefix="([^"]+)"/.exec(page.text) ?? []
    const token = await call(`POST /demo/token?emailId=${emailPrefix}welcome`, { headers: { cookie } })
    expect(token.status).toBe(200)
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
  const examine = (environment: Environment) => {
    const config = read(environment)
    return [...checkAddresses(config), ...checkPublicAccess(config)]
  }

  test.each([
    ['nothing set', {}],
    ['the container', container],
    ['the container without a base URL', image],
    ['the systemd unit', unit],
    ['the shell command', shell],
    ['a demo on loopback that was asked for', { SVC_DEMO: 'true' }],
    ['a metrics token drawn at random', { ...unit, SVC_METRICS_TOKEN: 'MP1RzA3vXq0m8sTtZ4jJc2WkY6uLr9dE' }],
  ])('finds nothing wrong with %s', (_, environment) => {
    const states = examine(environment).map(({ name, state }) => `${name} ${state}`)
    expect(states).toEqual(['address ok', 'demo ok', 'metrics ok', 'proxies ok'])
  })

  const { SVC_TRUSTED_PROXIES: _, ...withoutProxies } = unit
  test.each([
    ['SVC_DEMO=true', { ...container, SVC_DEMO: 'true' }, 'fail'],
    ['SVC_DEMO=true', { ...unit, SVC_DEMO: 'true' }, 'fail'],
    ['SVC_DEMO=true', { SVC_PUBLIC: 'true', SVC_DEMO: 'true' }, 'fail'],
    ['SVC_BASE_URL', { ...container, SVC_BASE_URL: 'http://mail.example.com' }, 'fail'],
    ['SVC_PLUGIN_URL', { ...unit, SVC_PLUGIN_URL: 'http://198.51.100.7:3009' }, 'fail'],
    ['SVC_BASE_URL', { SVC_HOST: '0.0.0.0', SVC_BASE_URL: 'http://192.168.1.20:3009' }, 'warn'],
    ['SVC_BASE_URL', { SVC_HOST: '0.0.0.0', SVC_BASE_URL: 'http://svc.internal:3009' }, 'warn'],
    ['SVC_CDN_URL', { ...unit, SVC_CDN_URL: 'http://cdn.example.com' }, 'warn'],
    ['SVC_TRUSTED_PROXIES is not set', withoutProxies, 'fail'],
    ['SVC_TRUSTED_PROXIES trusts 0.0.0.0/0', { ...unit, SVC_TRUSTED_PROXIES: '0.0.0.0/0' }, 'fail'],
    ['SVC_TRUSTED_PROXIES trusts ::ffff:0:0/96', { ...unit, SVC_TRUSTED_PROXIES: '::ffff:0:0/96' }, 'fail'],
    ['SVC_TRUSTED_PROXIES trusts ::/0', { ...unit, SVC_TRUSTED_PROXIES: '127.0.0.1,::/0' }, 'fail'],
    ['SVC_METRICS_TOKEN', { ...unit, SVC_METRICS_TOKEN: 'aaaaaaaaaaaaaaaa' }, 'fail'],
    ['SVC_METRICS_TOKEN', { SVC_METRICS_TOKEN: 'aaaaaaaaaaaaaaaa' }, 'warn'],
  ] as [string, Environment, string][])('names %s', (words, environment, state) => {
    const found = examine(environment).filter((finding) => finding.state !== 'ok')
    expect(found).toMatchObject([{ state, message: expect.stringContaining(words) }])
  })

  test('refuses a metrics token that is too short before it looks at anything', () => {
    expect(() => read({ SVC_METRICS_TOKEN: 'short' })).toThrow('SVC_METRICS_TOKEN')
  })

  test('fails on data that every user of the machine can read, not on an open directory without any', () => {
    const dataDir = temporaryDirectory()
    chmodSync(dataDir, 0o755)
    expect(checkDataDirectory(dataDir).state).toBe('warn')
    const file = join(dataDir, 'svc.db')
    writeFileSync(file, '')
    chmodSync(file, 0o640)
    expect(checkDataDirectory(dataDir).state).toBe('warn')
    chmodSync(file, 0o644)
    expect(checkDataDirectory(dataDir)).toMatchObject({ state: 'fail', message: expect.stringContaining(file) })
    chmodSync(dataDir, 0o700)
    expect(checkDataDirectory(dataDir).state).toBe('ok')
  })

  test('warns of a project whose editor every page may embed', async () => {
    const dataDir = temporaryDirectory()
    const config = withInstanceSecret(read({ ...unit, SVC_DATA_DIR: dataDir }))
    expect(await checkEmbedding(config)).toEqual([])
    const store = await openStore({ dataDir })
    await migrate(store)
    useAuditKeys(store.read, createAuditKeys([config.secret]))
    const vault = createVault(config.secret)
    await bootstrap(store, vault, config)
    expect(await checkEmbedding(config)).toMatchObject([{ state: 'ok' }])
    await store.tx(async (db) => {
      const [project] = await listProjects(db)
      await setAllowedOrigins(db, project?.id ?? '', ['*'])
    })
    await store.close()
    expect(await checkEmbedding(config)).toMatchObject([
      { state: 'warn', message: expect.stringContaining('any page may embed the editor of “Default”') },
    ])
  })
})
