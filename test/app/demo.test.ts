/** The editor demo open to everyone: a project of its own, and visitors who neither meet each other nor reach the company. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { housekeeping } from '../../src/app/housekeeping.ts'
import { pickProject } from '../../src/app/commands/pick-project.ts'
import { createId, demoCompanyId, demoProjectId } from '../../src/kernel/ids/index.ts'
import { limits } from '../../src/kernel/limits.ts'
import { openBlobs } from '../../src/platform/blobs/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { createMetrics } from '../../src/platform/metrics/index.ts'
import { createVault } from '../../src/platform/identity/index.ts'
import { listCompanies, listProjects, openDemoProject } from '../../src/surfaces/projects/index.ts'
import { bytesOf, photo } from '../email/image/images.ts'
import { makeHost, openTestService, uploadFrom } from '../surfaces/plugin/host.ts'
import { cleanUp } from '../support/clean-up.ts'
import { visitDemo } from '../support/demo-visitor.ts'
import { ask } from '../support/scenario.ts'
import { type TestService, startService, testSecret } from '../support/service.ts'
import { dialects, openTestStore, temporaryDirectory } from '../support/store.ts'

const section = (words: string) => ({
  id: 'row',
  type: 'section',
  columns: [
    {
      id: 'column',
      type: 'column',
      width: { fr: 1 },
      blocks: [{ id: 'text', type: 'text', text: `<p>${words}</p>` }],
    },
  ],
})
const image = async (width: number) => bytesOf(photo(width, 20).png())

describe.each([...dialects])('the demo for everyone on %s', (dialect) => {
  let service: TestService
  const dataDir = temporaryDirectory()

  beforeAll(async () => {
    service = await startService({
      dialect,
      environment: {
        SVC_DEMO: 'true',
        SVC_PUBLIC: 'true',
        SVC_DATA_DIR: dataDir,
        SVC_PLUGIN_RATE_LIMIT: '40/900',
        SVC_NET_ALLOW: '127.0.0.1/32',
      },
    })
  })

  test('reaches nothing of the projects, and takes nothing of their rate limit and room', async () => {
    const host = await makeHost(service)
    const owner = await openTestService(service, host, { emailId: 'demo-welcome' })
    expect((await uploadFrom(service, owner, { bytes: await image(30), name: 'secret-launch.png' })).status).toBe(201)
    const module = { name: 'CONFIDENTIAL price list', nodes: [section('secret')] }
    const { id: moduleId } = (await owner.call('POST /v1/plugin/modules', module)).body as { id: string }
    const saved = await owner.call('POST /plugin/save', { html: '<p>of an earlier demo</p>', css: '' })
    const { templateId } = saved.body as { templateId: string }

    const visitor = await visitDemo(service)
    const editor = await visitor.open('welcome')
    expect(visitor.pluginId).not.toBe(host.pluginId)
    expect((await editor.call('GET /v1/plugin/assets')).body).toMatchObject({ data: [] })
    expect((await editor.call('GET /v1/plugin/modules')).body).toMatchObject({ data: [] })
    for (const emailId of [templateId, 'demo-welcome', 'demo-stranger', `${visitor.emailPrefix}anything`])
      expect((await visitor.token(emailId)).status).toBe(403)
    const uses = { rows: [{ id: 'use', type: 'module', ref: { id: moduleId, version: 'latest' } }] }
    const stolen = await editor.call('POST /v1/plugin/compile', { document: { meta: { title: 'Email' }, ...uses } })
    expect(stolen.text).not.toContain('secret')
    const other = { ...visitor, pluginId: host.pluginId }
    const headers = { 'es-plugin-auth': (await visitor.token(`${visitor.emailPrefix}welcome`)).text }
    const send = { pluginId: other.pluginId, emailId: `${visitor.emailPrefix}welcome` }
    expect((await ask(service, { call: 'POST /init', key: null, headers, send })).status).toBe(401)

    const calls = Array.from({ length: 60 }, () => editor.call('POST /v1/plugin/compile', {}))
    expect((await Promise.all(calls)).at(-1)?.status).toBe(429)
    expect((await owner.call('POST /v1/plugin/compile', {})).status).toBe(200)
    const left = (await owner.call('GET /v1/plugin/document')).body as { templateId: string }
    expect(left.templateId).toBe(templateId)
    const { assetTotals } = service.store.read.tables
    const totals = await service.store.read.select().from(assetTotals)
    expect(totals.filter(({ companyId }) => companyId === demoCompanyId)).toEqual([])
  })

  test('gives each browser emails, pictures and modules of its own', async () => {
    const [one, two] = [await visitDemo(service), await visitDemo(service)]
    expect(one.emailPrefix).not.toBe(two.emailPrefix)
    const first = await one.open('welcome')
    const second = await two.open('welcome')
    expect((await first.call('POST /plugin/save', { html: '<p>of one</p>', css: '' })).status).toBe(200)
    expect((await second.call('GET /v1/plugin/document')).text).not.toContain('of one')
    await uploadFrom(service, first, { bytes: await image(31), name: 'one.png' })
    await first.call('POST /v1/plugin/modules', { name: 'Of one', nodes: [section('of one')] })
    expect((await second.call('GET /v1/plugin/assets')).body).toMatchObject({ data: [] })
    expect((await second.call('GET /v1/plugin/modules')).body).toMatchObject({ data: [] })
    expect((await two.token(`${one.emailPrefix}welcome`)).status).toBe(403)
    const token = (cookie: string) =>
      ask(service, { call: `POST /demo/token?emailId=${one.emailPrefix}welcome`, key: null, headers: { cookie } })
    expect((await token('')).status).toBe(403)
    expect((await token(one.cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(403)
    expect((await token(one.cookie)).status).toBe(200)
  })

  test('keeps little of one visitor, calls no other host, and refuses new emails once it is full', async () => {
    const visitor = await visitDemo(service)
    const editor = await visitor.open('newsletter')
    const uploads: number[] = []
    for (let n = 0; n <= limits.demoUploads; n++)
      uploads.push((await uploadFrom(service, editor, { bytes: await image(40 + n), name: `${n}.png` })).status)
    expect(uploads).toEqual([...Array.from({ length: limits.demoUploads }, () => 201), 409])
    const modules: number[] = []
    for (let n = 0; n <= limits.demoModulesOfVisitor; n++)
      modules.push(
        (await editor.call('POST /v1/plugin/modules', { name: `Module ${n}`, nodes: [section('x')] })).status,
      )
    expect(modules).toEqual([...Array.from({ length: limits.demoModulesOfVisitor }, () => 201), 409])

    let hits = 0
    const elsewhere = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => (hits++, new Response('no picture')) })
    cleanUp(() => elsewhere.stop(true))
    const page = { format: 'zip', html: `<img src="${elsewhere.url.href}a.png" alt="">`, css: '' }
    expect((await editor.call('POST /export', page)).status).toBe(200)
    expect(hits).toBe(0)
    const owner = await openTestService(service, await makeHost(service), { emailId: 'any' })
    expect((await owner.call('POST /export', page)).status).toBe(200)
    expect(hits).toBe(1)

    expect((await editor.call('POST /plugin/save', { html: '<p>first</p>', css: '' })).status).toBe(200)
    const { templates } = service.store.read.tables
    await service.store.tx(async (db) => {
      const emails = (await db.select().from(templates)).filter(({ projectId }) => projectId === demoProjectId)
      const [email] = emails
      if (email === undefined) throw new Error('no email of the demo')
      const filler = (n: number) => ({ ...email, id: createId('template'), externalId: `filler-${n}` })
      for (let n = emails.length; n < limits.demoEmails; n++) await db.insert(templates).values(filler(n))
    })
    const refused = await (await visitor.open('blank')).call('POST /plugin/save', { html: '<p>full</p>', css: '' })
    expect(refused.text).toContain(`The editor demo is limited to ${limits.demoEmails} emails`)
    expect((await editor.call('POST /plugin/save', { html: '<p>again</p>', css: '' })).status).toBe(200)
  })

  test('makes few files for one visitor, and few visitors of one network', async () => {
    const editor = await (await visitDemo(service)).open('welcome')
    const preview = async () => (await editor.call('POST /v1/plugin/preview', {})).status
    const previews: number[] = []
    for (let n = 0; n <= limits.demoFiles; n++) previews.push(await preview())
    expect(previews).toEqual([...Array.from({ length: limits.demoFiles }, () => 200), 429])

    const from = (address: string) => ({
      handle: (request: Request) => service.handle(request, { requestIP: () => ({ address }) }),
    })
    const open = async (address: string) => (await ask(from(address), { call: 'GET /demo', key: null })).status
    const visits: number[] = []
    for (let n = 0; n <= limits.demoVisitors; n++) visits.push(await open('198.51.100.7'))
    expect(visits).toEqual([...Array.from({ length: limits.demoVisitors }, () => 200), 429])
    expect(await open('198.51.100.8')).toBe(200)
    const page = await ask(from('198.51.100.7'), { call: 'GET /demo', key: null, headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
    expect(page.text).toMatch(/Too many new visitors to the demo from this IP address\. Try again in \d+ minutes\./)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(90)
  })

  test('knows a visitor from the last visit on, for as long as emails are kept', async () => {
    const { cookie } = await visitDemo(service)
    const again = await ask(service, { call: 'GET /demo', key: null, headers: { cookie } })
    expect(again.headers.get('set-cookie')).toStartWith(`${cookie}; Max-Age=${limits.demoHours * 3600};`)
  })

  test(`loses what visitors left after ${limits.demoHours} hours, with the bytes, and nothing of the projects`, async () => {
    const blobs = openBlobs(join(dataDir, 'blobs'))
    const { store } = service
    const parts = { store, blobs, log: createLog('error'), metrics: createMetrics() }
    const chore = housekeeping(parts).handlers.find(({ kind }) => kind.name === 'housekeeping.demo')
    const run = (nowMs: number) =>
      chore?.run({ payload: {} } as never, { nowMs: () => nowMs, signal: new AbortController().signal } as never)
    const { assets, modules, templates } = store.read.tables
    const count = async () => {
      const rows = [assets, modules, templates].map(async (table) => {
        const found = await store.read.select({ projectId: table.projectId }).from(table)
        const ofDemo = found.filter(({ projectId }) => projectId === demoProjectId).length
        return [ofDemo, found.length - ofDemo]
      })
      return Object.fromEntries((await Promise.all(rows)).map((row, at) => [at, row]))
    }
    const files = () =>
      readdirSync(join(dataDir, 'blobs'), { recursive: true }).filter((name) => /ast_/.test(`${name}`))
    const before = await count()
    expect(files().length).toBeGreaterThan(before[0]?.[1] ?? 0)
    await run(Date.now() + (limits.demoHours - 1) * 3_600_000)
    expect(await count()).toEqual(before)
    await run(Date.now() + (limits.demoHours + 1) * 3_600_000)
    const after = await count()
    for (const at of [0, 1, 2]) expect(after[at]).toEqual([0, before[at]?.[1] ?? 0])
    expect(existsSync(join(dataDir, 'blobs'))).toBe(true)
    const { assetTotals } = store.read.tables
    const totals = await store.read.select().from(assetTotals)
    expect(totals.filter(({ companyId }) => companyId === demoCompanyId)).toMatchObject([{ bytes: 0, count: 0 }])
  })
})

describe.each([...dialects])('the project of the demo on %s', (dialect) => {
  test('is made once, by whoever comes first, and is never the project that somebody means', async () => {
    const store = await openTestStore(dialect)
    const vault = createVault(testSecret)
    const made = await Promise.all(Array.from({ length: 4 }, () => openDemoProject(store, vault)))
    expect(new Set(made.map(({ pluginId }) => pluginId)).size).toBe(1)
    expect(await listProjects(store.read)).toEqual([])
    expect(await listCompanies(store.read)).toEqual([])
    expect(pickProject(store.read, undefined)).rejects.toMatchObject({ apiCode: 'PROJECT_NOT_FOUND' })
    expect(pickProject(store.read, demoProjectId)).rejects.toMatchObject({ apiCode: 'PROJECT_NOT_FOUND' })
  })
})

test('a service that nobody asked for the demo has no project for it', async () => {
  const service = await startService({ dialect: 'sqlite', environment: { SVC_PUBLIC: 'true' } })
  await ask(service, { call: 'GET /demo', key: null })
  const { projects } = service.store.read.tables
  const ids = (await service.store.read.select({ id: projects.id }).from(projects)).map(({ id }) => id)
  expect(ids).not.toContain(demoProjectId)
})
