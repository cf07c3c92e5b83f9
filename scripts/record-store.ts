/**
 * `bun scripts/record-store.ts COMMIT` starts the service of an earlier commit on SQLite and on Postgres, has its API make a
 * row of everything that it can, and writes both databases to test/fixtures/stores under the number of its last migration.
 * Requests that the commit does not know yet are skipped and listed.
 */
import { Database } from 'bun:sqlite'
import { SQL } from 'bun'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { startDnsServer } from '../test/support/dns-server.ts'
import { freePort } from '../test/support/free-port.ts'
import { createDatabase } from '../test/support/postgres.ts'
import { serverKey } from '../test/support/server.ts'
import { temporaryDirectory, testSecret } from '../test/support/store.ts'
import { until } from '../test/support/until.ts'
import { writeReport } from '../test/surfaces/dmarc/write-report.ts'
import { root } from './compile.ts'
import { report } from './report.ts'

const [commit = ''] = process.argv.slice(2)
const source = temporaryDirectory()
const archive = Bun.spawn(['git', 'archive', commit], { cwd: root, stdout: 'pipe' })
await Bun.spawn(['tar', '-x', '-C', source], { stdin: archive.stdout }).exited
symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'))
const number = readdirSync(join(source, 'migrations/sqlite')).sort().at(-1)?.slice(0, 4) ?? ''
const folder = join(root, 'test/fixtures/stores')
mkdirSync(folder, { recursive: true })
const dns = await startDnsServer(() => ({ rcode: 'NXDOMAIN', soa: 60 }))

for (const dialect of ['sqlite', 'postgres']) {
  const dataDir = temporaryDirectory()
  const url = dialect === 'postgres' ? await createDatabase() : undefined
  const missing = await fill(dataDir, url)
  report(`${number} ${dialect}: ${missing.length === 0 ? 'everything' : `without ${missing.join(', ')}`}`)
  const file = join(folder, `${number}.${dialect}`)
  if (url === undefined) {
    const copy = join(temporaryDirectory(), 'copy.db')
    new Database(join(dataDir, 'svc.db')).run('VACUUM INTO ?', [copy])
    await Bun.write(`${file}.db.gz`, Bun.gzipSync(await Bun.file(copy).bytes(), { level: 9 }))
  } else {
    await Bun.write(`${file}.json.gz`, Bun.gzipSync(JSON.stringify(await rowsOf(url)), { level: 9 }))
  }
}
process.exit()

/** Every row as Postgres writes it as JSON, by table. */
async function rowsOf(url: string): Promise<Record<string, unknown[]>> {
  const client = new SQL({ url, max: 1 })
  const tables: { name: string }[] = await client`select relname as name from pg_class where relkind = 'r'
    and relnamespace = 'public'::regnamespace order by 1`
  const all: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const rows: { row: unknown }[] = await client.unsafe(`select to_jsonb(t) as row from "${name}" t order by 1`)
    all[name] = rows.map(({ row }) => (typeof row === 'string' ? JSON.parse(row) : row))
  }
  await client.close()
  return all
}

async function fill(dataDir: string, databaseUrl: string | undefined): Promise<string[]> {
  const port = freePort()
  const child = Bun.spawn([process.execPath, join(source, 'src/main.ts'), 'serve'], {
    cwd: source,
    env: {
      PATH: process.env['PATH'] ?? '',
      SVC_PORT: String(port),
      SVC_DATA_DIR: dataDir,
      SVC_SECRET: testSecret,
      SVC_BOOTSTRAP_API_KEY: serverKey,
      SVC_API_RATE_LIMIT: '1000000/60',
      SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
      SVC_LOG: 'error',
      SVC_RUN_JOBS: 'false',
      ...(databaseUrl === undefined ? {} : { SVC_DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`The service of ${commit} does not start`)
    return fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  }, 'the service')
  const missing = await makeRows(url)
  // What is stored is stored; a service that waits for the end of something need not.
  child.kill('SIGKILL')
  await child.exited
  return missing
}

async function makeRows(url: string): Promise<string[]> {
  const missing: string[] = []
  /** An empty object where the service of the commit has no such operation, or not with this body. */
  const send = async <T = Record<string, string>>(call: string, body?: unknown): Promise<T> => {
    const [method = '', path = ''] = call.split(' ')
    const isForm = body instanceof FormData || typeof body === 'string'
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'svc-api-auth': serverKey, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(20_000),
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status >= 300) missing.push(`${call.replaceAll(/\w{3}_\w{26}/g, '*')} (${response.status})`)
    return (response.ok && text !== '' ? JSON.parse(text) : {}) as T
  }
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString()
  const html = (text: string) =>
    `<html><head><title>T</title></head><body><h1>Hello {{ name }}</h1><p>${text}</p></body></html>`
  const footer = [{ type: 'section', columns: [{ type: 'column', blocks: [{ type: 'text', text: '<p>Footer</p>' }] }] }]

  const parent = await send('POST /v1/folders', { name: 'Letters' })
  await send('POST /v1/folders', { name: 'Spring', parent_id: parent['id'], color: '#2f6f4f' })
  const create = (name: string, more = {}) =>
    send('POST /v1/templates', { name, type: 'promotional', html: html(`${name} as created`), ...more })
  const welcome = await create('Welcome', { folder: 'Letters', tags: ['new', 'warm'] })
  const receipt = await create('Receipt')
  const trashed = await create('Trashed')
  const locked = await create('Locked')
  await create('Named by its host', { external_id: 'host-1', metadata: { team: 'crm' } })
  await send(`PUT /v1/templates/${welcome['id']}`, { name: 'Welcome', html: html('Welcome as published') })
  await send(`POST /v1/templates/${welcome['id']}/versions`, { label: 'Before spring' })
  await send(`POST /v1/templates/${welcome['id']}/favorite`)
  await send(`DELETE /v1/templates/${trashed['id']}`)
  await send(`POST /v1/templates/${locked['id']}/lock`, {})
  const module = await send('POST /v1/modules', { name: 'Footer', nodes: footer })
  const instance = { id: 'end', type: 'module', ref: { id: module['id'], version: 'latest' } }
  const withModule = await create('With a module')
  const { document } = await send<{ document?: { rows: unknown[] } }>(
    `GET /v1/templates/${withModule['id']}/structured`,
  )
  if (document !== undefined)
    await send(`PUT /v1/templates/${withModule['id']}`, {
      document: { ...document, rows: [...document.rows, instance] },
    })
  const grants = [{ principal: { kind: 'role', id: 'editor' }, level: 'edit' }]
  await send(`PUT /v1/templates/${receipt['id']}/permissions`, { default: 'view', grants })
  await send(`PUT /v1/folders/${parent['id']}/permissions`, { default: 'manage', grants })

  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const form = new FormData()
  form.set('file', new File([png], 'dot.png', { type: 'image/png' }))
  form.set('alt', 'A dot')
  await send('POST /v1/assets', form)
  await send('POST /v1/webhooks', { url: 'https://hooks.example.com/svc', events: ['template.created'] })
  await send('POST /v1/export-targets', { id: 'our-crm', extends: 'mailchimp', name: 'Ours', overrides: {} })
  const credentials = { api_key: `${'1'.repeat(32)}-us21` }
  await send('POST /v1/connections', { provider: 'mailchimp', name: 'Account', credentials })
  await send('POST /v1/api-keys', { name: 'Reader', scopes: ['templates:read'] })
  await send('POST /v1/export', { template_id: receipt['id'], format: 'html' })
  await send('POST /v1/verify', { email: 'ann@example.com' })
  await send('POST /v1/verify/batch', { emails: ['ann@example.com', 'bob@example.com'] })

  await send(`POST /v1/templates/${welcome['id']}/publish`, { note: 'For spring' })
  await send(`PUT /v1/templates/${welcome['id']}`, { html: html('Welcome as a draft') })
  await send(`POST /v1/templates/${receipt['id']}/publish`, { publish_at: inAMonth })
  const { project } = await send<{ project?: { id: string } }>('GET /v1/projects/me')
  if (project !== undefined) {
    await send(`PUT /v1/projects/${project.id}`, { publishing: 'by_hand', approval: 'required' })
    await send(`POST /v1/templates/${locked['id']}/reviews`, { note: 'Please' })
  }
  await send(`POST /v1/templates/${receipt['id']}/comments`, { text: 'Is the price right?' })
  await send(`POST /v1/templates/${receipt['id']}/review-links`, { name: 'Mia' })

  const domain = await send('POST /v1/dmarc/domains', { domain: 'example.com', group: 'Acme' })
  const begin = Date.UTC(2026, 10, 20) / 1000
  const records = [{ ip: '192.0.2.1', count: 7, spf: true }]
  await send('POST /v1/dmarc/reports', writeReport({ domain: 'example.com', id: 'r1', begin, records }))
  const channels = [{ type: 'slack', url: 'https://hooks.example.com/slack' }]
  await send(`POST /v1/dmarc/domains/${domain['id']}/alerts`, { triggers: ['new_source'], channels })
  await send(`PUT /v1/dmarc/domains/${domain['id']}/sources/192.0.2.1`, { class: 'own', note: 'Ours' })
  const auth = { method: 'password', password: 'x' }
  const mailbox = { name: 'Reports', host: 'imap.example.com', username: 'a', auth, enabled: false }
  await send('POST /v1/dmarc/mailboxes', mailbox)
  await send('POST /v1/amp', { address: 'news@example.com', providers: ['gmail'] })
  return missing
}
