import { describe, expect, test } from 'bun:test'
import { readDocument } from '../../../src/email/document/index.ts'
import { cleanHtml } from '../../../src/email/sanitize/index.ts'
import { ServiceError } from '../../../src/kernel/errors/index.ts'
import { limits } from '../../../src/kernel/limits.ts'
import { blockTypes, bodyOf, column, readSample, renderEmail, section, textOf, withBlocks } from './compose.ts'

const text = (words: string, rest: object = {}) => ({ type: 'text', text: words, ...rest })

describe('native tags', () => {
  const tag = `{{t 'Hi <b>{x}</b>' y="2"}}`
  const written = `{{ ${JSON.stringify(tag)} | native }}`
  const inHtml = written.replaceAll('<', '&lt;')
  const document = withBlocks([
    text(inHtml, { id: 'here' }),
    { type: 'button', label: written, href: 'https://example.com/' },
    { type: 'image', src: 'https://example.com/a.png', alt: written },
  ])

  test('are unchanged in passthrough, without characters that would end an attribute', () => {
    const { html = '', text: plain, report } = renderEmail(document, blockTypes, { outputs: ['html', 'text'] })
    expect(html.split(tag).length - 1).toBeGreaterThanOrEqual(2)
    expect(html).toContain(`alt="{{t 'Hi &lt;b&gt;{x}&lt;/b&gt;' y=&quot;2&quot;}}"`)
    expect(plain).toContain(tag)
    expect(report.warnings).toEqual([])
  })

  test('are omitted with data, and shown in samples', () => {
    const { report, text: plain } = renderEmail(document, blockTypes, { data: {}, outputs: ['text'] })
    expect(plain).not.toContain('{{')
    expect(report.warnings[0]).toMatchObject({ code: 'NATIVE_TAG_LEFT_OUT', node_id: 'here' })
    const seen = bodyOf([text(inHtml)], { target: 'sample' })
    expect(seen).toContain(`{{t 'Hi &lt;b&gt;{x}&lt;/b&gt;' y="2"}}`)
  })

  test.each<[string, unknown]>([
    ['in a run', [{ type: 'paragraph', runs: [{ tag: { native: '{{t "<script>alert(1)</script>"}}' } }] }]],
    ['in text', `{{ "{{t '&lt;img src=x onerror=alert(1)>'}}" | native }}`],
    ['without being a tag', [{ type: 'paragraph', runs: [{ tag: { native: 'words' } }] }]],
  ])('are rejected with forbidden content: %s', (_, words) => {
    const read = readDocument(withBlocks([]), blockTypes)
    if (!('document' in read)) throw new Error('unread')
    const rows = [{ type: 'section', columns: [{ blocks: [{ type: 'text', text: words }] }] }]
    const result = readDocument({ ...read.document, rows }, blockTypes, { cleanHtml: (html) => cleanHtml(html).html })
    expect('issues' in result && result.issues[0]?.message).toMatch(/native tag/)
  })
})

describe('data', () => {
  test('replaces its tag, or the fallback does, or nothing with a warning', () => {
    const document = withBlocks([text('{{ a }}|{{ b | default: "friend" }}|{{ c }}', { id: 'here' })])
    const { text: plain, report } = renderEmail(document, blockTypes, { data: { a: 'x' }, outputs: ['text'] })
    expect(plain).toBe('x|friend|\n')
    expect(report.warnings).toEqual([
      { code: 'MISSING_VALUE', node_id: 'here', message: 'c has neither a value nor a fallback.' },
    ])
  })

  test('falls back to the default of a declared field', () => {
    const fields = [{ path: 'name', type: 'string', default: 'Reader', sample: 'Sam' }]
    expect(textOf([text('Dear {{ name }}')], { data: {} }, { fields })).toBe('Dear Reader\n')
    expect(textOf([text('Dear {{ name }}')], { target: 'sample' }, { fields })).toBe('Dear Sam\n')
  })

  test('in subject and preheader is one line of plain text', () => {
    const meta = { title: 't', lang: 'en', subject: 'Hi {{ n }}', preheader: '{{ n }}' }
    const rendered = renderEmail(withBlocks([], { meta }), blockTypes, { data: { n: 'A & B\r\nBcc: x@example.com' } })
    expect(rendered.subject).toBe('Hi A & B Bcc: x@example.com')
    expect(rendered.preheader).toBe('A & B Bcc: x@example.com')
    expect(rendered.html).toContain('>A &amp; B Bcc: x@example.com')
  })

  test('does not change literal braces', () => {
    const blocks = [{ type: 'text', text: [{ type: 'paragraph', runs: [{ text: '{{ not.a.tag }}' }] }] }]
    expect(textOf(blocks)).toBe('{{ not.a.tag }}\n')
    expect(bodyOf(blocks, { target: 'passthrough' })).toContain('{{ "{{" }} not.a.tag }}')
  })
})

test('a field without a sample is shown as its tag in samples, and is empty for recipients', () => {
  const fields = [{ path: 'name', type: 'string', sample: '' }]
  const all = [text('{{ first }}, {{ name }}, {{ last | default: "you" }}.')]
  expect(textOf(all, { target: 'sample' }, { fields })).toBe('{{ first }}, , you.\n')
  expect(textOf(all, { data: {} }, { fields })).toBe(', , you.\n')
  const link = { type: 'button', label: 'Go to {{ place }}', href: 'https://example.com/{{ place }}' }
  const markup = bodyOf([link], { target: 'sample' })
  expect([markup.includes('Go to {{ place }}'), markup.includes('href="https://example.com/"')]).toEqual([true, true])
})

describe('conditions', () => {
  const when = { op: 'gt', path: 'n', value: 5 }

  test('show or hide blocks, columns, sections and groups', () => {
    const document = readSample({
      rows: [
        section([column([text('A', { when })]), column([text('B')], { when })]),
        section([column([text('C')])], { when }),
        { type: 'group', when, rows: [section([column([text('D')])])] },
        section([column([text('E')])]),
      ],
    })
    const shown = (n: number) => renderEmail(document, blockTypes, { data: { n }, outputs: ['text'] }).text
    expect(shown(6)).toBe('A\n\nB\n\nC\n\nD\n\nE\n')
    expect(shown(5)).toBe('E\n')
  })

  test('give the width of a hidden column to its neighbors', () => {
    const document = readSample({
      rows: [section([column([text('A')]), column([text('B')]), column([text('C')], { when })])],
    })
    const { html = '' } = renderEmail(document, blockTypes, { data: { n: 1 } })
    expect(html.match(/<td width="300"/g)?.length).toBe(2)
  })

  test('are left to the ESP in passthrough', () => {
    const body = bodyOf([text('A', { when })], { target: 'passthrough' })
    expect(body).toMatch(/\{% if n > 5 %\}<tr>.*<\/tr>\{% endif %\}/)
  })
})

describe('loops', () => {
  const each = { in: 'items', as: 'item' }
  const data = { items: [{ n: 1 }, { n: 2 }] }

  test('repeat blocks, columns, sections and groups', () => {
    const document = readSample({
      rows: [
        section([column([text('a{{ item.n }}', { each })])]),
        section([column([text('b{{ item.n }}')], { each })]),
        section([column([text('c{{ item.n }}')])], { each }),
        { type: 'group', each, rows: [section([column([text('d{{ item.n }} of {{ forloop.length }}')])])] },
      ],
    })
    const rendered = renderEmail(document, blockTypes, { data })
    expect(rendered.text?.split('\n\n').map((line) => line.trim())).toEqual(
      'a1 a2 b1 b2 c1 c2'.split(' ').concat('d1 of 2', 'd2 of 2'),
    )
    expect(rendered.html?.match(/<td width="300"/g)?.length).toBe(2)
  })

  test('evaluate a condition in every iteration', () => {
    expect(textOf([text('{{ item.n }}', { each, when: { op: 'eq', path: 'item.n', value: 2 } })], { data })).toBe('2\n')
  })

  test('render alternatives for an empty list', () => {
    const orElse = { ...each, else: [{ id: 'e', ...text('Nothing') }] }
    expect(textOf([text('x', { each: orElse })], { data: {} })).toBe('Nothing\n')
    expect(bodyOf([text('x', { each: orElse })], { data: {} })).toContain('>Nothing</td>')
    const sections = readSample({ rows: [section([column([text('x')])], { each: orElse, box: { padding: 9 } })] })
    const { html } = renderEmail(sections, blockTypes, { data: {} })
    expect(html).toMatch(/padding:9px.*>Nothing</)
  })

  test('render their samples without data', () => {
    expect(textOf([text('x', { each: { ...each, sample: 3 } })], { target: 'sample' })).toBe('x\n\nx\n\nx\n')
  })

  test('inside a table repeat the rows that use an item and no others', () => {
    const table = { type: 'table', each, rows: [['Start'], ['{{ item.n }}'], ['End']] }
    expect(textOf([table], { data })).toBe('Start\n1\n2\nEnd\n')
    expect(textOf([{ ...table, rows: [['x']] }], { data })).toBe('x\nx\n')
    expect(bodyOf([table], { target: 'passthrough' })).toMatch(
      /\{% for item in items %\}<tr>(?:(?!<tr>).)*item\.n(?:(?!<tr>).)*<\/tr>\{% endfor %\}/,
    )
  })

  test('nested loops stop at the size limit of an email', () => {
    const many = Array.from({ length: 1000 }, () => ({ more: Array.from({ length: 1000 }, () => 1) }))
    const inner = {
      ...section([column([text('x', { each: { in: 'row.more', as: 'one' } })])]),
      each: { in: 'rows', as: 'row' },
    }
    const render = (outputs: ['html'] | ['text']) => () =>
      renderEmail(readSample({ rows: [inner] }), blockTypes, { data: { rows: many }, outputs })
    for (const outputs of [['html'], ['text']] as const) {
      let thrown: unknown
      try {
        render([...outputs] as ['html'] | ['text'])()
      } catch (error) {
        thrown = error
      }
      expect(thrown).toBeInstanceOf(ServiceError)
      expect(thrown).toMatchObject({ apiCode: 'RENDER_TOO_LARGE' })
    }
  })
})

test.each([
  ['a section', (block: object) => section([column([block])])],
  ['a group', (block: object) => ({ type: 'group', rows: [section([column([block])])] })],
  ['nested columns', (block: object) => section([column([{ type: 'columns', columns: [column([block])] }])])],
])('HTML of the maximum length renders in %s', (_, around) => {
  const html = `<p>${'x'.repeat(limits.contentBytes - '<p></p>'.length)}</p>`
  const document = readSample({ rows: [around({ type: 'html', html })] })
  const markup = renderEmail(document, blockTypes, { outputs: ['html', 'text'] })
  expect(markup.html).toContain(html)
})

describe('system links of the ESP', () => {
  const link = text('<a data-role="unsubscribe">Leave</a>')

  test('have the URL of the data, a tag in passthrough, or else none with a warning', () => {
    expect(bodyOf([link], { data: { unsubscribe_url: 'https://example.com/u?a=1' } })).toContain(
      '<a href="https://example.com/u?a=1"',
    )
    expect(bodyOf([link], { target: 'passthrough' })).toContain('<a href="{{ unsubscribe_url }}"')
    const { html, report } = renderEmail(withBlocks([link]), blockTypes, { data: {} })
    expect(html).toContain('<a href="#"')
    expect(report.warnings[0]?.code).toBe('ROLE_WITHOUT_ADDRESS')
  })

  test('cannot be given a script by the data', () => {
    expect(bodyOf([link], { data: { unsubscribe_url: 'javascript:alert(1)' } })).toContain('<a href="#"')
  })
})

describe('URLs', () => {
  test('of the CDN get its host', () => {
    const body = bodyOf([{ type: 'image', src: '/cdn/ast_1/a.png', alt: '' }], {
      data: {},
      cdnUrl: 'https://cdn.example.com/',
    })
    expect(body).toContain('src="https://cdn.example.com/cdn/ast_1/a.png"')
  })

  test('may have any scheme allowed in email', () => {
    for (const href of ['https://example.com', 'mailto:a@example.com?subject=x', 'tel:+49123', 'sms:+49123', '#top'])
      expect(bodyOf([{ type: 'button', label: 'x', href }])).toContain(`<a href="${href}"`)
  })

  test('may refer to an asset, whose size is known', () => {
    const assets = { logo: { url: 'https://example.com/logo.png', width: 120, height: 40, mime: 'image/png' } }
    expect(bodyOf([{ type: 'image', src: 'logo', alt: 'Logo' }], { data: {} }, { assets })).toContain(
      '<img src="https://example.com/logo.png" alt="Logo" width="120"',
    )
  })
})
