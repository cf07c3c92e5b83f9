/** Every list: its sorts, its pages in both directions, and filters that repeat. */
import { describe, expect, test } from 'bun:test'
import { type Answer, ask, scenarios } from '../support/scenario.ts'
import { type TestService, startService } from '../support/service.ts'
import { dialects } from '../support/store.ts'

interface Page {
  data: Record<string, unknown>[]
  page: { next_cursor: string | null }
}

interface List {
  path: (at: Places) => string
  /** The sort without the parameter. */
  usual: string
  sorts: readonly string[]
  /** Members by which rows are told apart. */
  key: string
}

type Places = Record<'folder' | 'template' | 'released' | 'module' | 'webhook' | 'connection', string>

const created = ['created_at', '-created_at']
const named = ['name', '-name', ...created, 'updated_at', '-updated_at']

const lists: Record<string, List> = {
  templates: { path: () => '/v1/templates/my', usual: '-updated_at', sorts: named, key: 'id' },
  'templates of a folder': {
    path: ({ folder }) => `/v1/folders/${folder}/templates`,
    usual: '-updated_at',
    sorts: named,
    key: 'id',
  },
  folders: { path: () => '/v1/folders?view=flat', usual: 'name', sorts: named, key: 'id' },
  modules: { path: () => '/v1/modules', usual: 'name', sorts: named, key: 'id' },
  'versions of a module': {
    path: ({ module }) => `/v1/modules/${module}/versions`,
    usual: '-version',
    sorts: ['version', '-version'],
    key: 'version',
  },
  'versions of a template': {
    path: ({ template }) => `/v1/templates/${template}/versions`,
    usual: '-number',
    sorts: ['number', '-number'],
    key: 'id',
  },
  'releases of a template': {
    path: ({ released }) => `/v1/templates/${released}/releases`,
    usual: '-number',
    sorts: ['number', '-number'],
    key: 'number',
  },
  'reviews of a template': {
    path: ({ released }) => `/v1/templates/${released}/reviews`,
    usual: '-created_at',
    sorts: created,
    key: 'id',
  },
  'comments on a template': {
    path: ({ released }) => `/v1/templates/${released}/comments`,
    usual: '-created_at',
    sorts: created,
    key: 'id',
  },
  'links to the reviews of a template': {
    path: ({ released }) => `/v1/templates/${released}/review-links`,
    usual: '-created_at',
    sorts: created,
    key: 'id',
  },
  assets: { path: () => '/v1/assets', usual: '-created_at', sorts: [...created, 'name', '-name'], key: 'id' },
  exports: { path: () => '/v1/export', usual: '-created_at', sorts: created, key: 'id' },
  batches: { path: () => '/v1/verify/jobs', usual: '-created_at', sorts: created, key: 'job_id' },
  webhooks: { path: () => '/v1/webhooks', usual: 'created_at', sorts: created, key: 'id' },
  deliveries: {
    path: ({ webhook }) => `/v1/webhooks/${webhook}/deliveries`,
    usual: '-created_at',
    sorts: created,
    key: 'id',
  },
  connections: { path: () => '/v1/connections', usual: 'created_at', sorts: created, key: 'id' },
  pushes: {
    path: ({ connection }) => `/v1/connections/${connection}/pushes`,
    usual: '-created_at',
    sorts: created,
    key: 'id',
  },
  'API keys': { path: () => '/v1/api-keys', usual: 'created_at', sorts: created, key: 'id' },
  projects: { path: () => '/v1/projects', usual: 'created_at', sorts: created, key: 'id' },
}

const textOf = (text: string) => ({ id: 't', type: 'text', text })
const rows = (text: string) => [
  { id: 's', type: 'section', columns: [{ id: 'c', type: 'column', blocks: [textOf(text)] }] },
]
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Three rows or more of each list. */
async function fill(service: TestService): Promise<Places> {
  const post = async (path: string, send: unknown, method = 'POST') => {
    const answer = await ask(service, { call: `${method} ${path}`, send })
    expect({ path, status: answer.status < 300 ? 'done' : answer.body }).toEqual({ path, status: 'done' })
    return answer.body as { id: string }
  }
  const { id: folder } = await post('/v1/folders', { name: 'b' })
  await post('/v1/folders', { name: 'C' })
  await post('/v1/folders', { name: 'a', parent_id: folder })
  let template = ''
  let released = ''
  let module = ''
  for (const [index, name] of ['b', 'C', 'a'].entries()) {
    const tags = [['x'], ['x', 'y'], ['y']][index]
    const types = ['other', 'newsletter', 'promotional']
    const body = { name, type: types[index], folder, tags, html: `<p>${name}</p>` }
    ;({ id: template } = await post('/v1/templates', body))
    if (released === '') released = template
    ;({ id: module } = await post('/v1/modules', { name, nodes: rows(name) }))
    await post('/v1/export', { template_id: template, format: index === 1 ? 'html' : 'text' })
    await post('/v1/webhooks', { url: `https://example.com/${name}`, events: ['export.failed'] })
    await post('/v1/verify/batch', { emails: [`${name}@example.com`] })
    await post('/v1/api-keys', { name, scopes: ['exports'] })
    await post('/v1/projects', { name })
    const credentials = { api_key: `${String(index).repeat(32)}-us21` }
    await post('/v1/connections', { provider: 'mailchimp', name, credentials })
    const form = new FormData()
    form.set('file', new File([png, name], `${name}.png`, { type: 'image/png' }))
    for (const tag of tags ?? []) form.append('tags', tag)
    const headers = { 'svc-api-auth': service.keys.a }
    const sent = await service.handle(
      new Request('http://localhost/v1/assets', { method: 'POST', headers, body: form }),
    )
    expect(sent.status).toBe(201)
  }
  for (const text of ['two', 'three']) {
    await post(`/v1/modules/${module}`, { nodes: rows(text) }, 'PUT')
    await post(`/v1/templates/${template}/versions`, { label: text })
  }
  const { id: webhook } = await post('/v1/webhooks', { url: 'https://example.com/w', events: ['template.created'] })
  const { id: connection } = await post('/v1/connections', {
    provider: 'mailchimp',
    name: 'd',
    credentials: { api_key: `${'4'.repeat(32)}-us21` },
  })
  for (let count = 0; count < 3; count++) {
    await post(`/v1/templates/${released}/reviews`, { note: `Review ${count}` })
    await post(`/v1/templates/${released}/comments`, { text: `Comment ${count}` })
    await post(`/v1/templates/${released}/review-links`, { name: `Reviewer ${count}` })
    await post(`/v1/templates/${released}/publish`, {})
    await post(`/v1/webhooks/${webhook}/test`, {})
    await post(`/v1/connections/${connection}/push`, { template_id: template })
  }
  return { folder, template, released, module, webhook, connection }
}

for (const dialect of dialects) {
  const service = await startService({ dialect, environment: { SVC_RUN_JOBS: 'false' } })
  const places = await fill(service)

  describe(dialect, () => {
    const read = async (path: string): Promise<Page> => {
      const answer: Answer = await ask(service, { call: `GET ${path}` })
      expect({ path, status: answer.status, body: answer.status === 200 ? '' : answer.body }).toEqual({
        path,
        status: 200,
        body: '',
      })
      return answer.body as Page
    }

    test.each(Object.entries(lists))('%s: every sort is that of its member, in pages too', async (_, list) => {
      const path = list.path(places)
      const at = (query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`
      const keysOf = ({ data }: Page) => data.map((row) => row[list.key])
      const whole = async (query: string) => keysOf(await read(at(`limit=100${query}`)))
      const usual = await whole('')
      expect(usual.length).toBeGreaterThanOrEqual(3)
      expect(await whole(`&sort=${list.usual}`)).toEqual(usual)
      for (const sort of list.sorts) {
        const sorted = await whole(`&sort=${sort}`)
        const other = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
        expect({ sort, keys: (await whole(`&sort=${other}`)).toReversed() }).toEqual({ sort, keys: sorted })
        const { data } = await read(at(`limit=100&sort=${sort}`))
        const member = sort.replace('-', '')
        const values = data.map((row) =>
          member === 'name' ? String(row['name']).toLowerCase() : row[member],
        ) as string[]
        const inOrder = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect({ sort, values }).toEqual({ sort, values: sort.startsWith('-') ? inOrder.toReversed() : inOrder })
        const paged: unknown[] = []
        for (let cursor: string | null = ''; cursor !== null;) {
          const next: Page = await read(at(`limit=2&sort=${sort}${cursor === '' ? '' : `&cursor=${cursor}`}`))
          paged.push(...keysOf(next))
          cursor = next.page.next_cursor
        }
        expect({ sort, paged }).toEqual({ sort, paged: sorted })
      }
      const { page } = await read(at(`limit=1&sort=${list.sorts[0]}`))
      const elsewhere = await ask(service, { call: `GET ${at(`sort=${list.sorts[1]}&cursor=${page.next_cursor}`)}` })
      expect(elsewhere.body).toMatchObject({ code: 'INVALID_CURSOR' })
      const unknown = await ask(service, { call: `GET ${at('sort=color')}` })
      expect(unknown.body).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: '/sort' }] })
    })

    const names = (expected: string[]) => (answer: Answer) =>
      expect((answer.body as Page).data.map((row) => String(row['name']).replace('.png', '')).toSorted()).toEqual(
        expected,
      )
    const count = (expected: number) => (answer: Answer) => expect((answer.body as Page).data).toHaveLength(expected)

    scenarios<TestService>(service, [
      { name: 'one tag', call: 'GET /v1/templates/my?tag=x', status: 200, then: names(['C', 'b']) },
      { name: 'two tags: all of them', call: 'GET /v1/templates/my?tag=x&tag=y', status: 200, then: names(['C']) },
      {
        name: 'two tags, with any',
        call: 'GET /v1/templates/my?tag=x&tag=y&tag_match=any',
        status: 200,
        then: names(['C', 'a', 'b']),
      },
      {
        name: 'templates of either type with a tag',
        call: 'GET /v1/templates/my?type=other&type=newsletter&tag=y',
        status: 200,
        then: names(['C']),
      },
      {
        name: 'folders of templates by id and none',
        call: `GET /v1/templates/my?folder_id=none&folder_id=${places.folder}`,
        status: 200,
        then: names(['C', 'a', 'b']),
      },
      {
        name: 'folders of templates by name',
        call: 'GET /v1/templates/search?q=a&folder=b&folder=nowhere',
        status: 200,
        then: names(['a']),
      },
      {
        name: 'a value that is not among the words is named by its parameter',
        call: 'GET /v1/templates/my?type=poster',
        status: 422,
        body: { issues: [{ path: '/type', message: expect.stringContaining('newsletter') }] },
      },
      {
        name: 'of several values the wrong one is named',
        call: 'GET /v1/templates/my?type=other&type=poster',
        status: 422,
        body: { issues: [{ path: '/type/1' }] },
      },
      {
        name: 'more values than the limit are refused',
        call: `GET /v1/templates/my?${Array.from({ length: 51 }, () => 'tag=x').join('&')}`,
        status: 422,
        body: { issues: [{ path: '/tag' }] },
      },
      { name: 'assets with all tags', call: 'GET /v1/assets?tag=x&tag=y', status: 200, then: names(['C']) },
      {
        name: 'assets with one of two tags',
        call: 'GET /v1/assets?tag=x&tag=y&tag_match=any&kind=image&mime=image/png&mime=image/gif',
        status: 200,
        then: names(['C', 'a', 'b']),
      },
      { name: 'exports by format', call: 'GET /v1/export?format=html', status: 200, then: count(1) },
      { name: 'exports by two formats', call: 'GET /v1/export?format=html&format=text', status: 200, then: count(3) },
      {
        name: 'exports by template',
        call: `GET /v1/export?template_id=${places.template}`,
        status: 200,
        body: { data: [{ template_ids: [expect.stringContaining('tpl_')] }] },
        then: count(1),
      },
      { name: 'exports by status', call: 'GET /v1/export?status=completed', status: 200, then: count(3) },
      { name: 'exports that run', call: 'GET /v1/export?status=queued&status=running', status: 200, then: count(0) },
      {
        name: 'exports by time',
        call: 'GET /v1/export?created_since=2020-01-01T00:00:00Z&created_until=2999-01-01T00:00:00Z',
        status: 200,
        then: count(3),
      },
      {
        name: 'exports before a time',
        call: 'GET /v1/export?created_until=2020-01-01T00:00:00Z',
        status: 200,
        then: count(0),
      },
      { name: 'batches by the word of jobs', call: 'GET /v1/verify/jobs?status=queued', status: 200, then: count(3) },
      {
        name: 'batches by their own words',
        call: 'GET /v1/verify/jobs?status=pending&status=completed',
        status: 200,
        body: { data: [{ status: 'pending' }, { status: 'pending' }, { status: 'pending' }] },
      },
      {
        name: 'deliveries by the word of jobs, type and time',
        call: `GET /v1/webhooks/${places.webhook}/deliveries?status=queued&type=webhook.test&created_since=2020-01-01T00:00:00Z`,
        status: 200,
        then: count(3),
      },
      {
        name: 'deliveries since a time, as earlier',
        call: `GET /v1/webhooks/${places.webhook}/deliveries?since=2999-01-01T00:00:00Z`,
        status: 200,
        then: count(0),
      },
      {
        name: 'pushes by status and template',
        call: `GET /v1/connections/${places.connection}/pushes?status=queued&template_id=${places.template}`,
        status: 200,
        then: count(3),
      },
      {
        name: 'folders in a folder',
        call: `GET /v1/folders?parent_id=${places.folder}`,
        status: 200,
        body: { data: [{ name: 'a', path: ['b', 'a'] }] },
        then: count(1),
      },
      { name: 'folders at the root', call: 'GET /v1/folders?parent_id=none', status: 200, then: names(['C', 'b']) },
      {
        name: 'modules by time',
        call: 'GET /v1/modules?created_since=2999-01-01T00:00:00Z',
        status: 200,
        then: count(0),
      },
      { name: 'enabled webhooks', call: 'GET /v1/webhooks?enabled=true', status: 200, then: count(4) },
      { name: 'disabled webhooks', call: 'GET /v1/webhooks?enabled=false', status: 200, then: count(0) },
      {
        name: 'templates of a folder by status',
        call: `GET /v1/folders/${places.folder}/templates?status=published`,
        status: 200,
        then: names(['C', 'a', 'b']),
      },
      {
        name: 'templates of a folder in the trash',
        call: `GET /v1/folders/${places.folder}/templates?status=trash`,
        status: 200,
        then: count(0),
      },
      { name: 'favorites by status', call: 'GET /v1/templates/favorites?status=draft', status: 200, then: count(0) },
    ])

    test('releases and reviews by state, in pages too', async () => {
      const at = `/v1/templates/${places.template}`
      const send = async (call: string, body: object) =>
        expect((await ask(service, { call, send: body })).status).toBeLessThan(300)
      await send(`PUT /v1/projects/${service.projects.a}`, { publishing: 'by_hand' })
      for (let count = 0; count < 3; count++) await send(`POST ${at}/publish`, { note: 'Live' })
      const inAnHour = new Date(service.store.read.nowMs() + 3_600_000).toISOString()
      for (let count = 0; count < 2; count++) await send(`POST ${at}/publish`, { publish_at: inAnHour })
      for (let count = 0; count < 2; count++) await send(`POST ${at}/reviews`, {})
      const states = async (query: string) => (await read(`${at}/${query}`)).data.map(({ state }) => state)
      expect(await states('releases?state=scheduled')).toEqual(['scheduled'])
      expect(await states('releases?state=cancelled&state=scheduled')).toEqual(['scheduled', 'cancelled'])
      expect(await states('reviews?state=pending')).toEqual(['pending'])
      expect(await states('reviews?state=cancelled')).toEqual(['cancelled'])
      expect(await states('reviews?state=rejected&state=approved')).toEqual([])
      const first = await read(`${at}/releases?state=published&limit=2`)
      const cursor = first.page.next_cursor ?? ''
      expect(first.data).toHaveLength(2)
      expect((await read(`${at}/releases?state=published&limit=2&cursor=${cursor}`)).data).toHaveLength(1)
      const elsewhere = await ask(service, { call: `GET ${at}/releases?limit=2&cursor=${cursor}` })
      expect(elsewhere.body).toMatchObject({ code: 'INVALID_CURSOR' })
    })
  })
}
