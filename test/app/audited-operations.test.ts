/** Every operation leaves in the audit log what the table says, or is in it with the reason why it leaves nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { asc, gt } from 'drizzle-orm'
import { PNG } from 'pngjs'
import { auditedOperations } from '../../src/app/audited-operations.ts'
import { createApiKey } from '../../src/surfaces/projects/index.ts'
import { ask } from '../support/scenario.ts'
import { type TestService, startService } from '../support/service.ts'
import { evaluateDue } from '../../src/surfaces/dmarc/alerts/index.ts'
import { noteRecords } from '../../src/surfaces/dmarc/dns/history.ts'
import { writeReport } from '../surfaces/dmarc/write-report.ts'
import { type TestDesk, makeHost, makeKey, openTestService, tokenOf } from '../surfaces/plugin/host.ts'

/** Tried where they can be: in the tests of their own surface. */
const triedElsewhere = new Map([
  ['assets.createUpload', 'takes a bucket'],
  ['assets.completeUpload', 'takes a bucket'],
  ['assets.importUrl', 'takes a web server'],
  ['plugin.importAsset', 'takes a web server'],
  ['plugin.createAssetLink', 'as assets.createLink, with a token that allows it'],
  ['templates.getVersionThumbnail', 'as templates.getThumbnail, with a picture drawn once more'],
  ['webhooks.retryDelivery', 'takes a delivery that failed'],
])

type Line = {
  action: string
  target: string | null
  actorKind: string
  ip: string | null
  detail: Record<string, unknown>
}

let service: TestService
let source: ReturnType<typeof Bun.serve>
const operationIds = new Set<string>()
const patterns: { method: string; pattern: RegExp; id: string }[] = []
/** What was called with success, and the actions that were in the log right afterwards. */
const written = new Map<string, string[]>()
const failures: string[] = []
let ids: Record<string, string> = {}

async function linesAfter(at: number): Promise<(Line & { at: number })[]> {
  const { auditLog } = service.store.read.tables
  return service.store.read.select().from(auditLog).where(gt(auditLog.at, at)).orderBy(asc(auditLog.at))
}

const peer = { requestIP: () => ({ address: '192.0.2.7' }) }

/** Calls an operation, with the audit rows that it wrote before it returned. */
async function call<T = Record<string, string>>(
  line: string,
  send?: unknown,
  more: { headers?: Record<string, string>; key?: string | null } = {},
) {
  const [method = '', path = ''] = line.split(' ')
  const id = patterns.find((each) => each.method === method && each.pattern.test(path.split('?')[0] ?? ''))?.id ?? line
  const before = (await linesAfter(0)).at(-1)?.at ?? 0
  const target = { handle: (request: Request) => service.handle(request, peer), keys: service.keys }
  const answer = await ask(target, { call: line, ...(send === undefined ? {} : { send }), ...more })
  if (answer.status >= 400) failures.push(`${line}: ${answer.status} ${answer.text.slice(0, 300)}`)
  else written.set(id, [...(written.get(id) ?? []), ...(await linesAfter(before)).map(({ action }) => action)])
  return answer.body as T
}

/** A form with one file, as browsers send it. */
async function formOf(content: Uint8Array<ArrayBufferLike> | string, name = 'one.png', type = 'image/png') {
  const form = new FormData()
  form.set('file', new File([typeof content === 'string' ? content : Uint8Array.from(content)], name, { type }))
  const sent = new Response(form)
  return { headers: { 'content-type': sent.headers.get('content-type') ?? '' }, body: new Blob([await sent.bytes()]) }
}
const upload = async (line: string, name: string, content: string) => {
  const { body, headers } = await formOf(content, name, 'text/plain')
  return call(line, body, { headers })
}

const text = (id: string) => [{ type: 'section', columns: [{ blocks: [{ id, type: 'text', text: '<p>Hello</p>' }] }] }]
const insert = (id: string) => ({ op: 'insert', parent: 'root', index: 0, nodes: text(id) })

beforeAll(async () => {
  source = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json({ everything_ok: true }) })
  service = await startService({
    dialect: 'sqlite',
    environment: { SVC_PLUGIN_RATE_LIMIT: '100000/900', SVC_NET_ALLOW: '127.0.0.0/8', SVC_DNS_SERVERS: '127.0.0.1:9' },
  })
  const { paths } = (await ask(service, { call: 'GET /openapi.json' })).body as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { operationId }] of Object.entries(methods)) {
      operationIds.add(operationId)
      const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
      patterns.push({ method: method.toUpperCase(), pattern, id: operationId })
    }
  }
  // Fixed segments go before parameters.
  patterns.sort((a, b) => a.pattern.source.split('[^/]+').length - b.pattern.source.split('[^/]+').length)
  await useTemplates()
  await useModulesAndExports()
  await useAssetsAndAccounts()
  await useWebhooksAndVerification()
  await useSendingDomains()
  await useAmpSenders()
  await useEditor()
})
afterAll(() => source.stop(true))

async function useTemplates(): Promise<void> {
  const { id: folder = '' } = await call('POST /v1/folders', { name: 'One' })
  const { id: inner = '' } = await call('POST /v1/folders', { name: 'Two', parent_id: folder })
  await call(`PUT /v1/folders/${inner}`, { name: 'Three' })
  await call(`POST /v1/folders/${inner}/move`, { parent_id: null })
  await call(`PUT /v1/folders/${inner}/permissions`, { default: 'view', grants: [] })
  await call(`DELETE /v1/folders/${inner}`)
  const { id: recipient = '' } = await call('POST /v1/sample-recipients', { name: 'One', data: {} })
  await call(`PUT /v1/sample-recipients/${recipient}`, { name: 'Two' })
  await call(`DELETE /v1/sample-recipients/${recipient}`)
  const { id = '' } = await call('POST /v1/templates', { name: 'One', type: 'other' })
  ids = { ...ids, template: id, folder }
  await call(`PUT /v1/templates/${id}`, { name: 'Two' })
  const { revision = '2' } = await call(`GET /v1/templates/${id}`)
  await call(`POST /v1/templates/${id}/operations`, { base_revision: Number(revision), operations: [insert('hero')] })
  await call('POST /v1/templates/import', { name: 'Imported', html: '<p>Hello</p>' })
  const { id: copy = '' } = await call(`POST /v1/templates/${id}/duplicate`, { name: 'Copy' })
  await call('POST /v1/templates/bulk/move', { ids: [copy], folder_id: folder })
  await call('POST /v1/templates/bulk/delete', { ids: [copy] })
  await call(`DELETE /v1/templates/${copy}?permanent=true`)
  const { id: gone = '' } = await call('POST /v1/templates', { name: 'Gone', type: 'other' })
  await call(`DELETE /v1/templates/${gone}`)
  await call(`POST /v1/templates/${gone}/restore`)
  await call(`POST /v1/templates/${id}/lock`, {})
  await call(`DELETE /v1/templates/${id}/lock`)
  const { id: version = '' } = await call(`POST /v1/templates/${id}/versions`, { label: 'First' })
  await call(`PUT /v1/templates/${id}/versions/${version}`, { label: 'Named' })
  await call(`POST /v1/templates/${id}/versions/${version}/duplicate`, { name: 'Of a version' })
  const { revision: now = '3' } = await call(`GET /v1/templates/${id}`)
  await call(`POST /v1/templates/${id}/operations`, { base_revision: Number(now), operations: [insert('more')] })
  await call(`POST /v1/templates/${id}/versions/${version}/restore`, {})
  const later = new Date(Date.now() + 3_600_000).toISOString()
  await call(`POST /v1/templates/${id}/publish`, {})
  await call(`POST /v1/templates/${id}/publish`, { note: 'Second' })
  await call(`POST /v1/templates/${id}/rollback`, { to: 1 })
  await call(`POST /v1/templates/${id}/publish`, { publish_at: later })
  await call(`DELETE /v1/templates/${id}/releases/4`)
  await call(`POST /v1/templates/${id}/unpublish`)
  await call(`POST /v1/templates/${id}/reviews`, {})
  const { id: review = '' } = await call(`POST /v1/templates/${id}/reviews`, {})
  const { key: approver = '' } = await call('POST /v1/api-keys', { name: 'Approver', scopes: ['templates:write'] })
  await call(`POST /v1/templates/${id}/reviews/${review}/approve`, {}, { key: approver })
  await call(`POST /v1/templates/${id}/reviews/${review}/revoke`, {})
  const { id: rejected = '' } = await call(`POST /v1/templates/${id}/reviews`, {})
  await call(`POST /v1/templates/${id}/reviews/${rejected}/reject`, {}, { key: approver })
  const { id: cancelled = '' } = await call(`POST /v1/templates/${id}/reviews`, {})
  await call(`DELETE /v1/templates/${id}/reviews/${cancelled}`)
  const { id: link = '' } = await call(`POST /v1/templates/${id}/review-links`, { name: 'Mia' })
  await call(`GET /v1/templates/${id}/review-links`)
  await call(`DELETE /v1/templates/${id}/review-links/${link}`)
  const { id: comment = '' } = await call(`POST /v1/templates/${id}/comments`, { text: 'Old price' })
  await call(`PUT /v1/templates/${id}/comments/${comment}`, { resolved: true })
  // From here on it is restricted, so that reading it is a disclosure.
  await call(`PUT /v1/templates/${id}/permissions`, { default: 'none', grants: [] })
  const { id: reader = '' } = await call('POST /v1/api-keys', { name: 'Colleague', scopes: ['templates:read'] })
  const grant = { principal: { kind: 'api_key', id: reader }, level: 'view' }
  type Granted = { id?: string; grants?: { id: string }[] }
  const granted = await call<Granted>(`POST /v1/templates/${id}/permissions`, grant)
  await call(`DELETE /v1/templates/${id}/permissions/${granted.id ?? granted.grants?.[0]?.id}`)
  for (const part of ['', '/structured', '/blocks', '/html', '/mjml', '/lint', '/thumbnail'])
    await call(`GET /v1/templates/${id}${part}`)
  for (const part of ['', '/html']) await call(`GET /v1/templates/${id}/versions/${version}${part}`)
  await call(`GET /v1/templates/${id}/versions/compare?from=${version}&to=current`)
  await call(`GET /v1/templates/${id}/releases/1`)
  for (const part of ['reviews', `reviews/${review}`, 'comments', `comments/${comment}`])
    await call(`GET /v1/templates/${id}/${part}`)
  await call(`GET /v1/templates/${id}/releases/compare?from=1&to=draft`)
  await call('POST /v1/templates/generate', { template_id: id, outputs: ['html'] })
  const { id: second = '' } = await call(`POST /v1/templates/${id}/versions`, { label: 'Second' })
  const { revision: next = '5' } = await call(`GET /v1/templates/${id}`)
  await call(`POST /v1/templates/${id}/operations`, { base_revision: Number(next), operations: [insert('last')] })
  await call(`DELETE /v1/templates/${id}/versions/${second}`)
}

async function useModulesAndExports(): Promise<void> {
  const { id = '' } = await call('POST /v1/modules', { name: 'Footer', nodes: text('footer') })
  await call(`PUT /v1/modules/${id}`, { nodes: text('other') })
  const { id: copy = '' } = await call(`POST /v1/modules/${id}/duplicate`, { name: 'Copy' })
  await call(`POST /v1/modules/${id}/sync`, {})
  await call(`POST /v1/modules/${id}/detach`, {})
  await call(`DELETE /v1/modules/${copy}`)

  await call('POST /v1/export-targets', { id: 'our-crm', extends: 'mailchimp', name: 'Ours' })
  await call('PUT /v1/export-targets/our-crm', { name: 'Our CRM' })
  await call('PUT /v1/export-targets/our-crm/fields', { fields: { 'customer.plan': 'PLAN' } })
  await call('DELETE /v1/export-targets/our-crm')
  const made = await call('POST /v1/export', { template_id: ids['template'], format: 'html' })
  const { id: file = '' } = made
  await call('GET /v1/export')
  const { files = [] } = await call<{ files?: { url: string }[] }>(`GET /v1/export/${file}`)
  await call(`GET /v1/export/${file}/download`)
  const link = new URL(files[0]?.url ?? 'http://localhost/none')
  await call(`GET ${link.pathname}${link.search}`, undefined, { key: null })
  await call(`DELETE /v1/export/${file}`)
}

async function useAssetsAndAccounts(): Promise<void> {
  const { id = '' } = await upload('POST /v1/assets', 'one.txt', 'A file.')
  const image = await formOf(PNG.sync.write(new PNG({ width: 8, height: 8 })))
  const sent = await call('POST /v1/assets', image.body, { headers: image.headers })
  await call(`PUT /v1/assets/${id}`, { tags: ['a'] })
  await call(`POST /v1/assets/${sent['id']}/links`, { w: 4 })
  await upload(`PUT /v1/assets/${id}/content`, 'two.txt', 'Another file.')
  await call(`GET /v1/assets/${id}/versions`)
  await call(`POST /v1/assets/${id}/versions/1/restore`)
  await call('POST /v1/assets/bulk/delete', { ids: [id] })
  await call(`DELETE /v1/assets/${sent['id']}`)

  const { id: key = '' } = await call('POST /v1/api-keys', { name: 'Storefront', scopes: ['templates:read'] })
  await call(`POST /v1/api-keys/${key}/rotate`, {})
  await call(`DELETE /v1/api-keys/${key}`)

  const project = service.projects.a
  await call(`PUT /v1/projects/${project}`, { allowed_origins: ['https://app.example.com'] })
  const second = await call('POST /v1/projects', { name: 'Second' })
  await call(`DELETE /v1/projects/${second['id']}`)
  await call(`GET /v1/projects/${project}/credentials`)
  await call(`POST /v1/projects/${project}/credentials/rotate`, {})

  const connection = await call('POST /v1/connections', {
    provider: 'mailchimp',
    name: 'Account',
    credentials: { api_key: '0123456789abcdef0123456789abcdef-us21' },
    base_url: source.url.href.replace(/\/$/, ''),
  })
  const account = connection['id'] ?? ''
  await call(`PUT /v1/connections/${account}`, { name: 'Other' })
  await call(`POST /v1/connections/${account}/test`)
  await call(`POST /v1/connections/${account}/push`, { template_id: ids['template'] })
  await call(`DELETE /v1/connections/${account}`)
}

async function useWebhooksAndVerification(): Promise<void> {
  const url = `${source.url.href}hook`
  const { id = '' } = await call('POST /v1/webhooks', { url, events: ['template.updated'] })
  await call(`PUT /v1/webhooks/${id}`, { events: ['template.created'] })
  await call(`POST /v1/webhooks/${id}/rotate`, {})
  await call(`POST /v1/webhooks/${id}/test`, {})
  await call(`POST /v1/webhooks/${id}/recover`, { since: new Date(Date.now() - 60_000).toISOString() })
  await call(`DELETE /v1/webhooks/${id}`)
  const { id: second = '' } = await call('POST /v1/webhooks', { url, events: ['template.updated'] })
  await call(`POST /v1/webhooks/rotate?id=${second}`, {})
  await call(`DELETE /v1/webhooks?id=${second}`)
  const { id: link } = await call('POST /v1/webhook-portal-links', { customer: 'acme', events: ['template.updated'] })
  await call(`DELETE /v1/webhook-portal-links/${link}`)

  await call('POST /v1/verify', { email: 'Anna@Example.invalid', options: { skip_smtp: true } })
  const { id: entry = '' } = await call('POST /v1/verify/lists', { list: 'block', value: 'listed.invalid' })
  await call(`PUT /v1/verify/lists/${entry}`, { list: 'allow' })
  await call(`DELETE /v1/verify/lists/${entry}`)
  await call('POST /v1/verify/lists/bulk', { entries: [{ list: 'block', value: 'listed.invalid' }] })
  await call('POST /v1/verify/feedback', { email: 'anna@example.invalid', outcome: 'delivered' })
  await call('POST /v1/verify/feedback/bulk', { reports: [{ email: 'anna@example.invalid', outcome: 'delivered' }] })
  await call('POST /v1/tools/spam-trap-analysis', { email: 'anna@example.invalid' })
  await call('POST /v1/tools/email-finder', { first_name: 'Anna', last_name: 'Ito', domain: 'example.invalid' })
  const { job_id: job = '' } = await call('POST /v1/verify/batch', { emails: ['anna@example.invalid'] })
  await call(`GET /v1/verify/batch/${job}/download?partial=true`)
  await upload('POST /v1/verify/upload', 'list.txt', 'bob@example.invalid\n')
  const slow = await call('POST /v1/verify/batch', {
    emails: Array.from({ length: 500 }, (_, i) => `user${i}@host${i}.example.invalid`),
  })
  await call(`DELETE /v1/verify/batch/${slow['job_id']}`)
  const { job_id: cancelled = '' } = await call('POST /v1/verify/batch', {
    emails: Array.from({ length: 500 }, (_, i) => `user${i}@other${i}.example.invalid`),
  })
  await call(`POST /v1/jobs/${cancelled}/cancel`)
}

async function useSendingDomains(): Promise<void> {
  const { id = '' } = await call('POST /v1/dmarc/domains', { domain: 'audited.example' })
  await call(`PUT /v1/dmarc/domains/${id}`, { group: 'Acme' })
  await call('POST /v1/dmarc/wizard/generate', { domain: 'audited.example', policy: 'none' })
  await call(`PUT /v1/dmarc/domains/${id}/sources/192.0.2.1`, { class: 'own' })
  const alerts = `/v1/dmarc/domains/${id}/alerts`
  const { id: alert = '' } = await call(`POST ${alerts}`, { triggers: ['record_weakened'], channels: [] })
  const domain = (await service.store.read.select().from(service.store.read.tables.dmarcDomains)).find(
    (row) => row.id === id,
  )
  for (const record of ['v=DMARC1; p=reject', 'v=DMARC1; p=none'])
    await service.store.tx((db) =>
      noteRecords(db, domain?.no ?? 0, [{ kind: 'dmarc', name: null, record, foundAt: null }]),
    )
  await evaluateDue(service, Date.now() + 60_000, new AbortController().signal)
  const incidents = `/v1/dmarc/domains/${id}/incidents`
  const { data = [] } = await call<{ data?: { id: string }[] }>(`GET ${incidents}`)
  await call(`POST ${incidents}/${data[0]?.id}`, { action: 'acknowledge' })
  await call(`POST ${alerts}/${alert}/test`)
  await call(`DELETE ${alerts}/${alert}`)
  const xml = writeReport({ domain: 'audited.example', begin: 1_790_000_000, records: [{ ip: '192.0.2.1', count: 1 }] })
  const { results = [] } = await call<{ results?: { id: string }[] }>('POST /v1/dmarc/reports', xml)
  const mailbox = { host: '192.0.2.1', username: 'a', auth: { method: 'password', password: 'x' }, enabled: false }
  const { id: box } = await call('POST /v1/dmarc/mailboxes', { name: 'Reports', ...mailbox })
  await call(`PUT /v1/dmarc/mailboxes/${box}`, { interval_minutes: 10, host: '127.0.0.1', port: 9, auth: mailbox.auth })
  await call(`POST /v1/dmarc/mailboxes/${box}/test`)
  await call(`POST /v1/dmarc/mailboxes/${box}/poll`)
  await call(`DELETE /v1/dmarc/mailboxes/${box}`)
  const { id: group } = await call('POST /v1/dmarc/groups', { name: 'Client' })
  await call(`PUT /v1/dmarc/groups/${group}`, { name: 'Clients' })
  const { id: groupLink } = await call(`POST /v1/dmarc/groups/${group}/links`, { name: 'Mia' })
  await call(`DELETE /v1/dmarc/groups/${group}/links/${groupLink}`)
  await call(`DELETE /v1/dmarc/groups/${group}`)
  await call(`GET /v1/dmarc/reports/${results[0]?.id}/file`)
  await call(`DELETE /v1/dmarc/reports/${results[0]?.id}`)
  await call(`DELETE /v1/dmarc/domains/${id}`)
}

async function useAmpSenders(): Promise<void> {
  const { id = '' } = await call('POST /v1/amp', { address: 'news@audited.example', providers: ['gmail'] })
  await call(`PUT /v1/amp/${id}`, { company: 'Acme' })
  await call(`POST /v1/amp/${id}/events`, { provider: 'gmail', event: 'withdrawn' })
  await call('POST /v1/amp/preflight', { from: 'news@audited.example', amp: '<html>', html: '<p>Hi</p>' })
  await call(`DELETE /v1/amp/${id}`)
}

async function useEditor(): Promise<void> {
  const host = await makeHost(service)
  const token = tokenOf(host)
  const opened = { pluginId: host.pluginId, emailId: 'campaign-1' }
  await call('POST /v1/plugin/init', opened, { key: null, headers: { 'es-plugin-auth': token } })
  const testService: TestDesk = await openTestService(service, host, { emailId: 'campaign-1' })
  const more = { key: null, headers: testService.headers }
  const key = await makeKey(service, host)
  const blank = { name: 'Letterhead', type: 'other', tags: ['starter'] }
  const { id: starter = '' } = await call('POST /v1/templates', blank, { key })
  const grants = [{ principal: { kind: 'plugin_user', id: '42' }, level: 'view' }]
  await call(`PUT /v1/templates/${starter}/permissions`, { default: 'none', grants }, { key })
  await call(`GET /v1/plugin/starters/${starter}`, undefined, more)
  ids = { ...ids, starter }
  await call('POST /v1/plugin/operations', { baseRevision: 0, operations: [insert('hero')] }, more)
  await call('POST /v1/plugin/save', { html: '<h1>Hello</h1>', css: '' }, more)
  await call('PUT /v1/plugin/lock', {}, more)
  await call('DELETE /v1/plugin/lock', undefined, more)
  await call('POST /v1/plugin/export', { format: 'html' }, more)
  const { url = '' } = await call('POST /v1/plugin/preview', { device: 'mobile' }, more)
  if (URL.canParse(url)) await call(`GET ${new URL(url).pathname}${new URL(url).search}`, undefined, { key: null })
  const { data = [] } = await call<{
    data?: { id: string }[]
  }>('GET /v1/plugin/versions', undefined, more)
  const version = data[0]?.id ?? 'none'
  await call(`PUT /v1/plugin/versions/${version}`, { label: 'Before launch' }, more)
  await call('POST /v1/plugin/save', { html: '<h1>Another</h1>', css: '' }, more)
  await call(`POST /v1/plugin/versions/${version}/restore`, undefined, more)
  const image = await formOf(PNG.sync.write(new PNG({ width: 8, height: 8 })))
  await call('POST /v1/plugin/assets', image.body, { key: null, headers: { ...testService.headers, ...image.headers } })
  await call('POST /v1/plugin/modules', { name: 'Sale', nodes: text('sale') }, more)
  await call('POST /v1/plugin/publish', {}, more)
  await call('POST /v1/plugin/save', { html: '<h1>Once more</h1>', css: '' }, more)
  await call('POST /v1/plugin/publish', {}, more)
  await call('POST /v1/plugin/rollback', {}, more)
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  const { release } = await call<{ release?: { number: number } }>('POST /v1/plugin/publish', { publishAt }, more)
  await call(`DELETE /v1/plugin/releases/${release?.number}`, undefined, more)
  await call('POST /v1/plugin/unpublish', undefined, more)
  const colleague = await openTestService(service, host, { emailId: 'campaign-1', userId: 2 })
  for (const decision of ['approve', 'reject', 'withdraw']) {
    const { publication } = await call<{ publication?: { review?: { id: string } } }>(
      'POST /v1/plugin/reviews',
      {},
      more,
    )
    const path = `/v1/plugin/reviews/${publication?.review?.id}`
    if (decision === 'withdraw') await call(`DELETE ${path}`, undefined, more)
    else await call(`POST ${path}/${decision}`, {}, { key: null, headers: colleague.headers })
  }
  await call('POST /v1/plugin/refresh', undefined, more)
}

test('every operation of the contract is in the table, and nothing else', () => {
  expect(Object.keys(auditedOperations).sort()).toEqual([...operationIds].sort())
})

test('an operation without an audit row says why', () => {
  for (const [id, rule] of Object.entries(auditedOperations))
    if ('exempt' in rule) expect(rule.exempt.length, id).toBeGreaterThan(15)
})

describe('what was called', () => {
  test('was called with success', () => expect(failures).toEqual([]))

  test('wrote its action in the transaction that did it', () => {
    const silent = Object.entries(auditedOperations).flatMap(([id, rule]) => {
      if (!('records' in rule) || triedElsewhere.has(id)) return []
      const actions = written.get(id)
      if (actions === undefined) return [`${id} was not called`]
      return rule.records.some((action) => actions.includes(action)) ? [] : [`${id} wrote ${actions.join()}`]
    })
    expect(silent).toEqual([])
  })

  test('is noted where it disclosed something or used a secret', async () => {
    const wanted = new Map<string, string>()
    for (const [id, rule] of Object.entries(auditedOperations)) {
      if (triedElsewhere.has(id)) continue
      if ('notes' in rule && rule.isAnonymous !== true) wanted.set(id, rule.notes)
      if ('restricted' in rule) wanted.set(id, rule.restricted)
    }
    expect([...wanted.keys()].filter((id) => !written.has(id))).toEqual([])
    await service.writeNotes()
    const lines = await linesAfter(0)
    const found = new Set(lines.map(({ action }) => action))
    expect([...wanted].filter(([, action]) => !found.has(action))).toEqual([])
    const noted = (action: string) => lines.filter((line) => line.action === action)
    const read = noted('template.read')
    expect(new Set(read.map(({ target }) => target))).toEqual(new Set([ids['template'], ids['starter']].map(String)))
    expect(read.find(({ target }) => target === ids['starter'])).toMatchObject({ actorKind: 'plugin_user' })
    expect(noted('verification.email_checked')).toMatchObject([
      { actorKind: 'api_key', ip: '192.0.2.7', detail: { subjects: [expect.stringMatching(/^[0-9a-f]{32}$/)] } },
    ])
    // One mailbox has one pseudonym, however it is spelled and whatever requests it.
    expect(noted('verification.spam_trap_analyzed')[0]?.detail['subjects']).toEqual(
      noted('verification.email_checked')[0]?.detail['subjects'],
    )
    // Ids are random and may contain a name.
    expect(JSON.stringify(lines).replaceAll(/[a-z]+_01[0-9a-z]{24}/g, '')).not.toMatch(/anna|bob@|ito /i)
  })
})

test('refusals are counted, and a flood of them takes a bounded number of rows', async () => {
  const { store } = service
  const before = (await linesAfter(0)).at(-1)?.at ?? 0
  const unknown = `svc_${'0123456789ab'.repeat(4)}`
  const limited = await store.tx((db) =>
    createApiKey(db, { projectId: service.projects.b, name: 'Limited', scopes: ['templates:read'] }),
  )
  const send = (key: string, path: string, method = 'GET', address = '192.0.2.9') =>
    service.handle(new Request(`http://localhost${path}`, { method, headers: { 'svc-api-auth': key } }), {
      requestIP: () => ({ address }),
    })
  for (let i = 0; i < 20; i++) await send(unknown, '/v1/templates/my')
  for (let i = 0; i < 5; i++) expect((await send(limited.key, '/v1/webhooks')).status).toBe(403)
  for (let i = 0; i < 300; i++) await send(limited.key, '/v1/webhooks', 'GET', `198.51.100.${i % 256}`)
  await service.writeNotes()
  const lines = (await linesAfter(before)).filter(({ action }) => action === 'access.refused')
  const counts = lines.map(({ detail }) => Number(detail['count'] ?? 1))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(325)
  expect(lines.length).toBeLessThan(64)
  expect(lines).toContainEqual(
    expect.objectContaining({
      actorKind: 'anonymous',
      ip: '192.0.2.9',
      projectId: null,
      detail: expect.objectContaining({ count: 20, code: 'UNAUTHORIZED', key_prefix: unknown.slice(0, 12) }),
    }),
  )
  expect(lines).toContainEqual(
    expect.objectContaining({
      actorId: limited.id,
      projectId: service.projects.b,
      detail: expect.objectContaining({ count: 5, operation: 'webhooks.list', code: 'FORBIDDEN' }),
    }),
  )
  expect(JSON.stringify(lines)).not.toContain(unknown)
})
