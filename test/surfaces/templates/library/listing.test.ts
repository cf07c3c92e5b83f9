import { beforeAll, describe, expect, test } from 'bun:test'
import { ask, scenarios } from '../../../support/scenario.ts'
import { type TestService, startService } from '../../../support/service.ts'
import { dialects } from '../../../support/store.ts'

interface Page {
  data: { id: string; name: string; highlights?: Record<string, string> }[]
  page: { next_cursor: string | null; has_more: boolean }
}

const says = (text: string, subject?: string) => ({
  meta: { title: 'T', ...(subject === undefined ? {} : { subject }) },
  rows: [
    { type: 'section', columns: [{ blocks: [{ type: 'text', text: [{ type: 'paragraph', runs: [{ text }] }] }] }] },
  ],
})

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService

    beforeAll(async () => {
      service = await startService({ dialect })
      const make = (name: string, body: object = {}) => service.create({ name, type: 'other', ...body })
      await make('Alpha', { type: 'newsletter', folder: 'North', tags: ['x', 'y'] })
      await make('Beta', { html: '<p>plain</p>', tags: ['y'] })
      await make('Gamma', { type: 'newsletter', folder: 'South' })
      const trashed = await make('Delta')
      await ask(service, { call: `DELETE /v1/templates/${trashed}` })
      await make('Sale of the year')
      await make('Other', { document: says('Our <b>summer</b> sale & more, one year later') })
      await make('News', { document: says('Nothing', 'A sale, this year') })
      await make('Schriften', {
        document: says(
          'Grüße, ÜBER ünïcode; مرحبا بالعالم; これは日本語のメールです; 100% sure_thing "quoted" O\'Neill',
        ),
      })
      await ask(service, { call: 'POST /v1/templates', key: 'b', send: { name: 'Alpha of B', type: 'newsletter' } })
    })

    const names = async (path: string, key = 'a') =>
      ((await ask(service, { call: `GET /v1/templates/${path}`, key })).body as Page).data.map(({ name }) => name)

    test.each([
      ['my?sort=name', ['Alpha', 'Beta', 'Gamma', 'News', 'Other', 'Sale of the year', 'Schriften']],
      ['my?sort=-name&limit=2', ['Schriften', 'Sale of the year']],
      ['my?sort=created_at&limit=3', ['Alpha', 'Beta', 'Gamma']],
      ['my?limit=2', ['Schriften', 'News']],
      ['my?status=trash', ['Delta']],
      ['my?type=newsletter&sort=name', ['Alpha', 'Gamma']],
      ['my?type=newsletter&folder=north', ['Alpha']],
      ['my?folder=Nowhere', []],
      ['my?folder_id=fld_01jd7q2v5w8x3y4z6a7b9c0d1f', []],
      ['my?folder_id=none&sort=name&limit=2', ['Beta', 'News']],
      ['my?tag=y&sort=name', ['Alpha', 'Beta']],
      ['my?tag=%25', []],
      ['my?source=html', ['Beta']],
      ['my?favorite=true', []],
      ['my?owner=key_nobody', []],
      ['my?created_since=2100-01-01T00:00:00.000Z', []],
      ['my?created_until=2100-01-01T00:00:00Z&sort=name&limit=1', ['Alpha']],
      ['my?updated_until=2000-01-01T00:00:00Z', []],
      ['search?q=sale+year', ['Sale of the year', 'News', 'Other']],
      ['search?q=YEAR%20Sale', ['Sale of the year', 'News', 'Other']],
      ['search?q=sale+year+nothing', ['News']],
      ['search?q=sale&sort=name&limit=2', ['News', 'Other']],
      ['search?q=sal&type=newsletter', []],
      ['search?q=umm', ['Other']],
      ['search?q=delta', []],
      ['search?q=delta&status=trash', ['Delta']],
      ...[
        'grüße',
        'grüsse',
        'GRUSSE',
        'unicode uber',
        'o’neill',
        '“quoted”',
        'über',
        'ÜNÏ',
        'U\u0308BER',
        'بالعالم',
        '日本語',
        '日本',
        'メール',
        '%',
        '100%',
        'sure_thing',
        '_',
        '"quoted"',
        '"',
        "o'neill",
        "'",
      ].map((q) => [`search?q=${encodeURIComponent(q)}`, ['Schriften']] as [string, string[]]),
      ['search?q=sumner', ['Other']],
      ['search?q=smumer+sale', ['Other']],
      ['search?q=schrifen', ['Schriften']],
      ['search?q=s_le', []],
      ['search?q=sa%25le', []],
      ['search?q=name:alpha', []],
      ['search?q=alpha*', []],
      ['search?q=alpha&visibility=all', ['Alpha']],
      ['favorites', []],
    ] as [string, string[]][])('%s finds %j', async (path, expected) => {
      expect(await names(path)).toEqual(expected)
    })

    test('a mistyped word is marked where what it meant stands', async () => {
      const { body } = await ask(service, { call: 'GET /v1/templates/search?q=sumner' })
      expect((body as Page).data[0]?.highlights?.['text']).toContain('<mark>summer</mark>')
    })

    test('nobody finds what another project has', async () => {
      expect(await names('my', 'b')).toEqual(['Alpha of B'])
      expect(await names('search?q=alpha', 'b')).toEqual(['Alpha of B'])
      expect(await names('search?q=sale&visibility=all', 'b')).not.toContain('Sale of the year')
    })

    test('public templates are listed for everyone, found by search when asked, and are nobody’s own', async () => {
      const shown = await names('public')
      expect(shown.length).toBeGreaterThan(0)
      expect(await names('public', 'b')).toEqual(shown)
      expect(await names('my?limit=100')).not.toContain(shown[0])
      const word = encodeURIComponent(shown[0] ?? '')
      expect(await names(`search?q=${word}&visibility=public`)).toContain(shown[0] ?? '')
      expect(await names(`search?q=${word}`)).not.toContain(shown[0])
    })

    test('hits are marked in escaped text', async () => {
      const found = async (q: string) =>
        ((await ask(service, { call: `GET /v1/templates/search?q=${encodeURIComponent(q)}` })).body as Page).data.map(
          ({ name, highlights }): Record<string, string> => ({ name, ...highlights }),
        )
      expect(await found('sale')).toEqual([
        { name: '<mark>Sale</mark> of the year' },
        { name: 'News', subject: 'A <mark>sale</mark>, this year', text: 'A <mark>sale</mark>, this year Nothing' },
        { name: 'Other', text: 'Our &lt;b&gt;summer&lt;/b&gt; <mark>sale</mark> &amp; more, one year later' },
      ])
      expect((await found('ünïcode'))[0]?.['text']).toContain('<mark>ünïcode</mark>')
      expect((await found('日本語'))[0]?.['text']).toContain('<mark>日本語</mark>')
      expect((await found('unicode'))[0]?.['text']).toContain('<mark>ünïcode</mark>')
      expect((await found('grusse o’neill'))[0]?.['text']).toContain('<mark>Grüße</mark>')
      expect((await found('o’neill'))[0]?.['text']).toContain('<mark>O&#39;Neill</mark>')
    })

    test('pages lead through the whole list, also when templates come in between', async () => {
      const seen: string[] = []
      let cursor: string | null = null
      let added = 0
      do {
        const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const { body } = await ask(service, { call: `GET /v1/templates/my?type=newsletter&limit=1${query}` })
        const { data, page } = body as Page
        seen.push(...data.map(({ name }) => name))
        cursor = page.next_cursor
        expect(page.has_more).toBe(cursor !== null)
        if (added++ < 2) await service.create({ name: `Late ${added}`, type: 'newsletter' })
      } while (cursor !== null)
      expect(seen).toEqual(['Gamma', 'Alpha'])
    })

    test('a cursor is good for its own list only', async () => {
      const first = (await ask(service, { call: 'GET /v1/templates/my?limit=1' })).body as Page
      const cursor = encodeURIComponent(first.page.next_cursor ?? '')
      for (const [path, key] of [
        [`my?limit=1&sort=name&cursor=${cursor}`, 'a'],
        [`my?limit=1&type=other&cursor=${cursor}`, 'a'],
        [`public?limit=1&cursor=${cursor}`, 'a'],
        [`my?limit=1&cursor=${cursor}`, 'b'],
        [`my?cursor=${cursor}x`, 'a'],
        ['my?cursor=nonsense', 'a'],
      ] as const) {
        expect(await ask(service, { call: `GET /v1/templates/${path}`, key })).toMatchObject({
          status: 422,
          body: { code: 'INVALID_CURSOR' },
        })
      }
      expect((await ask(service, { call: `GET /v1/templates/my?limit=3&cursor=${cursor}` })).status).toBe(200)
    })

    test('counts say what each choice would find', async () => {
      const counts = (query: string) => ask(service, { call: `GET /v1/templates/filter-counts?${query}` })
      const { body } = await counts('tag=y')
      expect(body).toMatchObject({
        total: 2,
        types: [
          { value: 'newsletter', count: 1 },
          { value: 'other', count: 1 },
        ],
        owners: [{ kind: 'api_key', name: 'Everything', count: 2 }],
        favorite: { true: 0, false: 2 },
        tags: [
          { value: 'y', count: 2 },
          { value: 'x', count: 1 },
        ],
        sources: [
          { value: 'document', count: 1 },
          { value: 'html', count: 1 },
        ],
        status: { active: 2, trash: 0, draft: 0, published: 2, scheduled: 0, changed: 0, in_review: 0 },
      })
      expect((body as { folders: object[] }).folders).toContainEqual(
        expect.objectContaining({ name: 'North', count: 1 }),
      )
      expect((await counts('q=sale')).body).toMatchObject({ total: 3 })
      expect((await counts('status=trash')).body).toMatchObject({ total: 1, status: { trash: 1 } })
      expect((await counts('visibility=public')).body).toMatchObject({ owners: [{ kind: 'system', id: 'svc' }] })
    })

    scenarios(
      () => service,
      [
        'my?limit=0',
        'my?limit=101',
        'my?limit=ten',
        'my?sort=size',
        'my?status=gone',
        'my?type=letter',
        'my?favorite=maybe',
        'my?folder_id=tpl_01jd7q2v5w8x3y4z6a7b9c0d1f',
        'my?created_since=yesterday',
        'my?tag=',
        'my?tag=a&tag=&tag=b',
        'my?q=x',
        'public?status=trash',
        'favorites?favorite=false',
        'search',
        'search?q=',
        'search?q=%20%20',
        'search?q=a%01b',
        `search?q=${'x'.repeat(201)}`,
        'search?q=x&visibility=theirs',
      ].map((path) => ({
        name: `${path.slice(0, 60)} is refused`,
        call: `GET /v1/templates/${path}`,
        status: 422,
        body: { code: 'VALIDATION_FAILED' },
      })),
    )
  })
}
