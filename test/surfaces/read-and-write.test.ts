/** What a read returned is accepted by the update, and changes nothing; If-Match holds for every resource. */
import { describe, expect, test } from 'bun:test'
import { apiDocument } from '../../scripts/api-document.ts'
import { type Answer, ask } from '../support/scenario.ts'
import { type TestService, startService } from '../support/service.ts'
import { dialects } from '../support/store.ts'

const textOf = (text: string) => ({ id: 't', type: 'text', text })
const rows = (text: string) => [
  { id: 's', type: 'section', columns: [{ id: 'c', type: 'column', blocks: [textOf(text)] }] },
]
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

interface Resource {
  path: string
  /** A change of it, which makes the ETag of before stale. */
  change: object
  /** Read-only members, each with another value. */
  fixed: Record<string, unknown>
  isDeleted?: false
}

async function make(service: TestService): Promise<Record<string, Resource>> {
  const post = async (path: string, send: unknown, method = 'POST') => {
    const answer = await ask(service, { call: `${method} ${path}`, send })
    expect({ path, status: answer.status < 300 ? 'done' : answer.body }).toEqual({ path, status: 'done' })
    return answer.body as { id: string }
  }
  const more = { external_id: 'mine', metadata: { a: 'b' } }
  const { id: parent } = await post('/v1/folders', { name: 'Above' })
  const { id: folder } = await post('/v1/folders', { name: 'Inner', parent_id: parent, color: '#2f6f4f', ...more })
  const html = '<html><head><title>A</title></head><body><p>Hi</p></body></html>'
  const template = await service.create({ name: 'One', type: 'other', folder, tags: ['x'], html, ...more })
  const { id: module } = await post('/v1/modules', { name: 'M', nodes: rows('Hi'), slots: ['t'], ...more })
  const { id: version } = await post(`/v1/templates/${template}/versions`, { label: 'Named' })
  await post(`/v1/templates/${template}/versions`, { label: 'Later' })
  const { id: webhook } = await post('/v1/webhooks', { url: 'https://example.com/w', events: ['export.failed'] })
  const { id: connection } = await post('/v1/connections', {
    provider: 'mailchimp',
    name: 'Account',
    credentials: { api_key: `${'1'.repeat(32)}-us21` },
  })
  await post('/v1/export-targets', { id: 'our-crm', extends: 'mailchimp', name: 'Ours', overrides: {} })
  const { id: domain } = await post('/v1/dmarc/domains', { domain: 'example.com', group: 'Acme' })
  const { id: group } = await post('/v1/dmarc/groups', { name: 'Client' })
  const { id: mailbox } = await post('/v1/dmarc/mailboxes', {
    name: 'Reports',
    host: 'imap.example.com',
    username: 'a',
    auth: { method: 'password', password: 'x' },
    enabled: false,
  })
  const { id: ampSender } = await post('/v1/amp', { address: 'news@example.com', providers: ['gmail'] })
  const { id: listEntry } = await post('/v1/verify/lists', { list: 'block', value: 'ann@example.com', note: 'N' })
  const form = new FormData()
  form.set('file', new File([png], 'a.png', { type: 'image/png' }))
  for (const [name, value] of Object.entries({ alt: 'A', folder: 'F/G', tags: 'x' })) form.set(name, value)
  const headers = { 'svc-api-auth': service.keys.a }
  const sent = await service.handle(new Request('http://localhost/v1/assets', { method: 'POST', headers, body: form }))
  const { id: asset } = (await sent.json()) as { id: string }
  const grants = [{ principal: { kind: 'role', id: 'editor' }, level: 'edit' }]
  await post(`/v1/templates/${template}/permissions`, { default: 'view', grants }, 'PUT')
  await post(`/v1/folders/${parent}/permissions`, { default: 'manage', grants }, 'PUT')
  return {
    template: {
      path: `/v1/templates/${template}`,
      change: { name: 'Two' },
      fixed: { id: 'tpl_x', subject: 'Other', size_bytes: 1, revision: 99, created_by: {} },
    },
    'version of a template': {
      path: `/v1/templates/${template}/versions/${version}`,
      change: { label: 'Other' },
      fixed: { number: 99, document: {} },
    },
    folder: {
      path: `/v1/folders/${folder}`,
      change: { color: null },
      fixed: { id: 'fld_x', path: ['Elsewhere'], created_at: '2020-01-01T00:00:00.000Z' },
    },
    module: {
      path: `/v1/modules/${module}`,
      change: { name: 'N' },
      fixed: { version: 99, size_bytes: 1 },
    },
    asset: { path: `/v1/assets/${asset}`, change: { alt: 'B' }, fixed: { sha256: '0', width: 99, bytes: 1 } },
    webhook: {
      path: `/v1/webhooks/${webhook}`,
      change: { description: 'W' },
      fixed: { owner: { kind: 'user', id: 'x' }, created_at: '' },
    },
    connection: {
      path: `/v1/connections/${connection}`,
      change: { name: 'Other' },
      fixed: { provider: 'brevo', revision: 99 },
    },
    target: { path: '/v1/export-targets/our-crm', change: { name: 'O' }, fixed: { tag_example: '-', id: 'other' } },
    'sending domain': {
      path: `/v1/dmarc/domains/${domain}`,
      change: { group: 'Other' },
      fixed: { domain: 'other.test', reporting_address: 'x@example.com', revision: 99 },
    },
    'group of domains': {
      path: `/v1/dmarc/groups/${group}`,
      change: { name: 'Clients' },
      fixed: { revision: 99, created_at: '' },
    },
    mailbox: {
      path: `/v1/dmarc/mailboxes/${mailbox}`,
      change: { interval_minutes: 30 },
      fixed: { revision: 99, created_at: '' },
    },
    'AMP sender': {
      path: `/v1/amp/${ampSender}`,
      change: { company: 'Other' },
      fixed: { address: 'other@example.com', domain: 'other.test', revision: 99 },
    },
    'entry of a list': {
      path: `/v1/verify/lists/${listEntry}`,
      change: { list: 'allow' },
      fixed: { kind: 'domain', domain: 'other.test', revision: 99 },
    },
    project: {
      path: `/v1/projects/${service.projects.a}`,
      change: { name: 'Renamed' },
      fixed: { plugin_id: 'svc_pk_x', updated_at: '' },
      isDeleted: false,
    },
    'fields of a target': {
      path: '/v1/export-targets/our-crm/fields',
      change: { fields: { first_name: 'FNAME' } },
      fixed: {},
      isDeleted: false,
    },
    'permissions of a template': {
      path: `/v1/templates/${template}/permissions`,
      change: { default: 'edit', grants },
      fixed: { inherited: [{}] },
      isDeleted: false,
    },
    'permissions of a folder': {
      path: `/v1/folders/${parent}/permissions`,
      change: { default: 'edit', grants },
      fixed: { inherited: [{}] },
      isDeleted: false,
    },
  }
}

for (const dialect of dialects) {
  const service = await startService({ dialect, environment: { SVC_RUN_JOBS: 'false' } })
  const resources = await make(service)
  const call = (what: string, send?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    ask(service, { call: what, headers, ...(send === undefined ? {} : { send }) })
  const acts = async () => {
    await service.writeNotes()
    const log = await service.store.read.select().from(service.store.read.tables.auditLog)
    return log.filter(({ action }) => /updated|renamed|replaced|_set|moved/.test(action)).length
  }

  describe(dialect, () => {
    test.each(Object.entries(resources))('%s: what was read is accepted and changes nothing', async (_, { path }) => {
      const before = await call(`GET ${path}`)
      const count = await acts()
      const put = await call(`PUT ${path}`, before.body)
      expect({ status: put.status, body: put.status === 200 ? '' : put.body }).toEqual({ status: 200, body: '' })
      const after = await call(`GET ${path}`)
      expect(after.body).toEqual(before.body)
      expect(after.headers.get('etag')).toBe(before.headers.get('etag'))
      expect(await acts()).toBe(count)
    })

    test.each(Object.entries(resources))('%s: a changed read-only member is named', async (_, { path, fixed }) => {
      const { body } = await call(`GET ${path}`)
      for (const [name, value] of Object.entries(fixed)) {
        const answer = await call(`PUT ${path}`, { ...(body as object), [name]: value })
        expect(answer).toMatchObject({ status: 422, body: { issues: [{ path: `/${name}` }] } })
      }
      expect((await call(`GET ${path}`)).body).toEqual(body)
    })

    test.each(Object.entries(resources))('%s: a stale If-Match is 412 with the revision', async (_, resource) => {
      const { path, change, isDeleted } = resource
      const first = (await call(`GET ${path}`)).headers.get('etag') ?? ''
      expect(first).toMatch(/^".+"$/)
      const known = await call(`GET ${path}`, undefined, { 'if-none-match': first })
      expect(known.status).toBe(304)
      const changed = await call(`PUT ${path}`, change, { 'if-match': first })
      expect(changed.status).toBe(200)
      const next = changed.headers.get('etag') ?? ''
      expect(next).not.toBe(first)
      const methods = isDeleted === false ? ['PUT'] : ['PUT', 'DELETE']
      for (const method of methods) {
        const stale = await call(`${method} ${path}`, method === 'PUT' ? change : undefined, { 'if-match': first })
        expect(stale).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED', revision: expect.anything() } })
      }
      expect((await call(`PUT ${path}`, change, { 'if-match': next })).status).toBe(200)
    })

    test('a key, a project and a release end with the ETag of their read only', async () => {
      const make = async (path: string, send: unknown) => (await call(`POST ${path}`, send)).body as { id: string }
      const { id: key } = await make('/v1/api-keys', { name: 'Other', scopes: ['exports'] })
      const { id: project } = await make('/v1/projects', { name: 'Other' })
      const template = resources['template']?.path ?? ''
      await call(`PUT /v1/projects/${service.projects.a}`, { publishing: 'by_hand' })
      const inAnHour = new Date(service.store.read.nowMs() + 3_600_000).toISOString()
      expect((await call(`POST ${template}/publish`, { publish_at: inAnHour })).status).toBe(200)
      const paths = [`/v1/api-keys/${key}`, `/v1/projects/${project}`, `${template}/releases/1`]
      for (const path of paths) {
        const etag = (await call(`GET ${path}`)).headers.get('etag') ?? ''
        expect(await call(`DELETE ${path}`, undefined, { 'if-match': '"0"' })).toMatchObject({
          status: 412,
          body: { code: 'PRECONDITION_FAILED' },
        })
        expect((await call(`GET ${path}`, undefined, { 'if-none-match': etag })).status).toBe(304)
        expect((await call(`DELETE ${path}`, undefined, { 'if-match': etag })).status).toBeLessThan(300)
      }
      await call(`PUT /v1/projects/${service.projects.a}`, { publishing: 'on_save' })
    })

    test('a link for a reviewer is revoked with the ETag of its creation only', async () => {
      const path = `${resources['template']?.path}/review-links`
      const made = await call(`POST ${path}`, { name: 'Mia' })
      const etag = made.headers.get('etag') ?? ''
      const revoke = (tag: string) =>
        call(`DELETE ${path}/${(made.body as { id: string }).id}`, undefined, { 'if-match': tag })
      expect(await revoke('"0"')).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } })
      const revoked = await revoke(etag)
      expect(revoked).toMatchObject({ status: 200, body: { revoked_at: expect.any(String) } })
      expect(await revoke(etag)).toMatchObject({ status: 412, body: { revision: expect.any(String) } })
      expect((await revoke(revoked.headers.get('etag') ?? '')).status).toBe(200)
    })

    test('an export that ended at once is a completed job, and is deleted with the ETag of its read only', async () => {
      const made = await call('POST /v1/export', { html: '<p>Hi</p>', format: 'html' })
      const { id, job_id: job } = made.body as { id: string; job_id: string }
      expect([made.status, made.headers.get('location')]).toEqual([200, `/v1/jobs/${job}`])
      expect(await call(`GET /v1/jobs/${job}`)).toMatchObject({
        status: 200,
        body: { kind: 'exports.make', status: 'completed', progress: { percentage: 100 }, result: { export_id: id } },
      })
      expect((await call(`GET /v1/jobs/${job}/events`)).text).toContain('event: completed')
      expect(await call(`POST /v1/jobs/${job}/cancel`)).toMatchObject({ status: 409, body: { code: 'JOB_FINISHED' } })
      const etag = (await call(`GET /v1/export/${id}`)).headers.get('etag') ?? ''
      expect(await call(`DELETE /v1/export/${id}`, undefined, { 'if-match': '"0"' })).toMatchObject({ status: 412 })
      expect((await call(`DELETE /v1/export/${id}`, undefined, { 'if-match': etag })).status).toBe(204)
    })

    test('a review that a save made stale has another ETag, and the same revision for If-Match', async () => {
      const template = resources['template']?.path ?? ''
      await call(`PUT /v1/projects/${service.projects.a}`, { publishing: 'by_hand', approval: 'required' })
      const { id } = (await call(`POST ${template}/reviews`, {})).body as { id: string }
      const path = `${template}/reviews/${id}`
      const fresh = (await call(`GET ${path}`)).headers.get('etag') ?? ''
      await call(`PUT ${template}`, { html: '<p>Saved since</p>' })
      const stale = await call(`GET ${path}`, undefined, { 'if-none-match': fresh })
      expect(stale).toMatchObject({ status: 200, body: { stale: true, version: 1 } })
      expect((await call(`DELETE ${path}`, undefined, { 'if-match': fresh })).status).toBe(200)
      await call(`PUT /v1/projects/${service.projects.a}`, { publishing: 'on_save', approval: 'none' })
    })

    test('a template is moved by folder_id as by folder, and many at once by name', async () => {
      const path = resources['template']?.path ?? ''
      const { body } = await call(`GET ${path}`)
      const { id, folder_id: stored } = body as { id: string; folder_id: string }
      expect((await call(`PUT ${path}`, { folder_id: null })).body).toMatchObject({ folder_id: null })
      expect((await call(`PUT ${path}`, { folder_id: stored })).body).toMatchObject({ folder_id: stored })
      const moved = await call(`PUT ${path}`, { folder_id: stored, folder: 'New' })
      expect(moved.status).toBe(200)
      expect((moved.body as { folder_id: string }).folder_id).not.toBe(stored)
      expect(await call(`PUT ${path}`, { folder_id: stored, folder: 'New' })).toMatchObject({
        status: 422,
        body: { issues: [{ path: '/folder_id' }] },
      })
      const many = await call('POST /v1/templates/bulk/move', { ids: [id], folder: 'Many' })
      expect(many).toMatchObject({ status: 200, body: { results: [{ id, ok: true }] } })
      const neither = await call('POST /v1/templates/bulk/move', { ids: [id] })
      expect(neither).toMatchObject({ status: 422, body: { issues: [{ path: '/folder_id' }] } })
      expect((await call('GET /v1/templates/my?folder=Many')).body).toMatchObject({ data: [{ id }] })
    })

    test('a folder is moved by its parent', async () => {
      const path = resources['folder']?.path ?? ''
      const { body } = await call(`GET ${path}`)
      const up = await call(`PUT ${path}`, { ...(body as object), parent_id: null })
      expect(up).toMatchObject({ status: 200, body: { parent_id: null, path: ['Inner'] } })
      const { id } = body as { id: string }
      expect(await call(`PUT ${path}`, { parent_id: id })).toMatchObject({
        status: 409,
        body: { code: 'FOLDER_CYCLE' },
      })
    })

    test('resources are deleted with the ETag of their read', async () => {
      for (const name of [
        'version of a template',
        'webhook',
        'connection',
        'target',
        'asset',
        'sending domain',
        'module',
        'folder',
        'template',
      ]) {
        const path = resources[name]?.path ?? ''
        const etag = (await call(`GET ${path}`)).headers.get('etag') ?? ''
        if (name === 'version of a template') await call(`PUT ${path}`, { pinned: false, label: null })
        const tag = name === 'version of a template' ? ((await call(`GET ${path}`)).headers.get('etag') ?? '') : etag
        expect({ name, status: (await call(`DELETE ${path}`, undefined, { 'if-match': tag })).status }).toEqual({
          name,
          status: 204,
        })
      }
    })
  })
}

interface Described {
  operationId: string
  deprecated?: boolean
  parameters?: { $ref?: string }[]
  responses: Record<string, { headers?: Record<string, unknown> }>
}

/** Changes without If-Match, and why. */
const unconditional = [
  // What they set does not depend on what was there.
  'templates.removeFavorite',
  'locks.release',
  // Selected by URL, for clients that have read nothing.
  'webhooks.deleteSelected',
  'plugin.acquireLock',
  'plugin.releaseLock',
]

test('every read of one resource has an ETag, and every change of one takes If-Match', async () => {
  const { paths } = JSON.parse(await apiDocument()) as { paths: Record<string, Record<string, Described>> }
  const takes = ({ parameters = [] }: Described, name: string) =>
    parameters.some(({ $ref }) => $ref === `#/components/parameters/${name}`)
  const missing: Record<'untagged' | 'unconditional', string[]> = { untagged: [], unconditional: [] }
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId: id, deprecated, responses } = operation
      const isTagged = responses['200']?.headers?.['ETag'] !== undefined && responses['304'] !== undefined
      const isConditional = takes(operation, 'IfMatch') && responses['412'] !== undefined
      if (method === 'get' && path.endsWith('}') && !(isTagged && takes(operation, 'IfNoneMatch')))
        missing.untagged.push(id)
      if ((method === 'put' || method === 'delete') && deprecated !== true && !isConditional)
        missing.unconditional.push(id)
    }
  }
  for (const list of [...Object.values(missing), unconditional]) list.sort()
  expect(missing).toEqual({ untagged: [], unconditional })
  // A creation that returns the tag says so, for clients whose types are generated.
  for (const path of ['/v1/templates', '/v1/templates/{id}/review-links', '/v1/dmarc/domains/{id}/alerts'])
    expect(paths[path]?.['post']?.responses['201']?.headers).toHaveProperty('ETag')
})
