import { beforeAll, describe, expect, test } from 'bun:test'
import { ask } from '../../../support/scenario.ts'
import { type TestService, startService } from '../../../support/service.ts'

const html = (source: string, rest: object = {}) => ({ id: 'raw', type: 'html', html: source, ...rest })
const documentOf = (blocks: object[], rest: object = {}) => ({
  meta: { title: 'Order' },
  fields: [
    { path: 'name', type: 'string', sample: 'Sam' },
    { path: 'items', type: 'list', sample: [{ title: 'Mug' }, { title: 'Vase' }] },
  ],
  rows: [{ type: 'section', columns: [{ blocks }] }],
  ...rest,
})
const list =
  '<ul>{% for item in items %}<li>{{ forloop.index }}: {{ item.title | upcase }}</li>{% else %}<li>none</li>{% endfor %}</ul>'
const data = { name: 'Ada <3', items: [{ title: 'Cup' }] }

interface Email {
  html: string
  text: string
  report: { warnings: { code: string; node_id?: string; message: string }[] }
}

describe('HTML with Liquid of its own', () => {
  let service: TestService
  const generate = async (send: object) =>
    (await ask(service, { call: 'POST /v1/templates/generate', send })).body as Email

  beforeAll(async () => {
    service = await startService({ dialect: 'sqlite' })
  })

  test('is filled in with data, in HTML and in text', async () => {
    const email = await generate({ document: documentOf([html(list)]), data })
    expect(email.html).toContain('<ul><li>1: CUP</li></ul>')
    expect(email.text).toContain('- 1: CUP')
    expect(email.report.warnings).toEqual([])
    expect((await generate({ document: documentOf([html(list)]), data: {} })).html).toContain('<li>none</li>')
  })

  test('sees the loops that the document has around it, and its conditions', async () => {
    const each = { in: 'items', as: 'one' }
    const source =
      '<p>{% if one.title %}{{ one.title }} {{ forloop.index }}/{{ forloop.length }} for {{ name }}{% endif %}</p>'
    const items = [{ title: 'Cup' }, { title: 'Jar' }]
    const email = await generate({ document: documentOf([html(source, { each })]), data: { ...data, items } })
    expect(email.html).toContain('<p>Cup 1/2 for Ada &lt;3</p>')
    expect(email.html).toContain('<p>Jar 2/2 for Ada &lt;3</p>')
    const hidden = html('{% nope %}', { when: { op: 'exists', path: 'gone' } })
    expect((await generate({ document: documentOf([hidden]), data })).report.warnings).toEqual([])
  })

  test('takes no Liquid from the data', async () => {
    const source = '<p>{% if name %}{{ name }}{% endif %}</p>'
    const email = await generate({
      document: documentOf([html(source)]),
      data: { name: '{{ secret }}{% x %}', secret: 'SECRET' },
    })
    expect(email.html).toContain('<p>{{ secret }}{% x %}</p>')
  })

  test('that cannot be filled in stays as written with a warning, or is refused under strict', async () => {
    const document = documentOf([html('<p>\n{% nope %}</p>'), { ...html(list), id: 'good' }])
    const email = await generate({ document, data })
    expect(email.html).toContain('<p>\n{% nope %}</p>')
    expect(email.html).toContain('<li>1: CUP</li>')
    expect(email.report.warnings).toEqual([
      {
        code: 'LIQUID_FAILED',
        node_id: 'raw',
        message:
          'The Liquid of this HTML cannot be rendered and remains unchanged: the tag nope is not supported (line 2).',
      },
    ])
    const strict = await ask(service, { call: 'POST /v1/templates/generate', send: { document, data, strict: true } })
    expect(strict).toMatchObject({ status: 422, body: { code: 'LIQUID_INVALID', issues: [{ path: '/document' }] } })
  })

  test('that never ends is ended, and the service answers meanwhile', async () => {
    const bomb =
      '<p>{% for a in (1..99999) %}{% for b in (1..99999) %}{% for c in (1..99999) %}{% endfor %}{% endfor %}{% endfor %}</p>'
    const slow = generate({ document: documentOf([html(bomb)]), data })
    const quick = generate({ document: documentOf([{ type: 'text', text: 'x' }]), data })
    expect(await Promise.race([slow.then(() => 'slow'), quick.then(() => 'quick')])).toBe('quick')
    expect((await slow).report.warnings).toMatchObject([{ code: 'LIQUID_FAILED', node_id: 'raw' }])
    expect((await generate({ document: documentOf([html(list)]), data })).html).toContain('CUP')
  })

  test('that takes its time in every round of a loop loses its thread, and the next has another', async () => {
    const bomb =
      '<p>{% if one %}{% for a in (1..99999) %}{% for b in (1..99999) %}{% endfor %}{% endfor %}{% endif %}</p>'
    const document = documentOf([html(bomb, { each: { in: 'many', as: 'one' } })])
    const stuck = await generate({ document, data: { many: Array(40).fill(1) } })
    expect(stuck.report.warnings).toMatchObject([
      { code: 'LIQUID_FAILED', message: expect.stringContaining('takes longer than 4500 ms') },
    ])
    expect((await generate({ document: documentOf([html(list)]), data })).html).toContain('CUP')
  })

  test('drawn too often is refused', async () => {
    const rows = Array.from({ length: 60 }, () => ({ more: Array(60).fill(1) }))
    const inner = {
      type: 'section',
      each: { in: 'rows', as: 'row' },
      columns: [{ blocks: [html('{% if 1 %}x{% endif %}', { each: { in: 'row.more', as: 'm' } })] }],
    }
    const send = { document: documentOf([], { rows: [inner] }), data: { rows } }
    expect(await ask(service, { call: 'POST /v1/templates/generate', send })).toMatchObject({
      status: 422,
      body: { code: 'RENDER_TOO_LARGE' },
    })
  })

  test('of a template is shown with samples, and kept without data', async () => {
    const id = await service.create({ name: 'Order', type: 'transactional', document: documentOf([html(list)]) })
    const get = async (query: string) =>
      (await ask(service, { call: `GET /v1/templates/${id}/html${query}` })).body as Email
    expect((await get('?data=sample')).html).toContain('<ul><li>1: MUG</li><li>2: VASE</li></ul>')
    const kept = await get('')
    expect(kept.html).toContain(list)
    expect(kept.report.warnings).toEqual([])
    const file = await ask(service, { call: 'POST /v1/export', send: { template_id: id, format: 'html', data } })
    expect((file.body as { content: string }).content).toContain('<li>1: CUP</li>')
  })
})
