import { beforeAll, describe, expect, test } from 'bun:test'
import { limits } from '../../../../src/kernel/limits.ts'
import { ask, scenarios } from '../../../support/scenario.ts'
import { type TestService, startService } from '../../../support/service.ts'
import { dialects } from '../../../support/store.ts'

const document = {
  meta: { title: 'Order', subject: 'Order {{ order.id }}', preheader: 'Thanks, {{ name | default: "friend" }}' },
  fields: [
    { path: 'order.id', type: 'string', required: true },
    { path: 'name', type: 'string', default: 'friend' },
    { path: 'total', type: 'number' },
  ],
  rows: [
    {
      type: 'section',
      columns: [
        {
          blocks: [
            { type: 'heading', level: 1, text: 'Order {{ order.id }} for {{ name }}' },
            { type: 'text', text: '{{ item.name }}', each: { in: 'order.items', as: 'item' } },
            { type: 'button', label: 'See it', href: 'https://example.org/orders/{{ order.id }}' },
            { type: 'button', label: 'Evil', href: '{{ evil }}' },
          ],
        },
      ],
    },
  ],
}
const data = {
  order: { id: '<b>7</b>', items: [{ name: 'Mug' }, { name: 'Vase' }] },
  name: 'Ada',
  evil: 'javascript:alert(1)',
}
const call = 'POST /v1/templates/generate'

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    let stored: string

    beforeAll(async () => {
      service = await startService({ dialect })
      stored = await service.create({ name: 'Order', type: 'transactional', document })
    })

    test('a document and data make an email', async () => {
      const { status, body } = await ask(service, { call, send: { document, data } })
      const email = body as { html: string; text: string; subject: string; preheader: string; report: object }
      expect(status).toBe(200)
      expect(email.html).toContain('Order &lt;b&gt;7&lt;/b&gt; for Ada')
      expect(email.html).toMatch(/Mug[\s\S]*Vase/)
      expect(email.html).not.toContain('{{')
      expect(email.html.toLowerCase()).not.toContain('javascript:')
      expect(email.text).toContain('Order <b>7</b> for Ada')
      expect(email).toMatchObject({ subject: 'Order <b>7</b>', preheader: 'Thanks, Ada' })
    })

    test('a stored template gives the same as its document', async () => {
      const [sent, kept] = [
        await ask(service, { call, send: { document, data } }),
        await ask(service, { call, send: { template_id: stored, data } }),
      ]
      expect(kept.body).toEqual(sent.body as object)
    })

    test('a locale chooses the translation, its language, or the text as it is', async () => {
      const translated = {
        meta: { title: 'T', subject: 'Hello' },
        rows: [
          { type: 'section', columns: [{ blocks: [{ id: 'greeting', type: 'text', text: 'Hello {{ name }}' }] }] },
        ],
        translations: {
          default: 'en',
          locales: { de: { 'greeting.text': 'Guten Tag {{ name }}', 'meta.subject': 'Hallo' } },
        },
      }
      const subjectIn = async (locale?: string) => {
        const { body } = await ask(service, { call, send: { document: translated, data, ...(locale && { locale }) } })
        return [(body as { subject: string }).subject, /Guten Tag Ada/.test((body as { html: string }).html)]
      }
      expect(await subjectIn()).toEqual(['Hello', false])
      for (const locale of ['de', 'de-AT', 'DE']) expect(await subjectIn(locale)).toEqual(['Hallo', true])
      expect(await subjectIn('fr')).toEqual(['Hello', false])
    })

    test('raw values are cleaned like authored HTML', async () => {
      const raw = { rows: [{ type: 'section', columns: [{ blocks: [{ type: 'text', text: '{{ body | raw }}' }] }] }] }
      const body = '<b>kept</b><script>alert(1)</script><img src=x onerror=alert(1)>'
      const { html } = (await ask(service, { call, send: { document: raw, data: { body } } })).body as { html: string }
      expect(html).toContain('<b>kept</b>')
      expect(html).not.toMatch(/<script|onerror/)
    })

    test('only what is asked for is made', async () => {
      const made = async (outputs: string[]) =>
        Object.keys((await ask(service, { call, send: { document, data, outputs } })).body as object)
      expect(await made(['html'])).not.toContain('text')
      expect(await made(['text'])).not.toContain('html')
      expect(await made(['text', 'html'])).toEqual(expect.arrayContaining(['html', 'text']))
    })

    test('missing data is a warning, and a default fills in', async () => {
      const { status, body } = await ask(service, { call, send: { document, data: { total: 'much' } } })
      expect(status).toBe(200)
      expect((body as { html: string }).html).toContain('for friend')
      const { warnings } = (body as { report: { warnings: { code: string; message: string }[] } }).report
      const ours = warnings.filter(({ code }) => code === 'DATA_INVALID').map(({ message }) => message)
      expect(ours).toEqual([expect.stringContaining('/data/order/id'), expect.stringContaining('/data/total')])
    })

    test('a loop that more items are given than it renders is a warning, in exports too', async () => {
      const many = { ...data, order: { id: '7', items: Array.from({ length: 1001 }, (_, n) => ({ name: `No ${n}` })) } }
      const found = (answer: object) =>
        (answer as { warnings: { code: string; message: string }[] }).warnings
          .filter(({ code }) => code === 'LOOP_TRUNCATED')
          .map(({ message }) => message)
      const message = 'order.items has 1001 items; the loop rendered the first 1000, the maximum per loop.'
      const { body } = await ask(service, { call, send: { document, data: many } })
      expect(found((body as { report: object }).report)).toEqual([message])
      for (const format of ['html', 'text', 'eml']) {
        const made = await ask(service, { call: 'POST /v1/export', send: { document, data: many, format } })
        expect(found(made.body as object)).toEqual([message])
      }
    })

    scenarios(
      () => service,
      [
        {
          name: 'strict refuses data that misses a required field or has the wrong type',
          call,
          send: { document, data: { total: 'much' }, strict: true },
          status: 422,
          body: { code: 'DATA_INVALID', issues: [{ path: '/data/order/id' }, { path: '/data/total' }] },
        },
        { name: 'strict takes complete data', call, send: { document, data, strict: true }, status: 200 },
        {
          name: 'AMP is made when it is asked for',
          call,
          send: { document, outputs: ['amp'] },
          status: 200,
          body: { amp: expect.stringContaining('⚡4email') },
        },
        {
          name: 'something has to be rendered',
          call,
          send: { data },
          status: 422,
          body: { issues: [{ path: '/document' }] },
        },
        {
          name: 'but not two things',
          call,
          send: { document, template_id: 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e' },
          status: 422,
          body: { issues: [{ path: '/template_id' }] },
        },
        {
          name: 'an unknown template is not found',
          call,
          send: { template_id: 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e' },
          status: 404,
        },
        {
          name: 'an id of another kind is refused',
          call,
          send: { template_id: 'fld_01jd7q2v5w8x3y4z6a7b9c0d1e' },
          status: 422,
        },
        {
          name: 'a wrong document is told its place',
          call,
          send: { document: { rows: [{ type: 'section' }], meta: 5 } },
          status: 422,
          body: { code: 'DOCUMENT_INVALID' },
        },
        {
          name: 'data is an object',
          call,
          send: { document, data: [] },
          status: 422,
          body: { issues: [{ path: '/data' }] },
        },
        {
          name: 'data stays under its limit',
          call,
          send: { document, data: { x: 'x'.repeat(1024 * 1024 + 1) } },
          headers: { 'content-length': String(1024 * 1024 + 2000) },
          status: 413,
        },
        {
          name: 'outputs are known',
          call,
          send: { document, outputs: ['pdf'] },
          status: 422,
          body: { issues: [{ path: '/outputs/0' }] },
        },
        { name: 'outputs are not none', call, send: { document, outputs: [] }, status: 422 },
        {
          name: 'a locale has the form of one',
          call,
          send: { document, locale: '../etc' },
          status: 422,
          body: { issues: [{ path: '/locale' }] },
        },
        { name: 'nesting has an end', call, send: { document: nested(100) }, status: 400 },
        { name: 'a body has a size', call, send: 'x'.repeat(limits.requestBodyBytes + 1), status: 413 },
      ],
    )

    test('another project cannot render a template it may not read', async () => {
      expect((await ask(service, { call, key: 'b', send: { template_id: stored } })).status).toBe(404)
    })

    test('nothing is stored', async () => {
      const count = async () =>
        ((await ask(service, { call: 'GET /v1/templates/filter-counts' })).body as { total: number }).total
      const before = await count()
      await ask(service, { call, send: { document, data } })
      expect(await count()).toBe(before)
    })
  })
}

function nested(depth: number): object {
  let value: object = {}
  for (let i = 0; i < depth; i++) value = { rows: [value] }
  return value
}
