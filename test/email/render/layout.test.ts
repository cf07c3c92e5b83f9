import { describe, expect, test } from 'bun:test'
import { blockTypes, column, readSample, renderEmail, section } from './compose.ts'

function render(rows: readonly object[], rest: object = {}): string {
  const { html = '' } = renderEmail(readSample({ rows, ...rest }), blockTypes, { data: {}, outputs: ['html'] })
  return html.slice(html.indexOf('<body'))
}

const wide = (width: object, rest: object = {}) => column([{ type: 'text', text: 'x' }], { width, ...rest })
const cells = (html: string) => [...html.matchAll(/<td width="([^"]*)" valign="/g)].map(([, width]) => width)

describe('columns that stay side by side', () => {
  for (const [name, widths, expected] of [
    ['in px keep them, and the rest takes what remains', [{ px: 90 }, { fr: 1 }], ['90', '85%']],
    ['in px keep them beside any others', [{ px: 60 }, { pct: 50 }, { fr: 1 }], ['60', '50%', '40%']],
    ['stand in percent when none is in px', [{ fr: 1 }, { fr: 3 }], ['25%', '75%']],
    ['stand in percent when they are too wide', [{ px: 600 }, { px: 600 }], ['50%', '50%']],
  ] as const)
    test(name, () => {
      const html = render([
        section(
          widths.map((width) => wide(width)),
          { stack: 'keep' },
        ),
      ])
      expect(cells(html)).toEqual([...expected])
    })

  test('count their padding to their px', () => {
    const html = render([
      section([wide({ px: 92 }, { style: { padding: [0, 8] } }), wide({ fr: 1 })], { stack: 'keep' }),
    ])
    expect(html).toContain('<td width="92" valign="top" style="box-sizing:border-box;padding:0 8px">')
  })
})

describe('the content background', () => {
  const body = { contentBackground: '#fafafa' }

  test('is behind a section', () => {
    expect(render([section([wide({ fr: 1 })])], { body })).toContain('background-color:#fafafa')
  })

  test('does not cover the background of a band', () => {
    const html = render([section([wide({ fr: 1 })], { band: { background: '#123456' } })], { body })
    expect(html).toContain('background-color:#123456')
    expect(html).not.toContain('#fafafa')
  })

  test('is behind a section whose band has no background', () => {
    const html = render([section([wide({ fr: 1 })], { band: { padding: [8, 0] } })], { body })
    expect(html).toContain('background-color:#fafafa')
  })
})

describe('a hero', () => {
  const hero = (box: object, rest: object = {}) =>
    render([
      section([column([{ type: 'button', label: 'Go', href: 'https://example.com' }])], {
        box: { backgroundImage: { src: 'https://example.com/a(1).jpg' }, minHeight: 300, padding: [20, 0], ...box },
        ...rest,
      }),
    ])

  test('has its height including padding and border, and its content alignment', () => {
    const border = { width: 5, style: 'solid', color: '#000000' }
    expect(hero({ valign: 'bottom', border })).toContain('height:250px;vertical-align:bottom')
    expect(hero({})).toContain('height:260px;vertical-align:top')
  })

  test('is a shape in Outlook, in which a button is a cell', () => {
    const html = hero({ background: '#102030' })
    expect(html).toContain('<v:rect style="width:600px;height:300px"')
    expect(html).toContain('src="https://example.com/a(1).jpg" color="#102030"')
    expect(html).not.toContain('v:roundrect')
    expect(html).toContain('<td align="center" style="padding:12px 24px;background-color:#1f5eff')
  })

  test('can have another height and image on phones', () => {
    const { css = '' } = renderEmail(
      readSample({
        rows: [
          section([column([])], {
            box: { minHeight: 300 },
            mobile: { minHeight: 160, backgroundImage: { src: "https://example.com/b'.jpg" } },
          }),
        ],
      }),
      blockTypes,
      { data: {} },
    )
    expect(css).toContain(
      "height:160px!important;vertical-align:top!important;background-image:url('https://example.com/b%27.jpg')!important",
    )
  })
})

test('a background image of the mobile layer contains no tags that an ESP would fill in', () => {
  const document = readSample({
    rows: [section([wide({ fr: 1 })], { mobile: { backgroundImage: { src: 'https://example.com/{{ x }}.jpg' } } })],
  })
  const filled = renderEmail(document, blockTypes, { data: { x: "a')}</style>" } })
  expect(filled.css).toContain("url('https://example.com/a%27%29%7D%3C/style%3E.jpg')!important")
  const passed = renderEmail(document, blockTypes, { target: 'passthrough' })
  expect(passed.css).not.toContain('url(')
  expect(passed.report.warnings.map(({ code }) => code)).toEqual(['UNSAFE_ADDRESS'])
})

describe('a background image', () => {
  const style = { background: '#334455', backgroundImage: { src: 'paper' } }
  const assets = { paper: { url: '/cdn/ast_1/p.png', width: 9, height: 9, mime: 'image/png' } }
  const shapes = (html: string) => html.split('<v:rect').length - 1
  const painted = (html: string) => html.split("url('https://cdn.example.com/cdn/ast_1/p.png')").length - 1
  const block = { type: 'text', text: 'x' }
  const rows: Record<string, object> = {
    band: section([column([block])], { band: style }),
    'box of a section': section([column([block])], { box: style }),
    group: { type: 'group', style, rows: [section([column([block])])] },
    'band of a group': { type: 'group', band: style, rows: [section([column([block])])] },
    column: section([column([block], { style }), column([block])]),
    'only column': section([column([block], { style })]),
    'column that stays': section([column([block], { style }), column([block])], { stack: 'keep' }),
    block: section([column([{ ...block, style }])]),
    'block with a box of its own': section([column([{ type: 'button', label: 'x', href: '', style }])]),
    'nested columns': section([column([{ type: 'columns', columns: [column([block]), column([block])], style }])]),
  }
  const html = (row: object) =>
    renderEmail(readSample({ rows: [row], assets }), blockTypes, {
      data: {},
      outputs: ['html'],
      cdnUrl: 'https://cdn.example.com',
    }).html ?? ''

  for (const [name, row] of Object.entries(rows))
    test(`of a ${name} renders, in Outlook as a VML shape`, () => {
      expect([painted(html(row)), shapes(html(row))]).toEqual([1, 1])
    })

  test('of the body renders, in Outlook as that of the page', () => {
    const { html = '' } = renderEmail(
      readSample({ rows: [section([column([block])])], assets, body: { backgroundImage: style.backgroundImage } }),
      blockTypes,
      { data: {}, cdnUrl: 'https://cdn.example.com' },
    )
    expect(painted(html)).toBe(1)
    expect(html).toContain(
      '<v:background fill="true"><v:fill type="tile" src="https://cdn.example.com/cdn/ast_1/p.png"',
    )
  })

  test('inside another is a color in Outlook, which renders no nested shapes', () => {
    const both = html(section([column([{ ...block, style }], { style })], { band: style, box: style }))
    expect([painted(both), shapes(both)]).toEqual([4, 1])
  })

  test('that repeats keeps its size unless one is set', () => {
    const repeated = { backgroundImage: { src: 'https://example.com/t.png', repeat: 'repeat-x' } }
    expect(html(section([column([block])], { box: repeated }))).toContain(
      'background-size:auto;background-repeat:repeat-x',
    )
  })
})

describe('an anchor', () => {
  const { html = '', text } = renderEmail(
    readSample({
      rows: [
        section([column([{ type: 'text', text: '<a href="#offers">Offers</a>' }])]),
        section([column([{ type: 'text', text: 'x', anchor: 'here' }], { anchor: 'col' })], { anchor: 'offers' }),
      ],
    }),
    blockTypes,
    { data: {} },
  )

  test('is a link target by id and, in Outlook, by name', () => {
    expect(html).toContain('<a href="#offers" style=')
    for (const name of ['offers', 'col', 'here']) {
      expect(html.split(` id="${name}"`).length).toBe(2)
      expect(html).toContain(`<!--[if mso]><a name="${name}"></a><![endif]-->`)
    }
  })

  test('is omitted in plain text', () => {
    expect(text).toBe('Offers\n\nx\n')
  })
})

test('only the chosen corners are rounded', () => {
  const box = { radius: 12, corners: ['top-left', 'top-right'], background: '#ffffff' }
  expect(render([section([wide({ fr: 1 })], { box })])).toContain('border-radius:12px 12px 0 0')
})

test('a group has a band of full width, too', () => {
  const html = render([
    { type: 'group', band: { background: '#123456' }, style: { padding: 8 }, rows: [section([wide({ fr: 1 })])] },
  ])
  expect(html).toMatch(
    /<table [^>]*width="100%"><tr><td style="background-color:#123456"><!--\[if mso\]><table [^>]*width="600">/,
  )
})
