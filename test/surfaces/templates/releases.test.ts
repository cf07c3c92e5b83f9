/** Drafts and releases: what callers of the published version get, whatever is saved meanwhile. */
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { type Answer, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'

type ReleasedTemplate = TestService & { id: string; module: string; other: string }
interface Release {
  number: number
  state: string
  live: boolean
  note?: string
  restored_from?: number
}

const text = (id: string, words: string) => ({ id, type: 'text', text: `<p>${words}</p>` })
const section = (id: string, ...blocks: object[]) => ({
  id,
  type: 'section',
  columns: [{ id: `${id}-column`, type: 'column', blocks }],
})
const emailOf = (words: string, ...more: object[]) => ({
  schema: 'svc.email/1',
  meta: { title: 'Code', lang: 'en', subject: `Subject ${words}` },
  rows: [section('top', text('hello', words)), ...more],
})

describe.each([...dialects])('releases on %s', (dialect) => {
  let service: ReleasedTemplate
  const given = () => service
  const path = () => `/v1/templates/${service.id}`

  beforeAll(async () => {
    service = { ...(await startService({ dialect })), id: '', module: '', other: '' }
  })
  beforeEach(async () => {
    service.id = await service.create({ name: 'Login code', type: 'transactional', document: emailOf('First') })
  })

  const call = (what: string, send?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    ask(service, { call: what, headers, ...(send === undefined ? {} : { send }) })
  const well = async (what: string, send?: unknown) => {
    const { status, body } = await call(what, send)
    expect({ what, status, body }).toMatchObject({ status: status < 300 ? status : 200 })
    return body as Record<string, unknown>
  }
  const save = (words: string, ...more: object[]) => well(`PUT ${path()}`, { document: emailOf(words, ...more) })
  const generate = async (version?: unknown): Promise<string> => {
    const choice = version === undefined ? {} : { version }
    return String((await well('POST /v1/templates/generate', { template_id: service.id, ...choice }))['html'])
  }
  const releases = async () => (await well(`GET ${path()}/releases`))['data'] as Release[]
  const setPublishing = (publishing: string) => well(`PUT /v1/projects/${service.projects.a}`, { publishing })

  test('a save is live at once until the template is published', async () => {
    expect(await well(`GET ${path()}`)).toMatchObject({
      publishing: 'on_save',
      status: 'published',
      unpublished_changes: false,
    })
    await save('Second')
    expect(await generate()).toContain('Second')
  })

  test('what is saved after publishing changes the draft only', async () => {
    const published = await well(`POST ${path()}/publish`, { note: 'Launch' })
    expect(published).toMatchObject({
      template: { publishing: 'by_hand', status: 'published', published_release: 1, unpublished_changes: false },
      release: { number: 1, state: 'published', live: true, note: 'Launch', author: { kind: 'api_key' } },
    })
    const before = await generate()
    await save('Half-ty')
    expect(await well(`GET ${path()}`)).toMatchObject({ published_release: 1, unpublished_changes: true })
    expect(await generate()).toBe(before)
    expect(await generate('published')).toBe(before)
    expect(await generate(1)).toBe(before)
    expect(await generate('draft')).toContain('Half-ty')
    const { html } = await well(`GET ${path()}/html`)
    expect(html).toContain('First')
    expect((await well(`GET ${path()}/html?version=draft`))['html']).toContain('Half-ty')
    expect((await well(`GET ${path()}/html?version=1`))['html']).toBe(html)
  })

  test('exports contain the published release unless another version is requested', async () => {
    await well(`POST ${path()}/publish`, {})
    await save('Half-ty')
    const exported = async (more: object = {}) =>
      (await well('POST /v1/export', { template_id: service.id, format: 'html', ...more }))['content']
    expect(await exported()).toContain('First')
    expect(await exported({ version: 'draft' })).toContain('Half-ty')
    expect(await exported({ version: 1 })).toContain('First')
    const several = await call('POST /v1/export', { template_ids: [service.id], format: 'html', version: 9 })
    expect(several).toMatchObject({ status: 404, body: { code: 'RELEASE_NOT_FOUND' } })
  })

  test('the thumbnail is the published one, and changes with publishing', async () => {
    const tag = async (query = '') => (await call(`GET ${path()}/thumbnail${query}`)).headers.get('etag')
    await well(`POST ${path()}/publish`, {})
    const before = await tag()
    await save('Quite different words')
    expect(await tag()).toBe(before)
    const draft = await tag('?version=draft')
    expect(draft).not.toBe(before)
    await well(`POST ${path()}/publish`, {})
    expect(await tag()).toBe(draft)
  })

  test('a release keeps the modules that it showed, changed or deleted later', async () => {
    const module = await well('POST /v1/modules', {
      name: 'Footer',
      nodes: [section('foot', text('line', 'Old footer'))],
    })
    const instance = { id: 'use', type: 'module', ref: { id: module['id'], version: 'latest' } }
    await save('With a module', instance)
    await well(`POST ${path()}/publish`, {})
    const before = await generate()
    expect(before).toContain('Old footer')
    await well(`PUT /v1/modules/${String(module['id'])}`, { nodes: [section('foot', text('line', 'New footer'))] })
    expect(await generate()).toBe(before)
    expect(await generate('draft')).toContain('New footer')
    await save('Without it')
    await well(`DELETE /v1/modules/${String(module['id'])}`)
    expect(await generate()).toBe(before)
    expect((await well(`GET ${path()}/html`))['html']).toContain('Old footer')
  })

  test('a rollback publishes an earlier content as a new release and leaves the draft', async () => {
    await well(`POST ${path()}/publish`, {})
    const first = await generate()
    await save('Second')
    await well(`POST ${path()}/publish`, {})
    await save('Third')
    expect(await well(`POST ${path()}/rollback`, { note: 'Second was wrong' })).toMatchObject({
      template: { published_release: 3, unpublished_changes: true },
      release: { number: 3, restored_from: 1, live: true, note: 'Second was wrong' },
    })
    expect(await generate()).toBe(first)
    expect(await generate('draft')).toContain('Third')
    expect(await generate(2)).toContain('Second')
    expect((await releases()).map(({ number, live }) => [number, live])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ])
    await well(`POST ${path()}/rollback`, { to: 2 })
    expect(await generate()).toContain('Second')
  })

  test('the content of a rollback is stored once', async () => {
    await well(`POST ${path()}/publish`, {})
    await save('Second')
    await well(`POST ${path()}/publish`, {})
    await well(`POST ${path()}/rollback`, { to: 1 })
    const { releaseContents } = service.store.read.tables
    const stored = await service.store.read
      .select({ key: releaseContents.key })
      .from(releaseContents)
      .where(eq(releaseContents.templateId, service.id))
    expect(stored.length).toBe(2)
  })

  test('unpublishing makes every save live again', async () => {
    await well(`POST ${path()}/publish`, {})
    await save('Second')
    expect(await well(`POST ${path()}/unpublish`)).toMatchObject({ publishing: 'on_save', status: 'published' })
    expect(await generate()).toContain('Second')
    expect(await generate(1)).toContain('First')
  })

  test('in a project that publishes by hand a new template cannot be sent before it is published', async () => {
    expect(await setPublishing('by_hand')).toMatchObject({ publishing: 'by_hand' })
    try {
      service.id = await service.create({ name: 'New', type: 'transactional', document: emailOf('First') })
      expect(await well(`GET ${path()}`)).toMatchObject({ publishing: 'by_hand', status: 'draft' })
      const refused = { status: 409, body: { code: 'NOT_PUBLISHED' } }
      expect(await call('POST /v1/templates/generate', { template_id: service.id })).toMatchObject(refused)
      expect(await call('POST /v1/export', { template_id: service.id, format: 'html' })).toMatchObject(refused)
      expect(await call(`GET ${path()}/html?version=published`)).toMatchObject(refused)
      expect((await well(`GET ${path()}/html`))['html']).toContain('First')
      expect(await generate('draft')).toContain('First')
      await well(`POST ${path()}/publish`, {})
      expect(await generate()).toContain('First')
      await well(`POST ${path()}/unpublish`)
      expect(await call('POST /v1/templates/generate', { template_id: service.id })).toMatchObject(refused)
    } finally {
      await setPublishing('on_save')
    }
  })

  test('switching a project to publishing by hand keeps what its templates send', async () => {
    try {
      await setPublishing('by_hand')
      await until(async () => (await well(`GET ${path()}`))['published_release'] === 1, 'the release of the template')
      await save('Half-ty')
      expect(await generate()).toContain('First')
    } finally {
      expect(await setPublishing('on_save')).toMatchObject({ publishing: 'on_save' })
    }
    expect(await generate()).toContain('Half-ty')
    expect(await generate(1)).toContain('First')
    expect(await well(`GET ${path()}`)).toMatchObject({ publishing: 'on_save', unpublished_changes: false })
  })

  test('a scheduled release is made now and published once at its time', async () => {
    const publishAt = new Date(Date.now() + 1500).toISOString()
    expect(await well(`POST ${path()}/publish`, { publish_at: publishAt })).toMatchObject({
      template: { publishing: 'on_save' },
      release: { number: 1, state: 'scheduled', live: false, publish_at: publishAt },
    })
    await save('Edited while it waits')
    expect(await generate()).toContain('Edited while it waits')
    await until(async () => (await releases())[0]?.live === true, 'the scheduled release')
    expect(await generate()).toContain('First')
    expect(await well(`GET ${path()}`)).toMatchObject({ published_release: 1, unpublished_changes: true })
  })

  test('a schedule is replaced by another, cancelled by DELETE and by unpublishing', async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString()
    await well(`POST ${path()}/publish`, { publish_at: later })
    await well(`POST ${path()}/publish`, { publish_at: later })
    expect((await releases()).map(({ state }) => state)).toEqual(['scheduled', 'cancelled'])
    expect(await well(`DELETE ${path()}/releases/2`)).toMatchObject({ number: 2, state: 'cancelled' })
    expect(await call(`DELETE ${path()}/releases/2`)).toMatchObject({
      status: 409,
      body: { code: 'RELEASE_NOT_SCHEDULED' },
    })
    await well(`POST ${path()}/publish`, { publish_at: later })
    await well(`POST ${path()}/unpublish`)
    expect((await releases()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  })

  test('two publishes at once make two releases, and one of them with If-Match is refused', async () => {
    const etag = (await call(`GET ${path()}`)).headers.get('etag') ?? ''
    const publish = () => call(`POST ${path()}/publish`, {}, { 'if-match': etag })
    const statuses = (await Promise.all([publish(), publish()])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 412])
    const both = await Promise.all([call(`POST ${path()}/publish`, {}), call(`POST ${path()}/publish`, {})])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await releases()).map(({ number }) => number)).toEqual([3, 2, 1])
  })

  test('the draft is compared with what is published', async () => {
    await well(`POST ${path()}/publish`, {})
    await save('Second', section('more', text('new', 'New')))
    expect(await well(`GET ${path()}/releases/compare`)).toMatchObject({
      from: 1,
      to: 'draft',
      added: [{ id: 'more' }, { id: 'more-column' }, { id: 'new' }],
      changed: [{ id: 'hello' }],
    })
    await well(`POST ${path()}/publish`, {})
    expect(await well(`GET ${path()}/releases/compare?from=2&to=1`)).toMatchObject({ from: 2, to: 1, added: [] })
  })

  test('a release is read with its document, and the list in pages', async () => {
    await well(`POST ${path()}/publish`, {})
    await save('Second')
    await well(`POST ${path()}/publish`, {})
    const { document } = await well(`GET ${path()}/releases/1`)
    expect(JSON.stringify(document)).toContain('First')
    const { data, page } = (await well(`GET ${path()}/releases?limit=1`)) as {
      data: Release[]
      page: { next_cursor: string }
    }
    expect(data.map(({ number }) => number)).toEqual([2])
    const next = await well(`GET ${path()}/releases?limit=1&cursor=${page.next_cursor}`)
    expect(next['data']).toMatchObject([{ number: 1 }])
  })

  test('an asset that only a release shows counts as used', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const form = new FormData()
    form.set('file', new File([png], 'dot.png', { type: 'image/png' }))
    const uploaded = await service.handle(
      new Request('http://localhost/v1/assets', {
        method: 'POST',
        headers: { 'svc-api-auth': service.keys.a },
        body: form,
      }),
    )
    const asset = (await uploaded.json()) as { id: string; url: string }
    await save('With an image', section('pic', { id: 'dot', type: 'image', src: asset.url, alt: 'Dot' }))
    await well(`POST ${path()}/publish`, {})
    await save('Without it')
    expect(await call(`DELETE /v1/assets/${asset.id}`)).toMatchObject({ status: 409 })
    expect((await well(`GET /v1/assets/${asset.id}/usage`))['data']).toMatchObject([{ id: service.id }])
  })

  describe('bad input', () => {
    scenarios<ReleasedTemplate>(given, [
      {
        name: 'a release that the template does not have is 404',
        call: ({ id }) => `GET /v1/templates/${id}/releases/9`,
        status: 404,
        body: { code: 'RELEASE_NOT_FOUND' },
      },
      {
        name: 'generate of a release that the template does not have is 404',
        call: 'POST /v1/templates/generate',
        send: { template_id: 'tpl_00000000000000000000000000', version: 1 },
        status: 404,
        body: { code: 'TEMPLATE_NOT_FOUND' },
      },
      {
        name: 'a version without a template is named',
        call: 'POST /v1/templates/generate',
        send: { document: emailOf('x'), version: 'draft' },
        status: 422,
        body: { issues: [{ path: '/version' }] },
      },
      {
        name: 'a version that is no version is named',
        call: ({ id }) => `GET /v1/templates/${id}/html?version=latest`,
        status: 422,
        body: { issues: [{ path: '/version' }] },
      },
      {
        name: 'a time in the past is refused',
        call: ({ id }) => `POST /v1/templates/${id}/publish`,
        send: { publish_at: '2020-01-01T00:00:00.000Z' },
        status: 422,
        body: { issues: [{ path: '/publish_at' }] },
      },
      {
        name: 'a rollback without an earlier release is 404',
        call: ({ id }) => `POST /v1/templates/${id}/rollback`,
        send: {},
        status: 404,
        body: { code: 'RELEASE_NOT_FOUND' },
      },
      {
        name: 'a key that only reads cannot publish',
        call: ({ id }) => `POST /v1/templates/${id}/publish`,
        key: 'readOnly',
        send: {},
        status: 403,
      },
      {
        name: 'a key of another project does not see the releases',
        call: ({ id }) => `GET /v1/templates/${id}/releases`,
        key: 'b',
        status: 404,
        body: { code: 'TEMPLATE_NOT_FOUND' },
      },
    ])
  })
})
