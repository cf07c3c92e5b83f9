import { describe, expect, test } from 'bun:test'
import type { Section } from '../../../src/email/document/index.ts'
import { blockOf, blocksOf, inColumn, read } from './read.ts'

const image = 'src="https://example.com/a.png"'
const words = (text: string) => [{ type: 'paragraph', runs: [{ text }] }]

describe('a component as a block', () => {
  test.each<[string, Record<string, unknown>]>([
    ['<mj-text>Hi</mj-text>', { type: 'text', text: words('Hi'), style: { padding: [10, 25, 10, 25] } }],
    ['<mj-text padding="0">Hi</mj-text>', { type: 'text', text: words('Hi') }],
    [
      '<mj-text padding="0" font-size="20px" line-height="30px" color="red" font-weight="bold" align="center">Hi</mj-text>',
      { style: { size: 20, lineHeight: 1.5, color: '#ff0000', weight: 700, align: 'center' } },
    ],
    [
      '<mj-text padding="0" font-style="italic" text-decoration="underline" text-transform="uppercase" letter-spacing="2px">Hi</mj-text>',
      { style: { italic: true, decoration: 'underline', transform: 'uppercase', letterSpacing: 2 } },
    ],
    [
      '<mj-text padding="5px" padding-left="1px" container-background-color="#eee">Hi</mj-text>',
      { style: { padding: [5, 5, 5, 1], background: '#eee' } },
    ],
    ['<mj-text padding="5px" padding-top="9">no unit, no length</mj-text>', { style: { padding: [5, 5, 5, 5] } }],
    ['<mj-text padding="10%">Hi</mj-text>', { style: { padding: [60, 60, 60, 60] } }],
    [
      '<mj-button href="https://a.example">Go &amp; see</mj-button>',
      {
        type: 'button',
        label: 'Go & see',
        href: 'https://a.example',
        style: {
          padding: [10, 25, 10, 25],
          align: 'center',
          background: '#414141',
          innerPadding: [10, 25, 10, 25],
          radius: 3,
        },
      },
    ],
    [
      '<mj-button padding="0" background-color="none" border="1px dashed blue" border-radius="0" inner-padding="1px 2px" width="200px" align="left"><b>Go</b></mj-button>',
      {
        label: 'Go',
        href: '',
        style: {
          background: 'transparent',
          border: { width: 1, style: 'dashed', color: '#0000ff' },
          radius: 0,
          innerPadding: [1, 2, 1, 2],
          width: 200,
          weight: 700,
        },
      },
    ],
    ['<mj-button padding="0" width="100%">Go</mj-button>', { fullWidth: true }],
    [
      `<mj-image ${image} alt="&quot;A&quot;" title="t" href="https://a.example" width="200px" border-radius="4px" border="2px solid #123" />`,
      {
        type: 'image',
        src: 'https://example.com/a.png',
        alt: '"A"',
        title: 't',
        href: 'https://a.example',
        width: 200,
        style: {
          padding: [10, 25, 10, 25],
          align: 'center',
          radius: 4,
          border: { width: 2, style: 'solid', color: '#123' },
        },
      },
    ],
    [`<mj-image ${image} width="900px" padding="0" />`, { type: 'image', style: { align: 'center' } }],
    [`<mj-image ${image} width="300px" height="150px" padding="0" align="left" />`, { width: 300, height: 150 }],
    [`<mj-image ${image} width="300px" padding="0" fluid-on-mobile="true" />`, { mobile: { width: '100%' } }],
    [
      '<mj-divider padding="0" />',
      { type: 'divider', thickness: 4, color: '#000000', line: 'solid', style: { align: 'center' } },
    ],
    [
      '<mj-divider padding="0" border-width="1px" border-style="dotted" border-color="tomato" width="50%" align="right" />',
      { thickness: 1, color: '#ff6347', line: 'dotted', style: { width: '50%', align: 'right' } },
    ],
    ['<mj-spacer />', { type: 'spacer', height: 20 }],
    ['<mj-spacer height="50px" padding="3px" />', { height: 50, style: { padding: [3, 3, 3, 3] } }],
    [
      '<mj-social padding="0"><mj-social-element name="facebook" href="https://a.example">F</mj-social-element><mj-social-element name="x-noshare" href="https://b.example" /></mj-social>',
      {
        type: 'social',
        items: [
          {
            network: 'facebook',
            href: 'https://www.facebook.com/sharer/sharer.php?u=https://a.example',
            label: 'F',
            color: '#3b5998',
          },
          { network: 'x', href: 'https://b.example', color: '#000000' },
        ],
        size: 20,
        radius: 3,
      },
    ],
    [
      '<mj-social mode="vertical" icon-size="40px" border-radius="20px"><mj-social-element src="https://a.example/i.png" alt="Ours" background-color="#abcdef" href="https://a.example" /></mj-social>',
      {
        items: [{ network: 'Ours', href: 'https://a.example', src: 'https://a.example/i.png', color: '#abcdef' }],
        size: 40,
        radius: 20,
        layout: 'stack',
      },
    ],
    [
      '<mj-navbar base-url="https://a.example"><mj-navbar-link href="/x">X</mj-navbar-link></mj-navbar>',
      {
        type: 'menu',
        items: [{ label: 'X', href: 'https://a.example/x' }],
        layout: 'row',
        style: { align: 'center', innerPadding: [15, 10, 15, 10], transform: 'uppercase', lineHeight: 1.69231 },
      },
    ],
    [
      '<mj-carousel padding="0"><mj-carousel-image src="https://a.example/1.png" alt="1" href="https://a.example" /></mj-carousel>',
      { type: 'carousel', items: [{ src: 'https://a.example/1.png', alt: '1', href: 'https://a.example' }] },
    ],
    [
      '<mj-accordion padding="0"><mj-accordion-element><mj-accordion-title>T</mj-accordion-title><mj-accordion-text>B</mj-accordion-text></mj-accordion-element></mj-accordion>',
      { type: 'accordion', items: [{ title: 'T', text: words('B') }] },
    ],
    ['<mj-raw><b>x</b></mj-raw>', { type: 'html', html: '<b>x</b>' }],
    [
      '<mj-raw><tr><td>x</td></tr></mj-raw>',
      {
        html: '<table role="presentation" border="0" cellpadding="0" cellspacing="0" width="100%"><tr><td>x</td></tr></table>',
      },
    ],
    ['<!--[if mso]><p>x</p><![endif]-->', { type: 'html', html: '<!--[if mso]><p>x</p><![endif]-->' }],
  ])('%s', (component, expected) => {
    expect(blockOf(component)).toMatchObject(expected)
  })

  test('a mj-table of plain rows is a table', () => {
    const rows =
      '<tr><th style="text-align:left;padding:4px">Item</th><th style="text-align:right;padding:4px">Price</th></tr>'
    const row =
      '<tr><td style="padding:4px"><b>Mug</b></td><td style="text-align:right;padding:4px">{{ price }}</td></tr>'
    expect(blockOf(`<mj-table>${rows}${row}</mj-table>`)).toMatchObject({
      type: 'table',
      head: [[{ runs: [{ text: 'Item' }] }], [{ runs: [{ text: 'Price' }] }]],
      rows: [[[{ runs: [{ text: 'Mug', bold: true }] }], [{ runs: [{ tag: { path: 'price' } }] }]]],
      columns: [{}, { align: 'right' }],
      style: { innerPadding: [4, 4, 4, 4], border: { width: 0 } },
    })
  })

  test.each([
    '<tr style="border-bottom:1px solid #eee"><td>a</td></tr>',
    '<tr><td colspan="2">a</td></tr>',
    '<tr><td>a</td></tr><tr><td>b</td><td>c</td></tr>',
    '<tr><td style="padding:1px">a</td><td style="padding:2px">b</td></tr>',
    '<tr><td><img src="https://a.example/b.png"></td></tr>',
    '{% for one in all %}<tr><td>a</td></tr>{% endfor %}',
  ])('a mj-table with %s stays HTML', (rows) => {
    expect(blockOf(`<mj-table>${rows}</mj-table>`)).toMatchObject({ type: 'html' })
  })

  test('mj-table keeps its rows byte for byte', () => {
    const { html } = blockOf('<mj-table width="80%" cellpadding="3"><tr><td  style="x:y">a</td></tr></mj-table>')
    expect(html).toContain('<tr><td  style="x:y">a</td></tr>')
    expect(html).toContain('cellpadding="3" cellspacing="0" border="0" width="80%"')
  })

  test('a spacer above the maximum height becomes several spacers', () => {
    const heights = blocksOf(read(inColumn('<mj-spacer height="900px" />')).document).map((block) => block['height'])
    expect(heights).toEqual([400, 400, 100])
  })

  test('an unknown component is kept as HTML and reported', () => {
    const { document, report } = read(inColumn('<mj-chart type="bar"><b>7</b></mj-chart>'))
    expect(blocksOf(document)[0]).toMatchObject({ type: 'html', html: expect.stringContaining('<b>7</b>') })
    expect(report.warnings).toMatchObject([{ code: 'MJML_COMPONENT', line: 1 }])
    expect(report.native_share).toBe(0)
  })

  test('content after a nested button or image is in its own column', () => {
    const [outer, inner] = blocksOf(
      read(inColumn(`<mj-image ${image} container-background-color="#123456" />`)).document,
    )
    expect(outer).toMatchObject({ type: 'columns', columns: [{ style: { background: '#123456' } }] })
    expect(inner).toMatchObject({ type: 'image' })
  })

  test('a URL that documents do not accept keeps the component as HTML', () => {
    const { document, report } = read(
      inColumn('<mj-image src="img/a.png" alt="A" /><mj-button href="%%x%%">B</mj-button>'),
    )
    expect(blocksOf(document).map((block) => block.type)).toEqual(['html', 'html'])
    expect(report.warnings.map((one) => one.code)).toEqual(['MJML_ADDRESS', 'MJML_ADDRESS'])
    expect(report).toMatchObject({ words_kept: 1 })
  })
})

describe('sections and columns', () => {
  const rows = (body: string, head = '') =>
    read(`<mjml><mj-head>${head}</mj-head><mj-body>${body}</mj-body></mjml>`).document.rows
  const text = '<mj-text>x</mj-text>'

  test.each<[string, string, object]>([
    ['a section', `<mj-section><mj-column>${text}</mj-column></mj-section>`, { box: { padding: [20, 0, 20, 0] } }],
    [
      'colour, border and radius',
      `<mj-section padding="0" background-color="#abc" border-bottom="2px solid red" border-radius="5px"><mj-column>${text}</mj-column></mj-section>`,
      {
        box: {
          background: '#abc',
          border: { width: 2, style: 'solid', color: '#ff0000', sides: ['bottom'] },
          radius: 5,
        },
      },
    ],
    [
      'a picture behind it',
      `<mj-section padding="0" background-url="https://a.example/b.png" background-position="left"><mj-column>${text}</mj-column></mj-section>`,
      {
        box: {
          backgroundImage: { src: 'https://a.example/b.png', size: 'auto', position: 'left center', repeat: 'repeat' },
        },
      },
    ],
    [
      'the full width',
      `<mj-section full-width="full-width" background-color="#abc"><mj-column>${text}</mj-column></mj-section>`,
      { band: { background: '#abc' }, box: { padding: [20, 0, 20, 0] } },
    ],
    [
      'columns from right to left',
      `<mj-section padding="0" direction="rtl"><mj-column width="30%" /><mj-column width="70%" /></mj-section>`,
      { stack: 'reverse', columns: [{ width: { pct: 70 } }, { width: { pct: 30 } }] },
    ],
    [
      'a group',
      `<mj-section padding="0"><mj-group><mj-column width="60px" /><mj-column width="540px" /></mj-group></mj-section>`,
      { stack: 'keep', columns: [{ width: { pct: 10 } }, { width: { pct: 90 } }] },
    ],
    [
      'a group beside a column',
      `<mj-section padding="0"><mj-group width="50%"><mj-column /><mj-column /></mj-group><mj-column width="50%" /></mj-section>`,
      { stack: 'stack', columns: [{ blocks: [{ type: 'columns', stack: 'keep' }] }, { width: { pct: 50 } }] },
    ],
    [
      'columns at the left',
      `<mj-section padding="0" text-align="left"><mj-column width="50%" /></mj-section>`,
      { columns: [{ width: { pct: 50 } }, { width: { pct: 50 }, blocks: [] }] },
    ],
    [
      'columns in px with a box in a box',
      `<mj-section padding="0"><mj-column width="200px" padding="4px" background-color="#eee" inner-background-color="#fff" vertical-align="middle" /><mj-column width="400px" /></mj-section>`,
      {
        columns: [
          {
            width: { px: 200 },
            align: 'middle',
            style: { padding: [4, 4, 4, 4], background: '#eee' },
            blocks: [{ type: 'columns', columns: [{ style: { background: '#fff' } }] }],
          },
          { width: { px: 400 }, align: 'top' },
        ],
      },
    ],
    [
      'a gutter',
      `<mj-section padding="0" gutter="20px"><mj-column>${text}</mj-column><mj-column>${text}</mj-column></mj-section>`,
      {
        columns: [
          { width: { pct: 50 }, style: { padding: [0, 10, 0, 0] }, mobile: { padding: [0, 0, 6, 0] } },
          { width: { pct: 50 }, style: { padding: [0, 0, 0, 10] }, mobile: { padding: [6, 0, 0, 0] } },
        ],
      },
    ],
    [
      'a hero',
      `<mj-hero height="300px" background-url="https://a.example/h.jpg" vertical-align="middle">${text}</mj-hero>`,
      { box: { minHeight: 300, valign: 'middle', background: '#ffffff', backgroundImage: { size: 'cover' } } },
    ],
    [
      'a fluid hero',
      `<mj-hero mode="fluid-height" background-width="600px" background-height="300px" background-url="https://a.example/h.jpg">${text}</mj-hero>`,
      { box: { minHeight: 300 }, mobile: { minHeight: 188 } },
    ],
    [
      'a wrapper',
      `<mj-wrapper background-color="#abc" padding="7px"><mj-section><mj-column /></mj-section></mj-wrapper>`,
      { type: 'group', style: { background: '#abc', padding: [7, 7, 7, 7] }, rows: [{ type: 'section' }] },
    ],
    ['text without column and section', text, { type: 'section', columns: [{ blocks: [{ type: 'text' }] }] }],
    ['HTML between sections', '<mj-raw><hr></mj-raw>', { columns: [{ blocks: [{ type: 'html', html: '<hr>' }] }] }],
  ])('%s', (_, body, expected) => {
    expect(rows(body)[0]).toMatchObject(expected)
  })

  test('columns that do not fit into a row wrap to the next', () => {
    const column = '<mj-column width="50%"><mj-text>x</mj-text></mj-column>'
    const found = rows(`<mj-section padding="9px 0">${column.repeat(4)}</mj-section>`) as Section[]
    expect(found.map((row) => [row.columns.length, row.box?.padding])).toEqual([
      [2, [9, 0, 0, 0]],
      [2, [0, 0, 9, 0]],
    ])
  })

  test('more than six columns are merged', () => {
    const [row] = rows(
      `<mj-section>${'<mj-column><mj-text>x</mj-text></mj-column>'.repeat(8)}</mj-section>`,
    ) as Section[]
    expect(row?.columns.length).toBe(4)
    expect(row?.columns[0]?.blocks[0]).toMatchObject({ type: 'columns', columns: [{}, {}] })
  })

  test('an image that fills a narrow column keeps its width on phones unless it is fluid', () => {
    const columns = (more: string) =>
      `<mj-section padding="0">${`<mj-column><mj-image ${image} padding="0" ${more}/></mj-column>`.repeat(2)}</mj-section>`
    const [fixed] = rows(columns('')) as Section[]
    const [fluid] = rows(columns('fluid-on-mobile="true" ')) as Section[]
    expect(fixed?.columns[0]?.blocks[0]?.mobile).toEqual({ width: 300 })
    expect(fluid?.columns[0]?.blocks[0]?.mobile).toBeUndefined()
  })

  test('a comment in mj-raw names the next component, too', () => {
    const found = rows(`<mj-raw>\n<!-- Shoes -->\n</mj-raw><mj-section><mj-column>${text}</mj-column></mj-section>`)
    expect(found).toMatchObject([{ name: 'Shoes' }])
  })

  test('a comment names the next component', () => {
    expect(rows(`<!-- The head --><mj-section><mj-column>${text}</mj-column></mj-section>`)[0]?.name).toBe('The head')
  })
})
