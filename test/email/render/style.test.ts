import { describe, expect, test } from 'bun:test'
import { blockTypes, bodyOf, column, readSample, renderEmail, section, withBlocks } from './compose.ts'

const text = (words: string, rest: object = {}) => ({ type: 'text', text: words, ...rest })

function render(rows: readonly object[], rest: object = {}) {
  const { html = '', css = '', report } = renderEmail(readSample({ rows, ...rest }), blockTypes, { data: {} })
  return { html, css, report }
}

test('the space between the items of a list is below all but the last', () => {
  const item = (words: string) => ({ runs: [{ text: words }] })
  const list = { type: 'list', ordered: false, spacing: 10, items: [item('a'), item('b'), item('c')] }
  const html = bodyOf([{ type: 'text', text: [list] }], { data: {} })
  expect(html).toContain('<li style="margin:0 0 10px">a</li><li style="margin:0 0 10px">b</li><li>c</li>')
})

describe('a style', () => {
  const theme = {
    text: { color: '#111111', size: 15 },
    headings: { 1: { color: '#222222' } },
    button: { color: '#333333' },
    classes: { loud: { color: '#444444', size: 40 } },
  }

  test('cascades from theme, element, classes, ancestors and node, in this order', () => {
    const blocks = [
      { type: 'heading', level: 1, text: 'a' },
      { type: 'heading', level: 1, text: 'b', classes: ['loud'] },
      text('c', { classes: ['loud'] }),
      text('d', { classes: ['loud'], style: { color: '#555555' } }),
    ]
    const alone = bodyOf(blocks, { data: {} }, { theme })
    expect([...alone.matchAll(/font-size:(\d+)px[^>]*color:(#\d+)">([abcd])/g)].map(([, ...found]) => found)).toEqual([
      ['32', '#222222', 'a'],
      ['40', '#444444', 'b'],
      ['40', '#444444', 'c'],
      ['40', '#555555', 'd'],
    ])
    const { html } = render([section([column(blocks)], { box: { color: '#666666', size: 12 } })], { theme })
    expect([...html.matchAll(/font-size:(\d+)px[^>]*color:(#\d+)">([abcd])/g)].map(([, ...found]) => found)).toEqual([
      ['32', '#666666', 'a'],
      ['40', '#666666', 'b'],
      ['12', '#666666', 'c'],
      ['12', '#555555', 'd'],
    ])
  })

  test('of a button does not inherit the text color around it', () => {
    const { html } = render(
      [section([column([{ type: 'button', label: 'x', href: 'https://example.com' }])], { box: { color: '#ffffff' } })],
      { theme },
    )
    expect(html).toContain('color:#333333">x</a>')
  })

  test('that refers to a missing theme value is omitted, with a warning', () => {
    const document = withBlocks([text('x')])
    document.theme.text = { color: '$color.gone', font: '$font.gone' }
    const { report } = renderEmail(document, blockTypes, { data: {} })
    expect(report.warnings.map(({ code }) => code).sort()).toEqual(['UNKNOWN_COLOR', 'UNKNOWN_FONT'])
  })

  test('with a translucent color is written in the syntax that email clients support', () => {
    expect(bodyOf([text('x', { style: { background: '#00000080' } })])).toContain('background-color:rgba(0,0,0,0.5)')
  })
})

describe('a font that Windows lacks', () => {
  const outlook = (html: string) => /<!--\[if mso\]><style>(.*?)<\/style>/.exec(html)?.[1]
  const rendered = (font: string, fonts: object = {}) =>
    render([section([column([text('x', { style: { font } }), text('y', { style: { font } })])])], {
      theme: { colors: {}, fonts },
    }).html

  test('has a substitute in Outlook, which would use Times otherwise', () => {
    const alt = (family: string, standIn: string) => `@font-face{font-family:'${family}';mso-font-alt:'${standIn}'}`
    expect(outlook(rendered("'Open Sans', Verdana, sans-serif"))).toBe(alt('Open Sans', 'Verdana'))
    expect(outlook(rendered('Lora, serif'))).toBe(alt('Lora', 'Georgia'))
    expect(outlook(rendered('Fira Code, Menlo, monospace'))).toBe(alt('Fira Code', 'Courier New'))
    expect(outlook(rendered('Lobster'))).toBe(alt('Lobster', 'Arial'))
    expect(outlook(rendered('Arial, sans-serif'))).toBeUndefined()
  })

  test('of the theme is loaded by other clients if it has a URL', () => {
    const fonts = { brand: { family: 'Brand Sans', fallback: 'Tahoma', href: 'https://fonts.example.com/b.css' } }
    const html = rendered('$font.brand', fonts)
    expect(html).toContain(
      '<!--[if !mso]><!--><link href="https://fonts.example.com/b.css" rel="stylesheet"><!--<![endif]-->',
    )
    expect(outlook(html)).toContain("mso-font-alt:'Tahoma'")
    expect(html).toContain("font-family:'Brand Sans',Tahoma")
  })
})

describe('dark mode', () => {
  const theme = { colors: { ink: { light: '#111111', dark: '#eeeeee' }, flat: { light: '#123456' } } }

  test('is written only for colors with a dark value, for Outlook.com separately for text and background', () => {
    const { html, css } = render(
      [
        section([
          column([text('a', { style: { color: '$color.ink' } }), text('b', { style: { color: '$color.flat' } })]),
        ]),
      ],
      { theme },
    )
    expect(css).toContain('@media (prefers-color-scheme:dark){.d1{color:#eeeeee!important}}')
    expect(css).toContain('[data-ogsc] .d1{color:#eeeeee!important}')
    expect(css).not.toContain('[data-ogsb]')
    expect(html.match(/class="d1"/g)?.length).toBe(1)
  })

  test('shares one class among equal styles', () => {
    const { html, css } = render(
      [section([column([1, 2, 3].map((n) => text(`${n}`, { style: { color: '$color.ink' } })))])],
      { theme },
    )
    expect(html.match(/class="d1"/g)?.length).toBe(3)
    expect(css).not.toContain('.d2')
  })

  test('follows the colors of the node itself', () => {
    const { css } = render([
      section([
        column([text('a', { style: { background: '#ffffff' }, dark: { background: '#000000', color: '#cccccc' } })]),
      ]),
    ])
    expect(css).toContain('.d1{background-color:#000000!important;color:#cccccc!important}')
    expect(css).toContain('[data-ogsb] .d1{background-color:#000000!important}')
    expect(css).toContain('[data-ogsc] .d1{color:#cccccc!important}')
  })

  test('a light color of a block overrides the dark one of its section', () => {
    const { html } = render([
      section([column([text('plain'), text('own', { style: { color: '#ff0000' } })])], {
        dark: { color: '#cccccc' },
        box: { color: '#222222' },
      }),
    ])
    expect(html).toMatch(/class="d1"[^>]*>plain/)
    expect(html).toMatch(/<td style="[^"]*color:#ff0000">own/)
  })

  test('swaps images that have a dark version', () => {
    const { html, css } = render([
      section([
        column([{ type: 'image', src: 'https://example.com/l.png', darkSrc: 'https://example.com/d.png', alt: 'x' }]),
      ]),
    ])
    expect(html).toMatch(/l\.png" alt="x" width="600" class="d1"/)
    expect(html).toMatch(
      /<!--\[if !mso\]><!--><img src="https:\/\/example.com\/d\.png" [^>]*class="d2" style="display:none/,
    )
    expect(css).toContain('.d1{display:none!important}.d2{display:inline-block!important}')
  })
})

describe('the mobile layer', () => {
  test('applies up to the breakpoint, columns from the next px on', () => {
    const { css } = render(
      [section([column([text('a', { mobile: { size: 20, padding: 8, align: 'center' } })]), column([text('b')])])],
      { body: { breakpoint: 500 } },
    )
    expect(css).toContain(
      '@media (max-width:500px){.m1{padding:8px!important;font-size:20px!important;text-align:center!important}}',
    )
    expect(css).toContain('@media (min-width:501px){.c1{width:50%!important;max-width:50%}}')
    expect(css).toContain('.moz-text-html .c1{width:50%!important;max-width:50%}')
  })

  test('has its own dark colors, over those of wide screens, unless the node sets others', () => {
    const colors = { ink: { light: '#111111', dark: '#eeeeee' }, red: { light: '#cc0000', dark: '#ff6666' } }
    const css = (block: object) =>
      render([section([column([text('x', block)])])], { theme: { colors, fonts: {} } }).css.split(
        '(max-width:480px) and ',
      )[1]
    const style = { color: '$color.ink' }
    expect(css({ style, mobile: { color: '$color.red' } })).toBe(
      '(prefers-color-scheme:dark){.n1{color:#ff6666!important}}',
    )
    expect(css({ style, mobile: { color: '#00aa00' } })).toContain('.n1{color:#00aa00!important}')
    expect(css({ style: { color: '#222222' }, mobile: { color: '#00aa00' } })).toBeUndefined()
    expect(css({ style, mobile: { color: '#00aa00' }, dark: { color: '#ffffff' } })).toBeUndefined()
  })

  test('hides content for phones from Outlook', () => {
    const { html } = render([section([column([text('phone', { hide: { desktop: true } })])])])
    expect(html).toMatch(/<!--\[if !mso\]><!--><tr class="m1" style="display:none">.*phone.*<!--<!\[endif\]-->/)
  })
})

describe('columns', () => {
  const widths = (html: string) => [...html.matchAll(/<td width="(\d+)"/g)].map(([, width]) => Number(width))

  test('share the width to the px: px and pct first, fr the rest', () => {
    const row = (columns: object[]) =>
      widths(render([section(columns.map((width) => column([text('x')], { width })))]).html)
    expect(row([{ fr: 1 }, { fr: 1 }, { fr: 1 }])).toEqual([200, 200, 200])
    expect(row([{ px: 100 }, { fr: 1 }, { pct: 25 }])).toEqual([100, 350, 150])
    expect(row([{ fr: 1 }, { fr: 1 }, { fr: 1 }, { fr: 1 }, { fr: 1 }, { fr: 2 }]).reduce((a, b) => a + b, 0)).toBe(600)
    expect(row([{ px: 400 }, { px: 400 }])).toEqual([300, 300])
    expect(row([{ px: 100 }, { px: 100 }])).toEqual([100, 100])
  })

  test('pass their exact content width to nested columns', () => {
    const image = { type: 'image', src: 'https://example.com/a.png', alt: '' }
    const { html } = render([
      section(
        [
          column([image], { style: { padding: [0, 10], border: { width: 1, style: 'solid', color: '#000000' } } }),
          column([image]),
        ],
        { box: { padding: [0, 20] } },
      ),
    ])
    expect([...html.matchAll(/<img [^>]*width="(\d+)"/g)].map(([, width]) => width)).toEqual(['258', '280'])
  })

  test('in reverse are in phone order in the source, and reversed on wide screens', () => {
    const { html } = render([section([column([text('first')]), column([text('second')])], { stack: 'reverse' })])
    expect(html.indexOf('second')).toBeLessThan(html.indexOf('first'))
    expect(html).toContain('<td dir="rtl" style="font-size:0">')
  })
})

describe('right-to-left text', () => {
  test('mirrors alignment, lists and columns', () => {
    const meta = { title: 'x', lang: 'he', dir: 'rtl' }
    const blocks = [{ type: 'list', items: [{ text: 'x' }] }, text('y', { style: { align: 'left' } })]
    const body = bodyOf(blocks, { data: {} }, { meta })
    expect(body).toContain('<div role="article" aria-roledescription="email" aria-label="x" lang="he" dir="rtl"')
    expect(body).toContain('<ul style="margin:0 1.5em 0 0')
    expect(body).toMatch(/<td align="left"[^>]*>y/)
    const { html } = render([section([column([text('a')]), column([text('b')])])], { meta })
    expect(html).toContain('width="600" dir="rtl"><tr>')
  })
})

describe('the report', () => {
  test('counts bytes as sent and warns when Gmail will clip', () => {
    const long = 'ü'.repeat(9000)
    const rows = [section([column(Array.from({ length: 6 }, () => text(long)))])]
    const { html, css, report } = render(rows)
    expect(report.bytes).toBe(Buffer.byteLength(html))
    expect(report.style_bytes).toBe(Buffer.byteLength(css))
    expect(report.gmail_clipped).toBe(true)
    expect(report.warnings[0]?.code).toBe('GMAIL_CLIPPED')
  })

  test('names what could not be rendered', () => {
    const document = withBlocks([text('x')])
    const [first] = document.rows
    document.rows.push({ id: 'm', type: 'module', ref: { id: 'mod_1', version: 'latest' } })
    if (first?.type === 'section') first.columns[0]?.blocks.push({ id: 'u', type: 'hologram' })
    const production = renderEmail(document, blockTypes, { data: {} })
    expect(production.report.warnings.map(({ code, node_id }) => [code, node_id])).toEqual([
      ['UNKNOWN_BLOCK', 'u'],
      ['MODULE_NOT_EXPANDED', 'm'],
    ])
    expect(production.html).not.toContain('hologram')
    expect(renderEmail(document, blockTypes, { data: {}, mode: 'editor' }).html).toContain('data-n="u"')
  })
})
