/** The library of assets on both dialects: every operation, every refusal. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { animation, bytesOf, photo } from '../../email/image/images.ts'
import { ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { formOf, sendAsset, sendFile } from './send-file.ts'

interface Assets extends TestService {
  /** Ids of assets of the first project. */
  ids: { photo: string; text: string; used: string; inModule: string; free: string }
}

const unknown = 'ast_01kah3zqpfx9y8w7v6t5s4r3q2'

describe.each(dialects)('assets on %s', (dialect) => {
  let service: Assets
  let image: Uint8Array
  let form: { type: string; bytes: Uint8Array }

  beforeAll(async () => {
    const started = await startService({ dialect })
    image = await bytesOf(photo().jpeg())
    form = await formOf({ bytes: await bytesOf(photo(31, 17).png()), fileName: 'form.png' })
    const send = async (bytes: Uint8Array | string, fileName: string, fields: [string, string][] = []) =>
      (await sendAsset(started, { bytes, fileName, fields })).id
    const ids = {
      photo: await send(image, 'Café & Küche.jpg', [
        ['alt', 'A kitchen'],
        ['folder', 'Spring/Heroes'],
        ['tags', 'spring'],
        ['tags', 'hero, wide'],
      ]),
      text: await send('plain text, nothing more', 'note.txt', [['folder', 'Springtime']]),
      used: await send(await bytesOf(photo(20, 20).png()), 'used.png'),
      inModule: await send(await bytesOf(photo(21, 20).png()), 'module.png'),
      free: await send(await bytesOf(photo(22, 20).png()), 'free.png'),
    }
    service = { ...started, ids }
    const block = (id: string) => ({ type: 'image', src: `/cdn/${id}/used.png`, alt: 'x' })
    const rows = (id: string) => [{ type: 'section', columns: [{ blocks: [block(id)] }] }]
    await started.create({ name: 'Shows it', type: 'other', document: { rows: rows(ids.used) } })
    await ask(service, { call: 'POST /v1/modules', send: { name: 'Header', nodes: rows(ids.inModule) } })
  })

  const at =
    (id: keyof Assets['ids'], rest = '') =>
    (each: Assets) =>
      `/v1/assets/${each.ids[id]}${rest}`

  scenarios(
    () => service,
    [
      {
        name: 'an upload is answered with what was found in it',
        call: 'POST /v1/assets',
        headers: () => ({ 'content-type': form.type }),
        get send() {
          return new Blob([form.bytes.slice()])
        },
        status: 201,
        body: { name: 'form.png', kind: 'image', mime: 'image/png', width: 31, height: 17, tags: [], folder: null },
        answers: { location: /^\/v1\/assets\/ast_/ },
        then: ({ body }) => {
          const { placeholder, url, id } = body as { placeholder: string; url: string; id: string }
          expect(placeholder).toStartWith('data:image/png;base64,')
          expect(url).toEndWith(`/cdn/${id}/form.png`)
        },
      },
      {
        name: 'the same bytes again are the same asset',
        call: 'POST /v1/assets',
        headers: () => ({ 'content-type': form.type }),
        get send() {
          return new Blob([form.bytes.slice()])
        },
        status: 200,
        body: { name: 'form.png' },
      },
      {
        name: 'an asset is shown whole',
        call: (each) => `GET ${at('photo')(each)}`,
        status: 200,
        body: {
          name: 'Café & Küche.jpg',
          mime: 'image/jpeg',
          width: 200,
          height: 120,
          alt: 'A kitchen',
          folder: 'Spring/Heroes',
          tags: ['spring', 'hero, wide'],
          revision: 1,
        },
        answers: { etag: '"1"' },
      },
      { name: 'needs a key', call: 'GET /v1/assets', key: null, status: 401 },
      { name: 'and its scope', call: 'GET /v1/assets', key: 'readOnly', status: 403, body: { code: 'FORBIDDEN' } },
      {
        name: 'another project does not see it',
        call: (each) => `GET ${at('photo')(each)}`,
        key: 'b',
        status: 404,
        body: { code: 'ASSET_NOT_FOUND' },
      },
      { name: 'nor change it', call: (each) => `PUT ${at('photo')(each)}`, key: 'b', send: { alt: 'x' }, status: 404 },
      { name: 'nor delete it', call: (each) => `DELETE ${at('photo')(each)}?force=true`, key: 'b', status: 404 },
      { name: 'nor see what shows it', call: (each) => `GET ${at('photo', '/usage')(each)}`, key: 'b', status: 404 },
      { name: 'one that is not there', call: `GET /v1/assets/${unknown}`, status: 404 },
      { name: 'what is no id', call: 'GET /v1/assets/..%2fetc', status: 404, body: { code: 'ASSET_NOT_FOUND' } },
      {
        name: 'it is described anew',
        call: (each) => `PUT ${at('photo')(each)}`,
        headers: { 'if-match': '"1"' },
        send: { alt: null, tags: ['autumn'], focal_point: { x: 0.25, y: 1 }, name: '../../etc/passwd' },
        status: 200,
        body: {
          name: 'passwd',
          tags: ['autumn'],
          focal_point: { x: 0.25, y: 1 },
          folder: 'Spring/Heroes',
          revision: 2,
        },
        answers: { etag: '"2"' },
        then: ({ body }) => expect(body).not.toHaveProperty('alt'),
      },
      {
        name: 'but not from an older revision',
        call: (each) => `PUT ${at('photo')(each)}`,
        headers: { 'if-match': '"1"' },
        send: { alt: 'x' },
        status: 412,
        body: { code: 'PRECONDITION_FAILED', revision: 2 },
      },
      {
        name: 'nor with nonsense',
        call: (each) => `PUT ${at('photo')(each)}`,
        send: { focal_point: { x: 2, y: 0 }, folder: '/a', tags: ['x', 'x'], size: 7 },
        status: 422,
        body: { code: 'VALIDATION_FAILED' },
        then: ({ body }) =>
          expect((body as { issues: { path: string }[] }).issues.map(({ path }) => path).toSorted()).toEqual([
            '/focal_point/x',
            '/folder',
            '/size',
            '/tags',
          ]),
      },
      {
        name: 'nor with other bytes',
        call: (each) => `PUT ${at('photo')(each)}`,
        send: { alt: 'Other', bytes: 7 },
        status: 422,
        body: { code: 'VALIDATION_FAILED', issues: [{ path: '/bytes' }] },
      },
      { name: 'nor with nothing', call: (each) => `PUT ${at('photo')(each)}`, send: {}, status: 422 },
      {
        name: 'what shows an asset is listed',
        call: (each) => `GET ${at('used', '/usage')(each)}`,
        status: 200,
        body: { data: [{ kind: 'template', name: 'Shows it' }], page: { has_more: false } },
      },
      {
        name: 'modules too',
        call: (each) => `GET ${at('inModule', '/usage')(each)}`,
        status: 200,
        body: { data: [{ kind: 'module', name: 'Header' }] },
      },
      {
        name: 'it is not deleted under them',
        call: (each) => `DELETE ${at('used')(each)}`,
        status: 409,
        body: { code: 'ASSET_IN_USE', templates: 1, modules: 0 },
      },
      {
        name: 'nor under a module',
        call: (each) => `DELETE ${at('inModule')(each)}`,
        status: 409,
        body: { code: 'ASSET_IN_USE', templates: 0, modules: 1 },
      },
      {
        name: 'many are deleted each by itself',
        call: 'POST /v1/assets/bulk/delete',
        get send() {
          return { ids: [service.ids.free, service.ids.used, unknown, service.ids.free] }
        },
        status: 200,
        then: ({ body }) =>
          expect(body).toMatchObject({
            results: [
              { ok: true },
              { error: { code: 'ASSET_IN_USE' } },
              { error: { code: 'ASSET_NOT_FOUND' } },
              { ok: true },
            ],
          }),
      },
      { name: 'then it is gone', call: (each) => `GET ${at('free')(each)}`, status: 404 },
      { name: 'unless it is forced', call: (each) => `DELETE ${at('used')(each)}?force=true`, status: 204 },
      {
        name: 'lists are filtered by folder and what is below it, and by nothing that only begins so',
        call: 'GET /v1/assets?folder=Spring',
        status: 200,
        then: ({ body }) => expect((body as { data: object[] }).data).toMatchObject([{ folder: 'Spring/Heroes' }]),
      },
      {
        name: 'by kind, type, tag and words in any case',
        call: 'GET /v1/assets?kind=image&mime=image/jpeg&tag=autumn&q=PASS%20autumn',
        status: 200,
        then: ({ body }) => expect((body as { data: object[] }).data).toHaveLength(1),
      },
      {
        name: 'words are no patterns',
        call: 'GET /v1/assets?q=%25',
        status: 200,
        then: ({ body }) => expect((body as { data: object[] }).data).toHaveLength(0),
      },
      { name: 'a filter that is none is refused', call: 'GET /v1/assets?colour=red', status: 422 },
      {
        name: 'a cursor of another list too',
        call: 'GET /v1/assets?cursor=abc',
        status: 422,
        body: { code: 'INVALID_CURSOR' },
      },
      {
        name: 'a form without a file',
        call: 'POST /v1/assets',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        send: '--x\r\nContent-Disposition: form-data; name="alt"\r\n\r\nhello\r\n--x--\r\n',
        status: 422,
        body: { issues: [{ path: '/file' }] },
      },
      { name: 'no form at all', call: 'POST /v1/assets', send: { file: 'x' }, status: 415 },
      {
        name: 'without an address to upload to',
        call: 'POST /v1/assets/uploads',
        send: { bytes: 10 },
        status: 501,
        body: { code: 'NOT_CONFIGURED' },
      },
      {
        name: 'nothing to complete',
        call: `POST /v1/assets/uploads/${unknown}/complete`,
        send: { name: 'x' },
        status: 404,
        body: { code: 'UPLOAD_NOT_FOUND' },
      },
    ],
  )

  test('pages hold everything once, whatever the order, and names sort whatever their case', async () => {
    for (const [index, name] of ['b.txt', 'A.txt', 'c.txt', 'a.txt'].entries())
      await sendAsset(service, { bytes: `page ${index}`, fileName: name, fields: [['folder', 'Pages']] })
    for (const sort of ['created_at', '-created_at', 'name', '-name']) {
      const names: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const more: string = cursor === '' ? '' : `&cursor=${cursor}`
        const { body } = await ask(service, { call: `GET /v1/assets?folder=Pages&limit=2&sort=${sort}${more}` })
        const { data, page } = body as { data: { name: string }[]; page: { next_cursor: string | null } }
        names.push(...data.map((each) => each.name))
        cursor = page.next_cursor
      }
      if (sort.endsWith('created_at')) {
        const expected = ['b.txt', 'A.txt', 'c.txt', 'a.txt']
        expect(names).toEqual(sort.startsWith('-') ? expected.toReversed() : expected)
      } else {
        const folded = names.map((each) => each.toLowerCase())
        expect(folded).toEqual(sort === 'name' ? folded.toSorted() : folded.toSorted().toReversed())
      }
      expect(new Set(names).size).toBe(4)
    }
  })

  test('its address is answered, until it is deleted', async () => {
    const asset = await sendAsset(service, { bytes: await bytesOf(photo(64, 32).png()), fileName: 'public.png' })
    const get = async (query: string) =>
      service.handle(new Request(`http://localhost${new URL(asset.url).pathname}${query}`))
    for (const query of ['', '?w=30', '?w=30']) expect((await get(query)).headers.get('content-type')).toBe('image/png')
    await ask(service, { call: `DELETE /v1/assets/${asset.id}` })
    expect((await get('?w=30')).status).toBe(404)
  })

  test('a call repeated under its key has one effect and the same answer', async () => {
    const bytes = 'sent twice'
    const send = () =>
      sendFile(service, { bytes, fileName: 'once.txt', headers: { 'idempotency-key': `once-${dialect}` } })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    const other = await sendFile(service, { bytes: 'else', headers: { 'idempotency-key': `once-${dialect}` } })
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
  })

  test('usage follows documents: saved, changed, trashed, erased', async () => {
    const asset = await sendAsset(service, { bytes: await animation('gif'), fileName: 'moving.gif' })
    const text = `<p>hello</p><img src="https://cdn.example.com/cdn/${asset.id}/moving.gif?w=100">`
    const id = await service.create({ name: 'By hand', type: 'other', html: text })
    const uses = async () =>
      ((await ask(service, { call: `GET /v1/assets/${asset.id}/usage` })).body as { data: object[] }).data.length
    expect(await uses()).toBe(1)
    await ask(service, { call: `PUT /v1/templates/${id}`, send: { html: '<p>nothing</p>' } })
    expect(await uses()).toBe(0)
    await ask(service, { call: `PUT /v1/templates/${id}`, send: { html: text } })
    await ask(service, { call: `DELETE /v1/templates/${id}` })
    expect(await uses()).toBe(1)
    expect((await ask(service, { call: `DELETE /v1/assets/${asset.id}` })).status).toBe(409)
    await ask(service, { call: 'POST /v1/templates/bulk/delete', send: { ids: [id], permanent: true } })
    expect(await uses()).toBe(0)
    expect((await ask(service, { call: `DELETE /v1/assets/${asset.id}` })).status).toBe(204)
  })

  test('a document of another project neither shows nor holds an asset', async () => {
    const asset = await sendAsset(service, { bytes: 'not theirs', fileName: 'x.txt' })
    const html = `<img src="/cdn/${asset.id}/x.txt">`
    await ask(service, { call: 'POST /v1/templates', key: 'b', send: { name: 'Theirs', type: 'other', html } })
    expect((await ask(service, { call: `DELETE /v1/assets/${asset.id}` })).status).toBe(204)
  })

  test('the audit log has every change', async () => {
    const { auditLog } = service.store.read.tables
    const rows = await service.store.read.select({ action: auditLog.action }).from(auditLog)
    const actions = new Set(rows.map(({ action }) => action))
    for (const action of ['asset.created', 'asset.updated', 'asset.deleted']) expect(actions).toContain(action)
  })
})
