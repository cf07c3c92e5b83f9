/** Blocks that a host page declares: every rendering has them without the page, and nothing in them runs or escapes. */
import { beforeAll, describe, expect, test } from 'bun:test'
import type { OwnBlock, OwnBlockDeclaration } from '../../../src/email/document/index.ts'
import { limits } from '../../../src/kernel/limits.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

const coupon: OwnBlockDeclaration = {
  name: 'coupon',
  label: { en: 'Coupon', de: 'Gutschein' },
  icon: 'M4 6h16',
  fields: [
    { name: 'title', label: 'Title', kind: 'text', default: 'Hello {{ first_name | default: "friend" }}' },
    { name: 'note', label: 'Note', kind: 'textarea' },
    { name: 'url', label: 'Link', kind: 'link', default: 'https://shop.example/' },
    { name: 'code', label: 'Code', kind: 'text', default: 'A B' },
    { name: 'color', label: 'Color', kind: 'color', default: '#b00020' },
    { name: 'size', label: 'Size', kind: 'number', min: 10, max: 40, default: 20 },
    { name: 'badge', label: 'Badge', kind: 'switch' },
    {
      name: 'kind',
      label: 'Kind',
      kind: 'choice',
      options: [
        { value: 'solid', label: 'Solid' },
        { value: 'dashed', label: 'Dashed' },
      ],
    },
  ],
  template:
    '<table style="border:2px {{ block.kind }} {{ block.color }};font-size:{{block.size}}px"><tr><td title="{{ block.title }}">{{ block.title }}' +
    '{% if block.badge %}<b>New</b>{% else %}<i>Old</i>{% endif %}{% if vip %}<u>VIP</u>{% endif %}{% if block.note %}<p>{{ block.note }}</p>{% endif %}' +
    '<a href="{{ block.url }}">Go</a><a href="https://shop.example/?code={{ block.code }}">Use {{ code }}</a></td></tr></table>',
}
const own = (values: OwnBlock['values'] = {}, declaration: object = coupon) => ({ declaration, values })
const block = (given: object, id = 'mine') => ({ id, type: 'html', own: given, html: '<script>ignored</script>' })
const documentOf = (...blocks: object[]) => ({
  meta: { title: 'T', lang: 'en' },
  rows: [{ id: 'top', type: 'section', columns: [{ id: 'column', blocks }] }],
})

/** The names of elements and of their attributes. */
async function elementsIn(html: string): Promise<string[]> {
  const found: string[] = []
  const rewriter = new HTMLRewriter().on('*', {
    element: ({ tagName, attributes }) => void found.push(tagName, ...[...attributes].map(([name]) => name ?? '')),
  })
  await rewriter.transform(new Response(html)).text()
  return found.filter((name) => name !== 'br')
}

describe.each([...dialects])('blocks of host pages on %s', (dialect) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService({ dialect })
  })
  const send = (call: string, body: object) => ask(service, { call, send: body })
  const create = (document: object) => service.create({ name: 'Own', type: 'other', document })
  const read = async (id: string) => {
    const { body } = await ask(service, { call: `GET /v1/templates/${id}/structured` })
    const { document } = body as { document: { rows: [{ columns: [{ blocks: { html: string; own?: OwnBlock }[] }] }] } }
    return document.rows[0].columns[0].blocks
  }
  const htmlOf = async (values: OwnBlock['values'], declaration?: object) => {
    const [stored] = await read(await create(documentOf(block(own(values, declaration)))))
    return stored?.html ?? ''
  }

  test('generation, text, AMP, MJML and export have the block with its values and merge tags', async () => {
    const values = {
      title: '5 < 6 & {{ first_name }}',
      note: 'One\nTwo',
      url: 'https://shop.example/a?b=1&c=2',
      code: 'Ä/?&',
      badge: true,
      kind: 'dashed',
    }
    const id = await create(documentOf(block(own(values))))
    const { status, body } = await send('POST /v1/templates/generate', {
      template_id: id,
      data: { first_name: '<Ada>', code: 'X', vip: true },
      outputs: ['html', 'text', 'amp'],
    })
    expect(status).toBe(200)
    const email = body as { html: string; text: string; amp: string }
    expect(email.html).toContain('border:2px dashed #b00020')
    expect(email.html).toContain('5 &lt; 6 &amp; &lt;Ada&gt;<b>New</b><u>VIP</u><p>One<br>Two</p>')
    expect(email.html).toContain('href="https://shop.example/a?b=1&amp;c=2"')
    expect(email.html).toContain('href="https://shop.example/?code=%C3%84%2F%3F%26"')
    expect(email.text).toContain('5 < 6 & <Ada>')
    expect(email.amp).toContain('5 &lt; 6 &amp;')
    const mjml = await ask(service, { call: `GET /v1/templates/${id}/mjml` })
    expect(mjml.text).toContain('5 &lt; 6')
    const exported = await ask(service, { call: `GET /v1/templates/${id}/html` })
    expect(exported.text).toContain('{{ first_name }}')
  })

  test('an operation that sets values derives the HTML, undoing it restores it, and other HTML ends the declaration', async () => {
    const id = await create(documentOf(block(own())))
    const before = await read(id)
    expect(before[0]?.html).toContain('Hello {{ first_name | default: "friend" }}<i>Old</i>')
    const edit = (base_revision: number, operations: unknown) =>
      send(`POST /v1/templates/${id}/operations`, { base_revision, operations })
    const changed = await edit(1, [{ op: 'set', id: 'mine', props: { own: own({ title: 'Bye' }) } }])
    expect((await read(id))[0]?.html).toContain('Bye<i>Old</i>')
    await edit(2, (changed.body as { inverse: unknown }).inverse)
    expect(await read(id)).toEqual(before)
    const replaced = await edit(3, [{ op: 'set', id: 'mine', props: { html: '<p>Mine</p>' } }])
    expect(await read(id)).toEqual([{ id: 'mine', type: 'html', html: '<p>Mine</p>' }] as never)
    await edit(4, (replaced.body as { inverse: unknown }).inverse)
    expect(await read(id)).toEqual(before)
  })

  test('values and templates run nothing and end no attribute, style or tag', async () => {
    const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>' onmouseover='x`
    const quoted = await htmlOf({ title: evil, note: evil, code: evil })
    expect(await elementsIn(quoted)).toEqual(await elementsIn(await htmlOf({ note: 'x' })))
    expect(quoted).toContain('&lt;script&gt;')
    const host = await htmlOf(
      { x: 'javascript:alert(1)' },
      {
        name: 'evil',
        label: 'Evil',
        fields: [{ name: 'x', label: 'X', kind: 'text' }],
        template:
          '<script>alert({{ block.x }})</script><a href="{{ block.x }}" onclick="{{ block.x }}">a</a><iframe src="https://evil.example"></iframe><style>@import url(https://evil.example/{{x}});p{behavior:url(x)}</style><svg onload="alert(1)"></svg><form action="{{ block.x }}"></form>',
      },
    )
    expect(host).not.toMatch(/<script|<iframe|onclick|onload|javascript:|behavior/i)
    // Neither conditions nor values of the template are read again.
    const again = await htmlOf({ title: '{{ "{%" }} if block.badge %}{{ "{{" }} block.code }}' })
    expect(again).not.toContain('A B%}')
    expect(again).toContain('block.code')
  })

  const bad: [string, object, string, RegExp][] = [
    [
      'an unknown kind',
      { fields: [{ name: 'a', label: 'A', kind: 'txt' }] },
      'declaration/fields/0/kind',
      /text, textarea/,
    ],
    [
      'an unknown member',
      { fields: [{ name: 'a', lable: 'A', kind: 'text' }] },
      'declaration/fields/0/lable',
      /did you mean label/,
    ],
    [
      'a field that is not declared',
      { template: '{{ block.titel }}' },
      'declaration/template',
      /did you mean block\.title/,
    ],
    ['a condition without an end', { template: '{% if block.title %}x' }, 'declaration/template', /no \{% endif %\}/],
    ['a filter', { template: '{{ block.title | upcase }}' }, 'declaration/template', /only \{\{ block\.name \}\}/],
    ['a loop over a value', { template: '{% for a in block.title %}{% endfor %}' }, 'declaration/template', /only/],
    ['a value as a tag', { template: '<{{ block.title }}>' }, 'declaration/template', /neither text nor an attribute/],
    ['a value as an attribute', { template: '<p {{ block.title }}>' }, 'declaration/template', /neither text/],
    ['a value without quotes', { template: '<p title={{ block.title }}>' }, 'declaration/template', /neither text/],
    [
      'a text in a style',
      { template: '<p style="color:{{ block.title }}">x</p>' },
      'declaration/template',
      /color, number/,
    ],
    [
      'a text in a style sheet',
      { template: '<style>p{color:{{ block.title }}}</style>' },
      'declaration/template',
      /color, number/,
    ],
    [
      'an open tag in a branch',
      { template: '{% if block.title %}<p title="{% endif %}">' },
      'declaration/template',
      /only one branch/,
    ],
    [
      'a field twice',
      { fields: [coupon.fields[0], coupon.fields[0]], template: 'x' },
      'declaration/fields/1/name',
      /twice/,
    ],
    [
      'a choice without options',
      { fields: [{ name: 'a', label: 'A', kind: 'choice' }], template: 'x' },
      'declaration/fields/0/options',
      /required/,
    ],
    [
      'a wrong default',
      { fields: [{ name: 'a', label: 'A', kind: 'color', default: 'red' }], template: 'x' },
      'declaration/fields/0/default',
      /such as #1a73e8/,
    ],
    ['a script as icon', { icon: '"><script>' }, 'declaration/icon', /SVG path/],
    ['a huge template', { template: 'x'.repeat(limits.ownBlockTemplate + 1) }, 'declaration/template', /the limit is/],
  ]
  test.each(bad)('%s is refused with its member', async (_, change, path, message) => {
    const { status, body } = await send('POST /v1/templates', {
      name: 'Bad',
      type: 'other',
      document: documentOf(block(own({}, { ...coupon, ...change }))),
    })
    expect({ status, body }).toMatchObject({ status: 422, body: { code: 'DOCUMENT_INVALID' } })
    const [issue] = (body as { issues: { path: string; message: string }[] }).issues
    expect(issue?.path).toEndWith(`/own/${path}`)
    expect(issue?.message).toMatch(message)
  })

  test.each([
    [{ titel: 'x' }, 'titel', /did you mean title/],
    [{ title: 5 }, 'title', /a text/],
    [{ title: '{% if x %}' }, 'title', /Expected|condition|not supported/i],
    [{ url: 'javascript:alert(1)' }, 'url', /expected a URL/],
    [{ color: 'red;background:url(x)' }, 'color', /a color/],
    [{ size: 99 }, 'size', /from 10 to 40/],
    [{ kind: 'dotted' }, 'kind', /solid, dashed/],
    [{ badge: 'yes' }, 'badge', /true or false/],
  ])('values %j are refused with the field', async (values, path, message) => {
    const { body } = await send('POST /v1/templates', {
      name: 'Bad',
      type: 'other',
      document: documentOf(block(own(values as never))),
    })
    const [issue] = (body as { issues: { path: string; message: string }[] }).issues
    expect(issue?.path).toEndWith(`/own/values/${path}`)
    expect(issue?.message).toMatch(message)
  })

  test('a block that grows with its values is refused, and so are many that fill a document', async () => {
    const fields = [{ name: 'a', label: 'A', kind: 'text' }]
    const growing = { name: 'big', label: 'Big', fields, template: '{{ block.a }}'.repeat(20) }
    const text = (blocks: object[]) =>
      send('POST /v1/templates', { name: 'Big', type: 'other', document: documentOf(...blocks) })
    const one = await text([block(own({ a: 'x'.repeat(5000) }, growing))])
    expect(JSON.stringify(one.body)).toContain(`more than ${limits.ownBlockHtml} characters`)
    const many = Array.from({ length: 30 }, (_, at) => block(own({ a: 'x'.repeat(2000) }, growing), `b${at}`))
    const all = await text(many)
    expect(JSON.stringify(all.body)).toContain('The blocks of host pages have more than')
    const id = await create(documentOf(block(own())))
    const operations = many.map((each) => ({ op: 'insert', parent: 'column', index: 0, nodes: [each] }))
    const inserted = await send(`POST /v1/templates/${id}/operations`, { base_revision: 1, operations })
    expect(inserted.status).toBe(422)
  })
})
