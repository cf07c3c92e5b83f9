import { beforeAll, describe, expect, test } from 'bun:test'
import { parse } from 'parse5'
import { ask } from '../../../support/scenario.ts'
import { type TestService, startService } from '../../../support/service.ts'
import { dialects } from '../../../support/store.ts'

const document = {
  meta: { title: 'Greeting', subject: 'Hello {{ name }}' },
  fields: [{ path: 'name', type: 'string', sample: 'Ada' }],
  rows: [
    {
      id: 'row',
      type: 'section',
      columns: [
        {
          id: 'col',
          blocks: [
            { id: 'head', type: 'heading', level: 1, text: 'Dear {{ name }}' },
            { id: 'go', type: 'button', label: 'Go', href: 'https://example.org/?n={{ name }}' },
          ],
        },
      ],
    },
  ],
}

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    let id: string

    beforeAll(async () => {
      service = await startService({ dialect })
      id = await service.create({ name: 'Greeting', type: 'other', document })
    })

    const get = (path: string, headers: Record<string, string> = {}) =>
      ask(service, { call: `GET /v1/templates/${path}`, headers })

    test('the tag of a revision answers 304 until the template changes', async () => {
      const changing = await service.create({ name: 'Before', type: 'other' })
      for (const view of ['', '/structured']) {
        const first = await get(changing + view)
        const tag = first.headers.get('etag') ?? ''
        expect(tag).toMatch(view === '' ? /^"1\.\d+"$/ : /^"1"$/)
        const again = await get(changing + view, { 'if-none-match': `"9", W/${tag}` })
        expect(again).toMatchObject({ status: 304, text: '' })
        expect(again.headers.get('etag')).toBe(tag)
        expect(again.headers.get('ratelimit-remaining')).not.toBeNull()
      }
      await ask(service, { call: `PUT /v1/templates/${changing}`, send: { name: 'After' } })
      const later = await get(changing, { 'if-none-match': '"1"' })
      expect(later).toMatchObject({ status: 200, body: { name: 'After', revision: 2 } })
    })

    test('every change shows at once, also those that make no revision', async () => {
      const one = await service.create({ name: 'One', type: 'other', folder: 'Short-lived' })
      const seen = async (key = 'a') => (await ask(service, { call: `GET /v1/templates/${one}`, key })).body
      expect(await seen()).toEqual(await seen())
      expect(await seen()).toMatchObject({ name: 'One', favorite: false, folder_id: expect.stringMatching(/^fld_/) })
      await ask(service, { call: `POST /v1/templates/${one}/favorite` })
      expect(await seen('readOnly')).toMatchObject({ favorite: true })
      await ask(service, { call: `DELETE /v1/templates/${one}/favorite` })
      expect(await seen()).toMatchObject({ favorite: false })
      const { folders } = service.store.read.tables
      await service.store.tx((db) => db.delete(folders))
      expect(await seen()).toMatchObject({ folder_id: null, revision: 1 })
      await ask(service, { call: `PUT /v1/templates/${one}`, send: { name: 'Two' } })
      expect(await seen()).toMatchObject({ name: 'Two', revision: 2 })
      expect(await seen('b')).toMatchObject({ code: 'TEMPLATE_NOT_FOUND' })
      await ask(service, { call: `DELETE /v1/templates/${one}` })
      expect(await seen()).toMatchObject({ code: 'TEMPLATE_NOT_FOUND' })
    })

    describe('as MJML', () => {
      test('keeps tags as Liquid, and comes with the ETag of its content', async () => {
        const first = await get(`${id}/mjml`)
        expect(first).toMatchObject({ status: 200, body: { warnings: [] } })
        const { mjml } = first.body as { mjml: string }
        expect(mjml).toStartWith('<mjml')
        expect(mjml).toContain('Dear {{ name }}')
        const tag = first.headers.get('etag') ?? ''
        expect(await get(`${id}/mjml`, { 'if-none-match': tag })).toMatchObject({ status: 304, text: '' })
        const alone = await get(`${id}/mjml`, { accept: 'text/mjml' })
        expect(alone.text).toBe(mjml)
        expect(alone.headers.get('content-type')).toBe('text/mjml; charset=utf-8')
        expect(alone.headers.get('vary')).toContain('Accept')
        expect(alone.headers.get('etag')).not.toBe(tag)
        expect((await get(`${id}/mjml`, { accept: '*/*' })).headers.get('content-type')).toContain('json')
        const made = await ask(service, {
          call: 'POST /v1/templates/import',
          send: { mjml, name: 'Back', type: 'other' },
        })
        expect(made).toMatchObject({ status: 200, body: { report: { source: 'mjml', words_kept: 1, warnings: [] } } })
      })

      test('is of the version that is requested', async () => {
        const one = await service.create({ name: 'One', type: 'other', document })
        await ask(service, { call: `POST /v1/templates/${one}/publish`, send: {} })
        const send = { document: { ...document, meta: { title: 'New' } } }
        expect((await ask(service, { call: `PUT /v1/templates/${one}`, send })).status).toBe(200)
        const title = async (query: string) => ((await get(`${one}/mjml${query}`)).body as { mjml: string }).mjml
        expect(await title('')).toContain('<mj-title>Greeting')
        expect(await title('?version=1')).toContain('<mj-title>Greeting')
        expect(await title('?version=draft')).toContain('<mj-title>New')
        expect(await get(`${one}/mjml?version=7`)).toMatchObject({ status: 404, body: { code: 'RELEASE_NOT_FOUND' } })
        expect(await get(`${one}/mjml?version=x`)).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED' } })
      })
    })

    test('the document comes back in its canonical form', async () => {
      const { body } = await get(`${id}/structured`)
      expect(body).toMatchObject({
        id,
        revision: 1,
        document: {
          schema: 'svc.email/1',
          meta: { title: 'Greeting', subject: 'Hello {{ name }}', lang: 'en' },
          body: { width: 600 },
          rows: [{ columns: [{ width: { fr: 1 }, blocks: [{ text: [{ type: 'paragraph' }] }, { label: 'Go' }] }] }],
        },
      })
    })

    test('the blocks are listed in reading order with their places', async () => {
      const { body } = await get(`${id}/blocks`)
      expect(body).toEqual({
        id,
        revision: 1,
        blocks: [
          { id: 'row', type: 'section', path: '/rows/0', parent_id: 'root' },
          { id: 'col', type: 'column', path: '/rows/0/columns/0', parent_id: 'row' },
          expect.objectContaining({
            id: 'head',
            type: 'heading',
            path: '/rows/0/columns/0/blocks/0',
            parent_id: 'col',
          }),
          { id: 'go', type: 'button', path: '/rows/0/columns/0/blocks/1', parent_id: 'col', text: 'Go' },
        ],
      })
    })

    test('HTML keeps its tags, or shows the samples', async () => {
      const kept = (await get(`${id}/html`)).body as { html: string; css: string; text: string; report: object }
      expect(kept.html).toContain('{{ name }}')
      expect(kept.html).not.toContain('Ada')
      expect(kept.text).toContain('{{ name }}')
      expect(kept.html).toContain(kept.css)
      expect(kept.report).toMatchObject({ bytes: new Blob([kept.html]).size, gmail_clipped: false, warnings: [] })
      const shown = (await get(`${id}/html?data=sample`)).body as { html: string }
      expect(shown.html).toContain('Ada')
      expect(shown.html).not.toContain('{{')
      const editor = (await get(`${id}/html?mode=editor`)).body as { html: string }
      expect(editor.html).toContain('data-n="head"')
      expect(editor.html.replace(/ data-n="[^"]*"/g, '')).toBe(kept.html)
    })

    test('the tag of HTML follows its content, not the revision', async () => {
      const first = await get(`${id}/html`)
      const tag = first.headers.get('etag') ?? ''
      expect(await get(`${id}/html`, { 'if-none-match': tag })).toMatchObject({ status: 304, text: '' })
      expect((await get(`${id}/html?data=sample`)).headers.get('etag')).not.toBe(tag)
      await ask(service, { call: `PUT /v1/templates/${id}`, send: { tags: ['renamed'] } })
      expect((await get(`${id}/html`, { 'if-none-match': tag })).status).toBe(304)
      await ask(service, { call: `PUT /v1/templates/${id}`, send: { document: { ...document, rows: [] } } })
      expect((await get(`${id}/html`, { 'if-none-match': tag })).status).toBe(200)
      await ask(service, { call: `PUT /v1/templates/${id}`, send: { document } })
      expect((await get(`${id}/html`)).headers.get('etag')).toBe(tag)
      const asHtml = await get(`${id}/html`, { accept: 'text/html' })
      expect(asHtml.headers.get('etag')).not.toBe(tag)
    })

    test('under Accept: text/html the email itself comes, in a sandbox', async () => {
      const answer = await get(`${id}/html`, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('content-security-policy')).toBe(
        "sandbox; default-src 'none'; img-src * data:; style-src 'unsafe-inline'",
      )
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('vary')).toContain('Accept')
      expect(answer.text).toBe(((await get(`${id}/html`)).body as { html: string }).html)
    })

    test('another language, mode or data than there is is refused', async () => {
      for (const query of [
        'mode=draft',
        'data=real',
        'locale=..',
        `locale=${'x'.repeat(50)}`,
        'data=none&data=sample',
      ]) {
        expect((await get(`${id}/html?${query}`)).status).toBe(422)
      }
      expect((await get(`${id}/html?locale=de-AT`)).status).toBe(200)
    })

    test('a document of every attack in every place renders nothing that runs', async () => {
      const hostile = await ask(service, {
        call: 'POST /v1/templates',
        send: { name: 'XSS', type: 'other', document: attack },
      })
      expect(hostile).toMatchObject({ status: 201 })
      const { id: one } = hostile.body as { id: string }
      for (const query of ['', '?data=sample', '?mode=editor&data=sample', '?locale=de']) {
        expect(dangersIn(((await get(`${one}/html${query}`)).body as { html: string }).html)).toEqual([])
      }
      const html = await service.create({
        name: 'XSS',
        type: 'other',
        html: attacks.join('\n'),
        css: attacks.join('\n'),
      })
      expect(dangersIn(((await get(`${html}/html`)).body as { html: string }).html)).toEqual([])
    })
  })
}

const attacks = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '</style><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '--><script>alert(1)</script>',
  '<![endif]--><script>alert(1)</script>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
]
const everything = attacks.join(' ')

const attack = {
  meta: { title: everything, subject: everything, preheader: everything, description: everything },
  fields: [{ path: 'evil', type: 'string', sample: everything, default: everything }],
  head: { css: `p{color:red}${everything}` },
  translations: { default: 'en', locales: { de: { 'said.text': everything, 'meta.subject': everything } } },
  rows: [
    {
      type: 'section',
      name: everything.slice(0, 200),
      columns: [
        {
          blocks: [
            { id: 'said', type: 'heading', level: 2, text: everything },
            { type: 'text', text: `<p>${everything} {{ evil }} {{ evil | raw }}</p>` },
            { type: 'text', text: [{ type: 'paragraph', runs: [{ text: everything }, { tag: { path: 'evil' } }] }] },
            { type: 'button', label: `${everything} {{ evil }}`, href: 'https://example.org/{{ evil }}' },
            { type: 'button', label: 'x', href: '{{ evil }}' },
            { type: 'image', src: 'https://example.org/a.png', alt: everything },
            { type: 'html', html: everything },
            { type: 'sparkle', name: everything.slice(0, 200), anything: everything },
          ],
        },
      ],
    },
  ],
}

interface ParsedNode {
  nodeName: string
  attrs?: { name: string; value: string }[]
  childNodes?: ParsedNode[]
  content?: ParsedNode
}

const executable = new Set('script iframe object embed base form math svg frame link'.split(' '))

function dangersIn(html: string): string[] {
  const found: string[] = []
  const visit = (node: ParsedNode): void => {
    if (executable.has(node.nodeName)) found.push(node.nodeName)
    for (const { name, value } of node.attrs ?? []) {
      if (name.startsWith('on') || /^\s*(javascript|vbscript|data:text)/i.test(value)) found.push(`${name}=${value}`)
    }
    for (const child of node.childNodes ?? []) visit(child)
    if (node.content !== undefined) visit(node.content)
  }
  visit(parse(html) as ParsedNode)
  return found
}
