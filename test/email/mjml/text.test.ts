import { describe, expect, test } from 'bun:test'
import { blockOf, blocksOf, inColumn, read } from './read.ts'

const text = (content: string, more = '') => `<mj-text padding="0"${more}>${content}</mj-text>`
const shape = (content: string, head = '', more = '') =>
  blocksOf(read(inColumn(text(content, more), head)).document).map(({ id: _id, ...block }) => block)

describe('the content of mj-text', () => {
  test('a paragraph has a margin of 13 px', () => {
    expect(shape('<p>a</p>')).toEqual([
      { type: 'text', text: [{ type: 'paragraph', runs: [{ text: 'a' }] }], style: { padding: [13, 0, 13, 0] } },
    ])
  })

  test('paragraphs of the same style become one text block with spacing', () => {
    expect(shape('<p style="margin:0 0 8px">a</p><p style="margin:0 0 8px">b</p>')).toMatchObject([
      { type: 'text', text: [{}, {}], style: { padding: [0, 0, 8, 0], spacing: 8 } },
    ])
  })

  test('neighboring margins collapse', () => {
    const [heading, paragraph] = shape('<h1 style="margin:0 0 30px">a</h1><p style="margin:10px 0 0">b</p>')
    expect(heading).toMatchObject({ type: 'heading', level: 1 })
    expect(paragraph?.style?.padding).toEqual([30, 0, 0, 0])
  })

  test('a heading has the default size of browsers', () => {
    expect(shape('<h2>a</h2>', '', ' font-size="20px"')).toMatchObject([
      { type: 'heading', level: 2, style: { size: 30, padding: [24.9, 0, 24.9, 0] } },
    ])
  })

  test('an element around a whole line sets the style of the block', () => {
    expect(shape('<span style="font-size:30px;color:#c00"><b>a</b></span>')).toMatchObject([
      { style: { size: 30, color: '#c00', weight: 700 }, text: [{ runs: [{ text: 'a' }] }] },
    ])
  })

  test('smaller text inside stays a run, so that the line height is unchanged', () => {
    expect(shape('<span style="font-size:10px">a</span>')).toMatchObject([
      { text: [{ runs: [{ text: 'a', size: 10 }] }] },
    ])
  })

  test.each([
    [
      'marks',
      'a <b>b</b> <i>c</i> <u>d</u> <s>e</s>',
      [
        { text: 'a ' },
        { text: 'b', bold: true },
        { text: ' ' },
        { text: 'c', italic: true },
        { text: ' ' },
        { text: 'd', underline: true },
        { text: ' ' },
        { text: 'e', strike: true },
      ],
    ],
    [
      'a link without a line',
      'x <a href="https://a.example" style="color:#fff;text-decoration:none">y</a>',
      [{ text: 'x ' }, { text: 'y', color: '#fff', link: { href: 'https://a.example', underline: false } }],
    ],
    [
      'a link in the colour around it',
      '<span style="color:#c00">x <a href="https://a.example" style="color:inherit">y</a> z</span> w',
      [{ text: 'x ', color: '#c00' }, { text: 'y', color: '#c00' }, { text: ' z' }, { text: ' w' }],
    ],
    ['entities', '1 &lt; 2 &copy; &nbsp;', [{ text: '1 < 2 © \u00a0' }]],
    ['line breaks', 'a<br/>b', [{ text: 'a' }, { break: true }, { text: 'b' }]],
    ['merge tags', 'Hi {{ name | default: "x" }}', [{ text: 'Hi ' }, { tag: { path: 'name', fallback: 'x' } }]],
    ['tags of other systems', 'Hi *|FNAME|* %%x%%', [{ text: 'Hi *|FNAME|* %%x%%' }]],
    [
      "a mailing system's own link",
      '<a href="[[UNSUB_LINK_EN]]">off</a>',
      [{ text: 'off', link: { role: 'unsubscribe' } }],
    ],
  ])('%s', (_, content, runs) => {
    expect(shape(content)).toMatchObject([{ type: 'text', text: [{ runs }] }])
  })

  test.each([
    ['a table', '<table><tr><td>a</td></tr></table>'],
    ['a picture', 'a <img src="https://a.example/x.png"> b'],
    ['a box in the line', '<span style="padding:4px;border:1px solid red">a</span> b'],
    ['a coloured box', '<div style="background:#eee;padding:4px">a</div>'],
    ['HTML for Outlook', '<!--[if mso]>a<![endif]-->b'],
    ['tags of a language that repeats', '{{#each x}}{{this}}{{/each}}'],
    ['an address that is none', '<a href="www.example.com">a</a>'],
  ])('%s stays HTML, byte for byte', (_, content) => {
    const { document, report } = read(inColumn(text(content)))
    const [block] = blocksOf(document)
    expect(block).toMatchObject({ type: 'html', html: expect.stringContaining(`>${content}</div>`) })
    expect(report.warnings).toMatchObject([{ code: 'MJML_HTML_KEPT', line: 1 }])
    expect(report).toMatchObject({ words_kept: 1, links_kept: 1, images_kept: 1 })
  })

  test('rules of mj-style apply to the text', () => {
    const css = '<mj-style>a{color:#123456} .note p{margin:0} p.late{color:red}</mj-style>'
    expect(shape('<p class="late">a <a href="https://a.example">b</a></p>', css, ' css-class="note"')).toMatchObject([
      { style: { color: '#ff0000' }, text: [{ runs: [{ text: 'a ' }, { text: 'b', color: '#123456' }] }] },
    ])
  })

  test('alignment of single paragraphs is kept', () => {
    expect(shape('<p>a</p><p style="text-align:right">b</p>')).toMatchObject([{ text: [{}, { align: 'right' }] }])
  })

  test('an empty text is an empty block', () => {
    expect(blockOf(text(''))).toEqual({ type: 'text', text: [] })
  })
})

describe('template tags between components', () => {
  const rows = (body: string) => read(`<mjml><mj-body>${body}</mj-body></mjml>`)
  const section = (word: string) => `<mj-section><mj-column><mj-text>${word}</mj-text></mj-column></mj-section>`

  test('conditions become conditions of the enclosed nodes', () => {
    const { document, report } = rows(
      `<mj-raw>{% if vip %}</mj-raw>${section('a')}<mj-raw>{% elsif n > 3 %}</mj-raw>${section('b')}<mj-raw>{% else %}</mj-raw>${section('c')}<mj-raw>{% endif %}</mj-raw>`,
    )
    expect(document.rows.map((row) => row.when)).toMatchObject([
      { op: 'exists', path: 'vip' },
      { op: 'and', of: [{ op: 'not' }, { op: 'gt', path: 'n', value: 3 }] },
      { op: 'and', of: [{ op: 'not' }, { op: 'not' }] },
    ])
    expect(report.warnings).toEqual([])
  })

  test('a loop over several sections becomes the loop of a group', () => {
    const { document } = rows(
      `<mj-raw>{% for x in list limit:2 %}</mj-raw>${section('a')}${section('b')}<mj-raw>{% endfor %}</mj-raw>`,
    )
    expect(document.rows).toMatchObject([{ type: 'group', each: { in: 'list', as: 'x', limit: 2 }, rows: [{}, {}] }])
  })

  test('a limit above the maximum is lowered with a warning', () => {
    const { document, report } = rows(
      `<mj-raw>{% for x in list limit:5000 %}</mj-raw>${section('a')}<mj-raw>{% endfor %}</mj-raw>`,
    )
    expect(document.rows).toMatchObject([{ each: { in: 'list', as: 'x', limit: 1000 } }])
    expect(report.warnings).toMatchObject([{ code: 'MJML_TEMPLATE_TAG', message: expect.stringContaining('1000') }])
  })

  test('a loop over one block becomes the loop of the block', () => {
    expect(blockOf('<mj-raw>{% for x in list %}</mj-raw><mj-spacer /><mj-raw>{% endfor %}</mj-raw>')).toMatchObject({
      type: 'spacer',
      each: { in: 'list', as: 'x' },
    })
  })

  test.each([
    ['handlebars', '{{#if gift}}', '{{/if}}'],
    ['mailchimp', '*|IF:GIFT|*', '*|END:IF|*'],
    ['liquid', '{% if x | size > 3 %}', '{% endif %}'],
  ])('%s that documents do not support is kept around it unchanged', (target, before, after) => {
    const { document, report } = read(inColumn(`<mj-raw>${before}</mj-raw><mj-spacer /><mj-raw>${after}</mj-raw>`))
    expect(blocksOf(document)[0]?.when).toEqual({ op: 'native', target, before, after })
    expect(report.warnings).toMatchObject([{ code: 'MJML_TEMPLATE_TAG' }])
  })

  test('an unmatched tag stays HTML', () => {
    const { document } = read(inColumn('<mj-raw>{% if a %}</mj-raw><mj-spacer />'))
    expect(blocksOf(document).map((block) => block['html'] ?? block.type)).toEqual(['{% if a %}', 'spacer'])
  })
})
