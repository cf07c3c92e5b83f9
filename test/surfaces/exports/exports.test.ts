import { beforeAll, describe, expect, test } from 'bun:test'
import type { Export } from '../../../src/surfaces/exports/contract.ts'
import { createApiKey } from '../../../src/surfaces/projects/index.ts'
import { readZip } from '../../support/read-zip.ts'
import { type Answer, type Scenario, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

const image = '/cdn/starters/welcome-mark.png'

/** A document with a heading that greets, and an image of ours beside one of another host. */
const document = {
  meta: { title: 'Spring sale', subject: 'Hello' },
  fields: [{ path: 'first_name', type: 'string', required: true, sample: 'Ada' }],
  rows: [
    {
      type: 'section',
      columns: [
        {
          blocks: [
            { type: 'text', text: '<p>Hello {{ first_name | default: "friend" }}</p>' },
            { type: 'image', src: image, alt: 'Mark' },
            { type: 'image', src: 'https://elsewhere.example/foreign.png', alt: 'Foreign' },
          ],
        },
      ],
    },
  ],
}

interface TestDesk extends TestService {
  template: string
  foreign: string
  exportsOnly: string
}

const read = (answer: Answer) => answer.body as Export

function fetchFile(service: TestService, url: string, init?: RequestInit): Promise<Response> {
  return service.handle(new Request(url, init))
}

for (const dialect of dialects) {
  describe(dialect, () => {
    let testService: TestDesk

    beforeAll(async () => {
      const service = await startService({ dialect, listens: true })
      const template = await service.create({ name: 'Spring sale 🌱', type: 'promotional', document })
      const { key } = await service.store.tx((db) =>
        createApiKey(db, { projectId: service.projects.a, name: 'Exporter', scopes: ['exports'] }),
      )
      const made = await ask(service, {
        call: 'POST /v1/export',
        key: service.keys.b,
        send: { html: '<p>b</p>', format: 'html' },
      })
      testService = { ...service, template, foreign: read(made).id, exportsOnly: key }
    })

    const create = (send: object, key?: string) =>
      ask(testService, { call: 'POST /v1/export', send, ...(key ? { key } : {}) })
    const refusals: Scenario<TestDesk>[] = [
      { name: 'no key', call: 'POST /v1/export', key: null, send: {}, status: 401, body: { code: 'UNAUTHORIZED' } },
      {
        name: 'a key without the scope',
        call: 'POST /v1/export',
        key: 'readOnly',
        send: {},
        status: 403,
        body: { code: 'FORBIDDEN' },
      },
      ...[
        ['GET /v1/export'],
        ['GET /v1/export/formats'],
        ['GET /v1/export/exp_x'],
        ['GET /v1/export/exp_x/download'],
        ['DELETE /v1/export/exp_x'],
      ].flatMap(([call = '']): Scenario<TestDesk>[] => [
        { name: `${call} without key`, call, key: null, status: 401, body: { code: 'UNAUTHORIZED' } },
        { name: `${call} without scope`, call, key: 'readOnly', status: 403, body: { code: 'FORBIDDEN' } },
      ]),
    ]
    describe('an export is refused to', () => scenarios(() => testService, refusals))

    describe('a wrong body is refused with the place of the fault:', () => {
      const rows: [name: string, send: unknown, status: number, path: string][] = [
        ['an empty body', {}, 422, '/format'],
        ['a format that is none', { html: 'x', format: 'docx' }, 422, '/format'],
        ['no source', { format: 'html' }, 422, '/template_id'],
        ['two sources', { format: 'html', html: 'x', document }, 422, '/html'],
        ['css alone', { format: 'html', document, css: 'a{}' }, 422, '/css'],
        ['data for html', { format: 'html', html: 'x', data: {} }, 422, '/data'],
        ['data for json', { format: 'json', document, data: {} }, 422, '/data'],
        ['a locale for json', { format: 'json', document, locale: 'de' }, 422, '/locale'],
        ['a locale for html', { format: 'text', html: 'x', locale: 'de' }, 422, '/locale'],
        [
          'packed images without an archive',
          { format: 'html', html: 'x', options: { images: 'zip' } },
          422,
          '/options/images',
        ],
        [
          'an option of a later version',
          { format: 'html', html: 'x', options: { retina: true } },
          422,
          '/options/retina',
        ],
        ['an unknown member', { format: 'html', html: 'x', colour: 1 }, 422, '/colour'],
        ['an id that is none', { format: 'html', template_id: 'tpl_1' }, 422, '/template_id'],
        ['a list without ids', { format: 'html', template_ids: [] }, 422, '/template_ids'],
        [
          'more templates than one call takes',
          {
            format: 'html',
            template_ids: Array.from({ length: 1001 }, (_, i) => `tpl_${String(i).padStart(26, '0')}`),
          },
          422,
          '/template_ids',
        ],
        ['data that is no object', { format: 'html', document, data: [] }, 422, '/data'],
        ['a locale that is none', { format: 'html', document, locale: 'not a locale' }, 422, '/locale'],
        ['NUL in the HTML', { format: 'html', html: 'a\0b' }, 422, '/html'],
        [
          'a broken document',
          { format: 'html', document: { rows: [{ type: 'section', columns: 1 }] } },
          422,
          '/document/rows/0/columns',
        ],
        [
          'missing data under strict',
          { format: 'html', document, data: {}, options: { strict: true } },
          422,
          '/data/first_name',
        ],
      ]
      for (const [name, send, status, path] of rows) {
        test(name, async () => {
          const answer = await create(send as object)
          expect(answer.status).toBe(status)
          const { issues } = answer.body as { issues: { path: string; message: string }[] }
          expect(issues[0]?.path).toBe(path)
        })
      }

      test('and the refused format says which ones there are', async () => {
        const answer = await create({ html: 'x', format: 'docx' })
        expect(answer.text).toContain('html, zip, pdf, png')
      })
    })

    describe('what is not there or not ours is not found:', () => {
      const nobody = `tpl_${'0'.repeat(26)}`
      scenarios<TestDesk>(
        () => testService,
        [
          {
            name: 'a template that does not exist',
            call: 'POST /v1/export',
            send: { template_id: nobody, format: 'html' },
            status: 404,
            body: { code: 'TEMPLATE_NOT_FOUND' },
          },
          {
            name: 'an export that does not exist',
            call: `GET /v1/export/exp_${'0'.repeat(26)}`,
            status: 404,
            body: { code: 'EXPORT_NOT_FOUND' },
          },
          {
            name: 'an id that is none',
            call: 'GET /v1/export/x',
            status: 404,
            body: { code: 'EXPORT_NOT_FOUND' },
          },
          ...(['GET', 'DELETE'] as const).map((method): Scenario<TestDesk> => ({
            name: `${method} of an export of another project`,
            call: ({ foreign }) => `${method} /v1/export/${foreign}`,
            status: 404,
            body: { code: 'EXPORT_NOT_FOUND' },
          })),
          {
            name: 'the download of an export of another project',
            call: ({ foreign }) => `GET /v1/export/${foreign}/download`,
            status: 404,
            body: { code: 'EXPORT_NOT_FOUND' },
          },
          {
            name: 'a wrong method',
            call: ({ foreign }) => `PUT /v1/export/${foreign}`,
            send: {},
            status: 405,
            answers: { allow: /DELETE.*GET|GET.*DELETE/ },
          },
        ],
      )

      test('a template of another project', async () => {
        const answer = await create({ template_id: testService.template, format: 'html' }, 'b')
        expect(answer.status).toBe(404)
        expect(answer.body).toMatchObject({ code: 'TEMPLATE_NOT_FOUND' })
      })
    })

    test('a template becomes an HTML page with its images on the CDN and its merge tags as Liquid', async () => {
      const answer = await create({ template_id: testService.template, format: 'html' })
      expect(answer.status).toBe(200)
      const made = read(answer)
      expect(made).toMatchObject({
        status: 'completed',
        format: 'html',
        template_ids: [testService.template],
        warnings: [],
      })
      expect(made.files).toMatchObject([{ name: 'Spring sale 🌱.html', mime: 'text/html' }])
      expect(made.content).toContain('{{ first_name | default: "friend" }}')
      expect(made.content).toContain(`http://localhost:3009${image}`)
      expect(made.content?.slice(0, 15).toLowerCase()).toBe('<!doctype html>')
      expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(24 * 3_600_000)
      const file = await fetchFile(testService, made.files[0]?.url ?? '')
      expect(file.status).toBe(200)
      expect(await file.text()).toBe(made.content ?? '')
      expect(file.headers.get('content-disposition')).toStartWith('attachment; filename="Spring sale.html"')
    })

    test('data fills the page, and data that misses a field is a warning', async () => {
      const filled = read(await create({ document, format: 'html', data: { first_name: 'Zoë <b>' } }))
      expect(filled.content).toContain('Hello Zoë &lt;b&gt;')
      const empty = read(await create({ document, format: 'text', data: {} }))
      expect(empty.content).toContain('Hello friend')
      expect(empty.warnings).toMatchObject([{ code: 'DATA_INVALID', path: '/data/first_name' }])
    })

    test('text is the plain-text part, json the canonical document', async () => {
      const text = read(await create({ document, format: 'text' }))
      expect(text.files).toMatchObject([{ name: 'Spring sale.txt', mime: 'text/plain' }])
      expect(text.content).not.toContain('<')
      const json = read(await create({ document, format: 'json' }))
      expect(json.files).toMatchObject([{ name: 'Spring sale.json', mime: 'application/json' }])
      expect(JSON.parse(json.content ?? '')).toMatchObject({ schema: 'svc.email/1', meta: { title: 'Spring sale' } })
      const again = read(await create({ document: JSON.parse(json.content ?? ''), format: 'json' }))
      expect(again.content).toBe(json.content ?? '')
    })

    test('a page of the caller goes out as it is, cleaned, with the style sheet at the end of its head', async () => {
      const html = `<!DOCTYPE html>\n<html lang="de" onclick="x()"><head><title>Mine & yours</title><style>b{c:d}</style></head><body bgcolor=red onload="x()">a   b<!-- c --><script>1</script>{{ x }}<img src="${image}"></body></html>`
      const made = read(await create({ html, css: '.a{color:red}', format: 'html' }))
      expect(made.content).toBe(
        [
          '<!DOCTYPE html>',
          '<html lang="de">',
          '<head>',
          '<title>Mine & yours</title>',
          '<style>b{c:d}</style>',
          '<style>\n.a{color:red}\n</style>',
          '</head>',
          '<body bgcolor=red>',
          `a   b<!-- c -->{{ x }}<img src="http://localhost:3009${image}">`,
          '</body>',
          '</html>\n',
        ].join('\n'),
      )
      expect(made.files[0]?.name).toBe('Mine & yours.html')
      const small = read(await create({ html, format: 'html', options: { minify: true } }))
      expect(small.content).toContain('a b{{ x }}')
    })

    test('style sheets go into the attributes when asked, and what cannot is said', async () => {
      const html = '<style>p{color:red}</style><p>{% if a < b %}</p>'
      const made = read(await create({ html, format: 'html', options: { inline_css: true, minify: true } }))
      expect(made.content).toBe('<style>p{color:red}</style><p style="color:red">{% if a < b %}</p>')
      expect(made.warnings).toEqual([])
      const deep = `<style>p{color:red}</style>${'<div>'.repeat(500)}`
      const left = read(await create({ html: deep, format: 'html', options: { inline_css: true } }))
      expect(left.warnings).toMatchObject([{ code: 'CSS_NOT_INLINED' }])
      expect(left.content).toStartWith('<style>p{color:red}</style><div><div>')
    })

    test('images go into the HTML when asked', async () => {
      const made = read(await create({ html: `<img src="${image}">`, format: 'html', options: { images: 'data' } }))
      expect(made.content).toStartWith('<img src="data:image/png;base64,iVBORw0KGgo')
      const mark = '/cdn/social/instagram-c13584.png'
      const marked = read(await create({ html: `<img src="${mark}">`, format: 'html', options: { images: 'data' } }))
      const bytes = await (await fetchFile(testService, `http://localhost${mark}`)).bytes()
      expect(marked.content).toStartWith(`<img src="data:image/png;base64,${bytes.toBase64()}"`)
    })

    test('an archive holds the page, its text and our images under relative addresses, and what there is to know', async () => {
      const made = read(await create({ template_id: testService.template, format: 'zip' }))
      expect(made.content).toBeUndefined()
      expect(made.files).toMatchObject([{ name: 'Spring sale 🌱.zip', mime: 'application/zip' }])
      expect(made.warnings).toMatchObject([{ code: 'IMAGE_NOT_PACKED', path: 'https://elsewhere.example/foreign.png' }])
      const file = await fetchFile(testService, made.files[0]?.url ?? '')
      const bytes = await file.bytes()
      expect(bytes.length).toBe(made.files[0]?.bytes ?? 0)
      const entries = readZip(bytes)
      expect(entries.map(({ name }) => name)).toEqual([
        'index.html',
        'index.txt',
        expect.stringMatching(/^images\/welcome-mark-[0-9a-f]{8}\.png$/),
        'images/missing.png',
        'README.txt',
      ])
      const [page, text, imageFile] = entries
      expect(page?.text).toContain(`src="${imageFile?.name}"`)
      expect(page?.text).toContain('src="images/missing.png"')
      expect(entries.at(-1)?.text).toContain(
        '- IMAGE_NOT_PACKED (https://elsewhere.example/foreign.png): A gray placeholder',
      )
      expect(page?.text).not.toContain('/cdn/')
      expect(text?.text).toContain('Hello')
      expect(imageFile?.content).toEqual(await (await fetchFile(testService, `http://localhost${image}`)).bytes())
    })

    test('every public template becomes an archive that needs nothing from elsewhere', async () => {
      const { body } = await ask(testService, { call: 'GET /v1/templates/public?limit=100' })
      const { data } = body as { data: { id: string; name: string }[] }
      expect(data.length).toBeGreaterThan(0)
      for (const { id, name } of data) {
        const made = read(await create({ template_id: id, format: 'zip' }))
        expect(made.warnings, name).toEqual([])
        const entries = readZip(await (await fetchFile(testService, made.files[0]?.url ?? '')).bytes())
        const page = entries.find((entry) => entry.name === 'index.html')?.text ?? ''
        expect(page, name).not.toContain('/cdn/')
        for (const imageFile of entries.slice(2, -1)) expect(page, name).toContain(imageFile.name)
        expect(entries.at(-1)?.text, name).toContain('Nothing was omitted.')
      }
    })

    test('the same template gives the same archive, byte for byte', async () => {
      const archives = await Promise.all(
        [1, 2].map(async () => {
          const made = read(await create({ template_id: testService.template, format: 'zip' }))
          return (await fetchFile(testService, made.files[0]?.url ?? '')).bytes()
        }),
      )
      expect(archives[0]).toEqual(archives[1] ?? new Uint8Array())
    })

    test('a locale brings its translation, and raw values lose what could run', async () => {
      const translated = {
        meta: { title: 'Greeting' },
        rows: [
          {
            type: 'section',
            columns: [{ blocks: [{ id: 'hello', type: 'text', text: '<p>Hello {{ note | raw }}</p>' }] }],
          },
        ],
        translations: { default: 'en', locales: { de: { 'hello.text': '<p>Guten Tag {{ note | raw }}</p>' } } },
      }
      const data = { note: '<b>Ada</b><script>alert(1)</script>' }
      const { content } = read(await create({ document: translated, format: 'html', locale: 'de', data }))
      expect(content).toContain('Guten Tag')
      expect(content).toContain('<b>Ada</b>')
      expect(content).not.toContain('<script')
    })

    test('several templates have a folder each in an archive, and a file each otherwise', async () => {
      const copies = await Promise.all(
        ['../x', '../x', 'رسالة'].map((name) => testService.create({ name, type: 'other', document })),
      )
      const zip = read(await create({ template_ids: copies, format: 'zip' }))
      const entries = readZip(await (await fetchFile(testService, zip.files[0]?.url ?? '')).bytes())
      const imageFile = expect.stringMatching(/\/images\/welcome-mark-[0-9a-f]{8}\.png$/)
      expect(entries.map(({ name }) => name)).toEqual(
        ['x', 'x (2)', 'رسالة']
          .flatMap((folder) => [
            `${folder}/index.html`,
            `${folder}/index.txt`,
            imageFile,
            `${folder}/images/missing.png`,
          ])
          .concat('README.txt'),
      )
      expect(zip.warnings).toHaveLength(3)
      expect(zip.warnings.map((warning) => warning.template_id)).toEqual(copies)
      const html = read(await create({ template_ids: copies, format: 'html' }))
      expect(html.files.map(({ name }) => name)).toEqual(['x.html', 'x (2).html', 'رسالة.html'])
      expect(html.content).toBeUndefined()
      const named = await ask(testService, {
        call: `GET /v1/export/${html.id}/download?file=${encodeURIComponent('رسالة.html')}`,
      })
      expect(named.status).toBe(200)
      const unnamed = await ask(testService, { call: `GET /v1/export/${html.id}/download` })
      expect(unnamed.body).toMatchObject({ status: 422, issues: [{ path: '/file' }] })
      const wrong = await ask(testService, { call: `GET /v1/export/${html.id}/download?file=none.html` })
      expect(wrong.body).toMatchObject({ status: 404, code: 'FILE_NOT_FOUND' })
    })

    test('an export is read, downloaded, deleted; then it and its links are gone', async () => {
      const made = read(await create({ html: '<p>hello</p>', format: 'html' }, testService.exportsOnly))
      const { content: _content, ...kept } = made
      const got = await ask(testService, { call: `GET /v1/export/${made.id}` })
      expect(got.body).toMatchObject({ ...kept, files: [{ ...kept.files[0], url: expect.any(String) }] })
      const path = `GET /v1/export/${made.id}/download`
      const file = await ask(testService, { call: path })
      expect([file.status, file.text, file.headers.get('content-type')]).toEqual([
        200,
        '<p>hello</p>',
        'text/html; charset=utf-8',
      ])
      expect(file.headers.get('content-disposition')).toStartWith('attachment')
      expect(file.headers.get('cache-control')).toBe('no-store')
      for (const accept of ['text/html', 'text/*;q=0.5', 'image/png, */*;q=0.1', 'application/octet-stream']) {
        expect((await ask(testService, { call: path, headers: { accept } })).status).toBe(200)
      }
      for (const accept of ['application/json', 'text/uri-list', 'text/html;q=0, */*']) {
        const link = await ask(testService, { call: path, headers: { accept } })
        expect(link.status).toBe(303)
        const followed = await fetchFile(testService, link.headers.get('location') ?? '')
        expect(await followed.text()).toBe('<p>hello</p>')
      }
      const deleted = await ask(testService, { call: `DELETE /v1/export/${made.id}` })
      expect([deleted.status, deleted.text]).toEqual([204, ''])
      expect((await ask(testService, { call: `GET /v1/export/${made.id}` })).status).toBe(404)
      expect((await ask(testService, { call: `DELETE /v1/export/${made.id}` })).status).toBe(404)
      expect((await fetchFile(testService, made.files[0]?.url ?? '')).status).toBe(404)
    })

    test('the list goes by pages, newest first, and can be narrowed to a format', async () => {
      const made: string[] = []
      for (const format of ['text', 'html', 'text', 'text']) {
        made.unshift(read(await create({ html: '<p>x</p>', format }, 'b')).id)
      }
      const seen: string[] = []
      let cursor = ''
      do {
        const page = await ask(testService, { call: `GET /v1/export?limit=2&format=text${cursor}`, key: 'b' })
        const { data, page: next } = page.body as {
          data: Export[]
          page: { next_cursor: string | null; has_more: boolean }
        }
        seen.push(...data.map(({ id }) => id))
        expect(next.has_more).toBe(next.next_cursor !== null)
        cursor = next.next_cursor === null ? '' : `&cursor=${encodeURIComponent(next.next_cursor)}`
      } while (cursor !== '')
      expect(seen).toEqual(made.filter((_, index) => index !== 2))
      const mixed = await ask(testService, { call: `GET /v1/export?limit=2&cursor=x`, key: 'b' })
      expect(mixed.body).toMatchObject({ status: 422, code: 'INVALID_CURSOR' })
      const all = await ask(testService, { call: 'GET /v1/export', key: 'b' })
      expect((all.body as { data: Export[] }).data).toHaveLength(5)
    })

    test('the formats are those that work', async () => {
      const { body, status } = await ask(testService, { call: 'GET /v1/export/formats' })
      expect(status).toBe(200)
      const { data } = body as { data: { id: string; kind: string }[] }
      for (const { id, kind } of data) {
        const input = kind === 'format' ? { format: id } : { format: kind === 'client' ? 'eml' : 'esp', target: id }
        const content = id === 'amp' || id === 'mjml' ? { document } : { html: '<p>x</p>' }
        expect([id, (await create({ ...content, ...input })).status]).toEqual([id, 200])
      }
      const ofKind = (wanted: string) => data.filter(({ kind }) => kind === wanted).map(({ id }) => id)
      expect(ofKind('format')).toEqual(['html', 'zip', 'pdf', 'png', 'text', 'json', 'eml', 'amp', 'mjml'])
      expect(ofKind('esp').length).toBeGreaterThan(120)
    })

    test('a repeated call under one Idempotency-Key makes one export', async () => {
      const send = { html: '<p>once</p>', format: 'text' }
      const call = () => ask(testService, { call: 'POST /v1/export', headers: { 'idempotency-key': 'once' }, send })
      const [first, second] = [await call(), await call()]
      expect(read(second)).toEqual(read(first))
      expect(second.headers.get('idempotency-replayed')).toBe('true')
      expect((await fetchFile(testService, read(first).files[0]?.url ?? '')).status).toBe(200)
    })
  })
}
