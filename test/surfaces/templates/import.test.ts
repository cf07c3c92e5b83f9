import { beforeAll, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

const html =
  '<html lang="en"><head><title>News</title></head><body><table width="600" align="center"><tr><td><h1>Hello</h1><p>There is <a href="https://example.com/news">news</a>.</p></td></tr></table></body></html>'
const call = 'POST /v1/templates/import'

interface Imported {
  document: { rows: object[]; meta: { title: string } }
  report: { native_share: number; warnings: { code: string }[] }
  template?: { id: string; source: string; name: string }
}

interface TestImage {
  src: string
  width?: number
}

/** The image blocks below some nodes, in their order. */
function imagesIn(value: unknown): TestImage[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'type' in value && value.type === 'image' ? [value as object as TestImage] : []
  return [...own, ...Object.values(value).flatMap(imagesIn)]
}

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService

    beforeAll(async () => {
      service = await startService({ dialect, listens: true })
    })

    scenarios(
      () => service,
      [
        {
          name: 'answers the document and the report, and stores nothing without a name',
          call,
          send: { html },
          status: 200,
          fires: [],
          body: {
            document: { schema: 'svc.email/1', meta: { title: 'News', lang: 'en' } },
            report: { source: 'html', native_share: 1, words_kept: 1, links_kept: 1, images_kept: 1, warnings: [] },
          },
          then: ({ body }) => expect(body).not.toHaveProperty('template'),
        },
        {
          name: 'compares the document with the source as displayed, on a desktop and a phone',
          call,
          send: { html },
          status: 200,
          body: {
            report: {
              displayed: { words_kept: 1, links_kept: 1, images_kept: 1, views: [{ width: 640 }, { width: 375 }] },
            },
          },
          then: ({ body }) => {
            const { views } = (body as { report: { displayed: { views: { likeness: number }[] } } }).report.displayed
            for (const { likeness } of views) expect(likeness).toBeGreaterThan(0.95)
          },
        },
        {
          name: 'leaves the comparison out where it is not asked for',
          call,
          send: { html, compare: false },
          status: 200,
          then: ({ body }) => expect((body as { report: object }).report).not.toHaveProperty('displayed'),
        },
        {
          name: 'MJML has no display of its own to compare with',
          call,
          send: {
            mjml: '<mjml><mj-body><mj-section><mj-column><mj-text>a</mj-text></mj-column></mj-section></mj-body></mjml>',
          },
          status: 200,
          then: ({ body }) => expect((body as { report: object }).report).not.toHaveProperty('displayed'),
        },
        {
          name: 'makes a template when a name is given, and tells who listens',
          call,
          send: { html, name: 'From elsewhere', type: 'newsletter', folder: 'Old ones', tags: ['old'] },
          status: 200,
          fires: ['template.created'],
          body: { template: { name: 'From elsewhere', type: 'newsletter', source: 'html', tags: ['old'] } },
          answers: { location: /^\/v1\/templates\/tpl_/ },
        },
        {
          name: 'reads long HTML in a worker',
          call,
          send: { html: html.replace('</td>', `${'<p>One more paragraph of this long letter.</p>'.repeat(800)}</td>`) },
          status: 200,
          body: { report: { native_share: 1, words_kept: 1 } },
        },
        {
          name: 'a template made of MJML says what did not come over',
          call: 'POST /v1/templates',
          send: {
            name: 'Included',
            type: 'other',
            mjml: '<mjml><mj-body><mj-include path="/etc/passwd"/><mj-section><mj-column><mj-text>Hi</mj-text></mj-column></mj-section></mj-body></mjml>',
          },
          status: 201,
          body: { name: 'Included', import_report: { source: 'mjml', warnings: [{ code: 'MJML_INCLUDE' }] } },
        },
        {
          name: 'reads MJML',
          call,
          send: {
            mjml: '<mjml><mj-body><mj-section><mj-column><mj-text>Hi</mj-text></mj-column></mj-section></mj-body></mjml>',
            name: 'M',
          },
          status: 200,
          body: { report: { source: 'mjml', native_share: 1 }, template: { source: 'document' } },
        },
        {
          name: 'refuses what is no MJML',
          call,
          send: { mjml: '<p>Hi</p>' },
          status: 422,
          body: { code: 'MJML_INVALID' },
        },
        {
          name: 'keeps nothing that runs',
          call,
          send: {
            html: '<script>alert(1)</script><form onsubmit="x()"><input name="q"></form><p onclick="x()">Hi</p>',
          },
          status: 200,
          then: ({ text }) => expect(text).not.toMatch(/<script|onclick|onsubmit|<input/),
        },
        {
          name: 'refuses a body without an email',
          call,
          send: { name: 'x' },
          status: 422,
          body: { issues: [{ path: '/html' }] },
        },
        {
          name: 'refuses two forms at once',
          call,
          send: { html, design: {} },
          status: 422,
          body: { code: 'VALIDATION_FAILED', issues: [{ path: '/design' }] },
        },
        {
          name: 'refuses a style sheet without HTML',
          call,
          send: { css: 'p{}', design: {} },
          status: 422,
          body: { code: 'VALIDATION_FAILED', issues: [{ path: '/css' }] },
        },
        {
          name: 'refuses what only a template has, without a name',
          call,
          send: { html, tags: ['x'] },
          status: 422,
          body: { issues: [{ path: '/tags' }] },
        },
        {
          name: 'reads the design of another editor',
          call,
          send: {
            design: { body: { rows: [{ columns: [{ contents: [{ type: 'heading', values: { text: 'Hi' } }] }] }] } },
          },
          status: 200,
          body: { report: { source: 'unlayer', native_share: 1, words_kept: 1 } },
        },
        {
          name: 'refuses a design of no known editor',
          call,
          send: { design: { pages: [] } },
          status: 422,
          body: {
            code: 'DESIGN_UNKNOWN',
            issues: [{ path: '/design', message: expect.stringMatching(/body\.rows.*page\.rows.*found "pages"/) }],
          },
        },
        {
          name: 'says at which row a design is of no known editor any more',
          call,
          send: { design: { design: { body: { rows: [{ columns: [] }, { cells: [1], values: {} }] } } } },
          status: 422,
          body: {
            code: 'DESIGN_UNKNOWN',
            issues: [
              { path: '/design/design/body/rows/1/columns', message: expect.stringContaining('"cells", "values"') },
            ],
          },
        },
        {
          name: 'says that a design has no list of rows',
          call,
          send: { design: { page: { rows: 'none' } } },
          status: 422,
          body: {
            code: 'DESIGN_UNKNOWN',
            issues: [{ path: '/design/page/rows', message: expect.stringContaining('Beefree') }],
          },
        },
        {
          name: 'tells which tags of MJML have no counterpart',
          call,
          send: {
            mjml: '<mjml>\n<mj-body>\n<mj-section>\n<mj-column>\n<mj-text>Bread</mj-text>\n</mj-colum>\n</mj-section>\n</mj-body>\n</mjml>',
          },
          status: 200,
          body: {
            report: {
              words_kept: 1,
              warnings: [
                { code: 'MJML_UNBALANCED', line: 4, message: expect.stringContaining('<mj-column>') },
                { code: 'MJML_UNBALANCED', line: 6, message: expect.stringContaining('</mj-colum>') },
              ],
            },
          },
        },
        {
          name: 'refuses a folder that is not there',
          call,
          send: { html, name: 'x', folder: 'fld_01jd7q2v5w8x3y4z6a7b9c0d1f' },
          status: 404,
          body: { code: 'FOLDER_NOT_FOUND' },
        },
        {
          name: 'refuses HTML above its limit',
          call,
          send: { html: 'x'.repeat(2 * 1024 * 1024 + 1) },
          status: 422,
          body: { issues: [{ path: '/html' }] },
        },
        { name: 'wants a key', call, key: null, send: { html }, status: 401 },
      ],
    )

    test('the same call twice makes one template', async () => {
      const headers = { 'idempotency-key': `import-${dialect}` }
      const send = { html, name: 'Once' }
      const first = (await ask(service, { call, headers, send })).body as Imported
      const second = (await ask(service, { call, headers, send })).body as Imported
      expect(second.template?.id).toBe(first.template?.id as string)
    })

    test('creating and updating with HTML gives native blocks', async () => {
      const made = await ask(service, { call: 'POST /v1/templates', send: { name: 'N', type: 'other', html } })
      expect(made).toMatchObject({ status: 201, body: { source: 'html' } })
      const { id } = made.body as { id: string }
      const blocks = async () =>
        (
          (await ask(service, { call: `GET /v1/templates/${id}/blocks` })).body as { blocks: { type: string }[] }
        ).blocks.map(({ type }) => type)
      expect(await blocks()).toContain('heading')
      await ask(service, { call: `PUT /v1/templates/${id}`, send: { html: '<p>Only this</p>' } })
      expect(await blocks()).not.toContain('heading')
    })

    describe('pictures written into it', () => {
      const dot = (color: string) => sharp({ create: { width: 300, height: 60, channels: 3, background: color } }).png()
      const written = async (color: string) =>
        `data:image/png;base64,${(await dot(color).toBuffer()).toString('base64')}`
      const count = async () => ((await ask(service, { call: 'GET /v1/assets/usage' })).body as { count: number }).count
      const codes = ({ report }: Imported) => report.warnings.map(({ code }) => code)

      test('become assets, each once, which the blocks show in their own size', async () => {
        const [red, blue] = [await written('red'), await written('blue')]
        const body = `<table width="600" style="background:url('${blue}')"><tr><td><img src="${red}"></td></tr><tr><td><img src="${red}" width="50"></td></tr></table>`
        const before = await count()
        const answer = await ask(service, { call, send: { html: body, name: `It’s “red” & (${dialect})` } })
        const imported = answer.body as Imported
        expect(imported.report).toMatchObject({ native_share: 1, images_kept: 1 })
        expect(codes(imported)).toEqual(['PICTURES_STORED'])
        expect(answer.text).not.toContain('base64')
        expect(await count()).toBe(before + 2)
        const [{ src: path, ...own } = { src: '' }, small] = imagesIn(imported.document.rows)
        expect(path).toMatch(new RegExp(`^/cdn/ast_\\w+/it-s-red-${dialect}-2\\.png$`))
        expect([own, small]).toMatchObject([{ width: 300 }, { src: path, width: 50 }])
        expect((await service.handle(new Request(`http://localhost${path}`))).headers.get('content-type')).toBe(
          'image/png',
        )
        const { id = '' } = imported.template ?? {}
        const asset = /ast_\w+/.exec(path)?.[0]
        const shown = await ask(service, { call: `GET /v1/assets/${asset}/usage` })
        expect(shown.text).toContain(id)
      })

      test('become assets in MJML, in designs and when a template is replaced', async () => {
        const green = await written('green')
        const mjml = `<mjml><mj-body><mj-section><mj-column><mj-image src="${green}"/></mj-column></mj-section></mj-body></mjml>`
        const made = await ask(service, { call: 'POST /v1/templates', send: { name: 'P', type: 'other', mjml } })
        const { id } = made.body as { id: string }
        expect(made).toMatchObject({
          status: 201,
          body: { import_report: { warnings: [{ code: 'PICTURES_STORED' }] } },
        })
        const saved = await ask(service, { call: `PUT /v1/templates/${id}`, send: { html: `<img src='${green}'>` } })
        expect(saved).toMatchObject({ status: 200, body: { import_report: { images_kept: 1 } } })
        const contents = [{ type: 'image', values: { src: { url: green, width: 300, height: 60 } } }]
        const design = { body: { rows: [{ columns: [{ contents }] }] } }
        const read = await ask(service, { call, send: { design, name: 'D' } })
        expect(read).toMatchObject({ status: 200, body: { report: { images_kept: 1, native_share: 1 } } })
        for (const { text } of [saved, read]) expect(text).not.toContain('base64')
      })

      test('stay where they are when nothing is stored, when the key may not, and when they are none', async () => {
        const html = `<p>Hi</p><img src="${await written('yellow')}">`
        const before = await count()
        const unnamed = (await ask(service, { call, send: { html } })).body as Imported
        expect(codes(unnamed)).toEqual(['KEPT_AS_HTML'])
        const key = (
          (await ask(service, { call: 'POST /v1/api-keys', send: { name: 'T', scopes: ['templates:write'] } }))
            .body as {
            key: string
          }
        ).key
        const refused = (await ask(service, { call, key, send: { html, name: 'R' } })).body as Imported
        expect(codes(refused)).toEqual(['PICTURE_WRITTEN_IN', 'KEPT_AS_HTML'])
        const none = `<img src="data:image/png;base64,${btoa('no picture at all')}">`
        const left = (await ask(service, { call, send: { html: none, name: 'L' } })).body as Imported
        expect(codes(left)).toEqual(['PICTURE_WRITTEN_IN', 'KEPT_AS_HTML'])
        for (const { report } of [unnamed, refused, left]) expect(report).toMatchObject({ images_kept: 1 })
        expect(await count()).toBe(before)
      })
    })

    test('its own HTML changes nothing', async () => {
      const { id } = (await ask(service, { call: 'POST /v1/templates', send: { name: 'Own', type: 'other', html } }))
        .body as { id: string }
      for (const query of ['', '?mode=editor']) {
        const shown = (await ask(service, { call: `GET /v1/templates/${id}/html${query}` })).body as { html: string }
        const saved = await ask(service, { call: `PUT /v1/templates/${id}`, send: { html: shown.html } })
        expect(saved).toMatchObject({ status: 200, body: { revision: 1 } })
      }
    })

    test('its own HTML with another word keeps the instances of modules, and says when one is changed', async () => {
      const section = (id: string, words: string) => ({
        id,
        type: 'section',
        columns: [{ id: `${id}-c`, blocks: [{ id: `${id}-t`, type: 'text', text: `<p>${words}</p>` }] }],
      })
      const module = (
        await ask(service, {
          call: 'POST /v1/modules',
          send: { name: 'Footer', nodes: [section('s', 'Module words')] },
        })
      ).body as { id: string }
      const use = { id: 'use', type: 'module', ref: { id: module.id, version: 'latest' } }
      const document = { meta: { title: 'M' }, rows: [section('own', 'Own words'), use] }
      const { id } = (
        await ask(service, { call: 'POST /v1/templates', send: { name: 'With module', type: 'other', document } })
      ).body as { id: string }
      const shown = (await ask(service, { call: `GET /v1/templates/${id}/html` })).body as { html: string }
      const put = (edited: string) => ask(service, { call: `PUT /v1/templates/${id}`, send: { html: edited } })
      const rows = async () =>
        (
          (await ask(service, { call: `GET /v1/templates/${id}/structured` })).body as {
            document: { rows: { id: string; type: string }[] }
          }
        ).document.rows.map((row) => `${row.id} ${row.type}`)
      const one = await put(shown.html.replace('Own words', 'Other words'))
      expect(one).toMatchObject({ status: 200, body: { import_report: { source: 'svc', warnings: [] } } })
      expect(await rows()).toEqual(['own section', 'use module'])
      const other = await put(shown.html.replace('Module words', 'Changed words'))
      expect(other).toMatchObject({
        status: 200,
        body: { import_report: { warnings: [{ code: 'MODULE_DETACHED', node_id: 'use' }] } },
      })
      expect(await rows()).toEqual(['own section', 's section'])
    })
  })
}
