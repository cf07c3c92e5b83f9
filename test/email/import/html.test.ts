import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import {
  type Block,
  type EmailDocument,
  type Section,
  findNode,
  listBlocks,
  readDocument,
} from '../../../src/email/document/index.ts'
import { importHtml } from '../../../src/email/import/index.ts'
import { renderEmail } from '../../../src/email/render/index.ts'
import { expectGolden, orphans } from '../render/golden.ts'
import { type Loose, outlineOf } from './outline.ts'

function read(html: string, css?: string): EmailDocument {
  const result = readDocument(
    importHtml({ html, ...(css === undefined ? {} : { css }) }, blockTypes).document,
    blockTypes,
  )
  if (!('document' in result)) throw new Error(JSON.stringify(result.issues))
  return result.document
}

function blocksOf(document: EmailDocument): Block[] {
  const ids = listBlocks(document).filter(({ type }) => blockTypes.has(type) && type !== 'columns')
  return ids.flatMap(({ id }) => (findNode(document, id) as Block | undefined) ?? [])
}

const frame = (inner: string) =>
  `<!doctype html><html><body style="margin:0;background:#eeeeee"><table width="100%" cellpadding="0" cellspacing="0"><tr><td align="center"><table width="600" cellpadding="0" cellspacing="0" bgcolor="#ffffff">${inner}</table></td></tr></table></body></html>`
const row = (inner: string) => frame(`<tr><td style="padding:20px 30px">${inner}</td></tr>`)

test('cells that contain only links are as wide as their link texts', () => {
  const cells = ['WOMEN', 'MEN', 'SALE'].map(
    (word) =>
      `<td style="padding:0 12px"><a href="https://a.example/${word}" style="font-size:14px;text-decoration:none">${word}</a></td>`,
  )
  const document = read(row(`<div style="font-size:0"><table align="center"><tr>${cells.join('')}</tr></table></div>`))
  const sides = [...JSON.stringify(document.rows).matchAll(/"padding":\[[\d.]+,([\d.]+)/g)].map((match) =>
    Number(match[1]),
  )
  // What is left beside three words of 14 px and the room around them.
  expect(Math.max(...sides)).toBeWithin(150, 230)
})

describe('blocks', () => {
  const cases: [string, string, object][] = [
    [
      'a heading',
      '<h2 style="margin:0;font-size:22px">Hi <em>there</em></h2>',
      { type: 'heading', level: 2, style: { size: 22 } },
    ],
    ['a text', '<p style="margin:0">Hi <a href="https://example.com/">there</a></p>', { type: 'text' }],
    [
      'a picture',
      '<a href="https://example.com/"><img src="https://example.com/a.png" width="200" height="100" alt="A" style="display:block"></a>',
      {
        type: 'image',
        src: 'https://example.com/a.png',
        alt: 'A',
        width: 200,
        height: 100,
        href: 'https://example.com/',
      },
    ],
    [
      'a button made of padding',
      '<a href="https://example.com/" style="display:inline-block;background:#0000ff;color:#ffffff;padding:10px 20px;border-radius:4px">Go</a>',
      {
        type: 'button',
        label: 'Go',
        style: { background: '#0000ff', color: '#ffffff', radius: 4, innerPadding: [10, 20, 10, 20] },
      },
    ],
    [
      'a button made of a table',
      '<table cellpadding="0" cellspacing="0" align="center"><tr><td bgcolor="#00ff00" style="padding:8px 16px"><a href="https://example.com/">Go</a></td></tr></table>',
      { type: 'button', label: 'Go', style: { background: '#00ff00', align: 'center', innerPadding: [8, 16, 8, 16] } },
    ],
    [
      'a line',
      '<hr style="border:0;border-top:2px dashed #cccccc">',
      { type: 'divider', thickness: 2, color: '#cccccc', line: 'dashed' },
    ],
    ['room', '<div style="height:32px;line-height:32px">&nbsp;</div>', { type: 'spacer', height: 32 }],
    [
      'a list',
      '<ul><li>One</li><li>Two<ul><li>Below</li></ul></li></ul>',
      { type: 'text', text: [{ type: 'list', ordered: false }] },
    ],
    [
      'a list with space between its items',
      '<ol><li style="margin:0 0 10px">One<ul><li>Below</li></ul></li><li style="margin:0 0 10px">Two</li><li style="margin:0">Three</li></ol>',
      { type: 'text', text: [{ type: 'list', ordered: true, spacing: 10 }] },
    ],
    [
      'icons in the cells of a table',
      '<table align="center"><tr><td style="padding:3px 8px"><a href="https://a.example/"><img src="https://a.example/a.png" width="24" height="24" alt="A"></a></td><td style="padding:3px 8px"><a href="https://b.example/"><img src="https://a.example/b.png" width="24" height="24" alt="B"></a></td></tr></table>',
      {
        type: 'icons',
        size: 24,
        items: [{ alt: 'A', href: 'https://a.example/' }, { alt: 'B' }],
        style: { align: 'center', innerPadding: [3, 9, 3, 9] },
      },
    ],
    [
      'a button beside a row without cells',
      '<table><tr><td style="background:#b8442c;border-radius:9px"><a href="https://a.example/" style="display:block;padding:16px 28px;color:#fff">Order a loaf</a></td></tr><tr><!--[if mso]><td></td><![endif]--></tr></table>',
      { type: 'button', label: 'Order a loaf', style: { innerPadding: [16, 28, 16, 28], radius: 9 } },
    ],
    [
      'icons',
      '<img src="https://example.com/a.png" width="24" alt="A"> <img src="https://example.com/b.png" width="24" alt="B">',
      { type: 'icons', size: 24, items: [{ alt: 'A' }, { alt: 'B' }] },
    ],
    [
      'a table of data',
      '<table cellspacing="0"><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
      { type: 'table', rows: [[expect.anything(), expect.anything()]] },
    ],
    ['what no block says', '<select><option>One</option></select>', { type: 'html' }],
  ]
  test.each(cases)('%s', (_, html, block) => {
    expect(blocksOf(read(row(html)))).toMatchObject([block])
  })
})

describe('the content of blocks', () => {
  test('a link around a table becomes links around its text and images', () => {
    const inner =
      '<table><tr><td><img src="https://example.com/a.png" width="40" alt="A"></td><td>Words</td></tr></table>'
    const { document, report } = importHtml(
      { html: row(`<a href="https://example.com/card">${inner}</a>`) },
      blockTypes,
    )
    expect(report).toMatchObject({ links_kept: 1, native_share: 1 })
    expect(JSON.stringify(document).match(/"href":"https:\/\/example\.com\/card"/g)).toHaveLength(2)
  })

  test('empty lines before and after a button are kept', () => {
    const button =
      '<a href="https://example.com/" style="display:inline-block;background:#0000ff;padding:10px 20px">Go</a>'
    const [above, , below] = blocksOf(read(row(`Above<br><br>${button}<br><br>Below`)))
    expect(above).toMatchObject({
      text: [{ runs: [{ text: 'Above' }] }],
      style: { padding: [20, 30, 18, 30] },
    })
    expect(below).toMatchObject({ text: [{ runs: [{ break: true }, { text: 'Below' }] }] })
  })

  test('a row of empty cells keeps its height', () => {
    const cells =
      '<table width="100%"><tr><td height="30" width="10">&nbsp;</td><td height="30">&nbsp;</td></tr><tr><td width="10"></td><td>Words</td></tr></table>'
    expect(blocksOf(read(row(cells)))[0]).toMatchObject({ type: 'spacer', height: 30 })
  })

  test('columns keep their declared widths, with any padding', () => {
    const column = (padding: string, words: string) =>
      `<div style="display:inline-block;width:300px;vertical-align:top"><table width="100%" cellpadding="0" cellspacing="0"><tr><td style="font-size:16px;padding:${padding}">${words}</td></tr></table></div>`
    const document = read(
      frame(`<tr><td style="font-size:0">${column('0', 'One')}${column('0 40px', 'Two')}</td></tr>`),
    )
    const json = JSON.stringify(document.rows)
    expect(json.match(/"type":"column"/g)?.length).toBeGreaterThanOrEqual(2)
    expect(json).not.toMatch(/"fr":(?!1\b)/)
  })
})

describe('HTML of email clients', () => {
  const item = (said: string, bullet: string, words: string) =>
    `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:${said}'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${bullet}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`
  const dot = (level: number, words: string) => item(`l0 level${level} lfo1`, '·', words)
  const count = (mark: string, words: string) => item('l1 level1 lfo2', mark, words)
  const list = (ordered: boolean, ...items: object[]) => ({ type: 'list', ordered, items })
  const line = (text: string) => ({ runs: [{ text }] })
  const look =
    '<style>p.MsoListParagraph, li.MsoListParagraph {margin:0in 0in 8.0pt .5in;font-family:Georgia;font-size:11.0pt}</style>'

  const lists: [string, string, object[]][] = [
    [
      'levels are lists in lists',
      dot(1, 'Lease') + dot(2, 'Both copies') + dot(1, 'Keys'),
      [list(false, { ...line('Lease'), list: list(false, line('Both copies')) }, line('Keys'))],
    ],
    [
      'a level that is left out makes no empty item',
      dot(1, 'Lease') + dot(3, 'Annex'),
      [list(false, { ...line('Lease'), list: list(false, line('Annex')) })],
    ],
    [
      'levels deeper than documents have join the deepest',
      [1, 2, 3, 4].map((level) => dot(level, `Level ${level}`)).join(''),
      [
        list(false, {
          ...line('Level 1'),
          list: list(false, { ...line('Level 2'), list: list(false, line('Level 3'), line('Level 4')) }),
        }),
      ],
    ],
    [
      'other marks begin another list',
      dot(1, 'Lease') + count('1.', 'Welcome') + count('2.', 'Budget'),
      [list(false, line('Lease')), list(true, line('Welcome'), line('Budget'))],
    ],
  ]
  test.each(lists)('Word: %s', (_, html, expected) => {
    const { document, report } = importHtml({ html: row(html) }, blockTypes)
    expect(blocksOf(read(row(html)))).toMatchObject(expected.map((one) => ({ type: 'text', text: [one] })))
    expect(report.words_kept).toBe(1)
    expect(JSON.stringify(document)).not.toContain('·')
  })

  test('Word: lists have the style of their style sheet, with the spacing after the last item', () => {
    const document = read(look + row(dot(1, 'Lease') + dot(1, 'Keys')))
    expect(document.theme.text).toMatchObject({ font: 'Georgia', size: 14.67 })
    const [style] = blocksOf(document).map((block) => block.style?.padding)
    expect(style?.[2]).toBeCloseTo(20 + 8 / 0.75, 0)
  })

  test('Word: lists continued after other text, and items with images, are unchanged', () => {
    const image = dot(1, '<img src="https://example.com/a.png" width="40" height="40" alt="A">')
    const html = row(`${count('1.', 'Welcome')}<p>Then</p>${count('2.', 'Budget')}${image}`)
    const { document, report } = importHtml({ html }, blockTypes)
    expect(JSON.stringify(document)).toMatch(/"text":"2\..*Budget/)
    expect(report).toMatchObject({ words_kept: 1, images_kept: 1 })
  })

  const quote = (inner: string) =>
    `<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${inner}</blockquote>`
  const side = { width: 1, style: 'solid', color: '#cccccc', sides: ['left'] }

  test('Gmail: quoted messages, also nested ones, keep their border and indentation', () => {
    const inmost = quote('<div>Third</div><div><br></div><div>End</div>')
    const quoted = quote(`<div>First</div>${quote(`Second ${inmost}`)}`)
    const { rows } = read(`<body style="margin:0"><div dir="ltr">See below</div>${quoted}</body>`)
    const [, first] = rows as Section[]
    expect(first?.box).toMatchObject({ padding: [0, 0, 0, 6.4] })
    expect(first?.columns[0]?.style).toMatchObject({ border: side, padding: [0, 0, 0, 8] })
    const [words, second] = first?.columns[0]?.blocks ?? []
    expect(words).toMatchObject({ type: 'text', text: [line('First')] })
    expect(second).toMatchObject({
      style: { padding: [0, 0, 0, 6.4] },
      columns: [
        {
          style: { border: side, padding: [0, 0, 0, 8] },
          blocks: [
            { type: 'text', text: [line('Second')] },
            { type: 'text', style: { border: side, padding: [0, 0, 0, 14.4] } },
            { type: 'spacer', style: { border: side } },
            { type: 'text', text: [line('End')], style: { border: side } },
          ],
        },
      ],
    })
  })

  test('a quoted newsletter keeps its columns', () => {
    const cells = '<table width="600"><tr><td width="300">Left</td><td width="300">Right</td></tr></table>'
    const { document, report } = importHtml({ html: quote(`<div>Words</div>${cells}${cells}`) }, blockTypes)
    expect(report).toMatchObject({ native_share: 1, words_kept: 1 })
    expect(JSON.stringify(document)).not.toContain('"type":"html"')
  })
})

describe('rows', () => {
  test('the page background and the content width are imported', () => {
    const document = read(row('<p>x</p>'))
    expect(document.body).toMatchObject({ width: 600, background: '#eeeeee' })
    expect(document.rows).toMatchObject([{ box: { background: '#ffffff' } }])
  })

  test('an email of a fixed width on phones keeps it, and what is in the middle there its distance', () => {
    const css = '@media (max-width:480px){.w320{width:320px!important}.w280{width:280px!important}}'
    const table = '<table cellpadding="0" cellspacing="0" align="center"'
    const inner = `${table} width="500" class="w280"><tr><td>b</td></tr></table>`
    const html = `<style>${css}</style><body style="margin:0">${table} width="600" class="w320"><tr><td><p>a</p>${inner}</td></tr></table>`
    const document = read(html)
    expect(document.body).toMatchObject({ width: 600, breakpoint: 480, mobileWidth: 320 })
    expect(JSON.stringify(document.rows)).toContain('"mobile":{"padding":[16,20,0,20]}')
    expect(read(html.replace('width:320px', 'width:100%')).body).not.toHaveProperty('mobileWidth')
    expect(read(row('<p>x</p>')).body).not.toHaveProperty('mobileWidth')
  })

  const onPhones = (rules: string, inner: string) => {
    const css = `<style>@media (max-width:480px){${rules}}</style>`
    return read(
      `${css}<body style="margin:0"><table width="600" align="center" cellpadding="0" cellspacing="0" class="frame">${inner}</table>`,
    )
  }

  test('a frame that leaves a margin beside it on phones keeps the margin outside of its background', () => {
    const document = onPhones('.frame{width:95%!important}', '<tr><td bgcolor="#ffffff">a</td></tr>')
    expect(document.body.mobileWidth).toBe(356)
    expect(JSON.stringify(document.rows)).not.toContain('"mobile"')
  })

  test('a spacer whose height a phone changes has both heights', () => {
    const space = (height: number) =>
      `<tr><td class="h" height="${height}" style="font-size:1px;line-height:1px">&nbsp;</td></tr>`
    const lower = blocksOf(onPhones('.h{height:20px!important}', `<tr><td>a</td></tr>${space(41)}`))
    expect(lower.at(-1)).toMatchObject({
      type: 'spacer',
      height: 20,
      style: { padding: [0, 0, 21, 0] },
      mobile: { padding: [0, 0, 0, 0] },
    })
    const higher = blocksOf(onPhones('.h{height:20px!important}', `<tr><td>a</td></tr>${space(12)}`))
    expect(higher.at(-1)).toMatchObject({ type: 'spacer', height: 12, mobile: { padding: [0, 0, 8, 0] } })
    const empty = blocksOf(
      onPhones('.h{height:8px!important}', '<tr><td>a</td></tr><tr><td class="h" height="30"></td></tr>'),
    )
    expect(empty.at(-1)).toMatchObject({ height: 8, style: { padding: [0, 0, 22, 0] } })
  })

  test('a short line in a cell of a declared height has the same space around it on phones', () => {
    const [line] = blocksOf(
      onPhones('.x{color:red}', '<tr><td height="45" style="font-size:15px;line-height:15px">a</td></tr>'),
    )
    expect(line).toMatchObject({ type: 'text', style: { padding: [15, 0, 15, 0] } })
    expect(line).not.toHaveProperty('mobile')
  })

  test('a row of cells with only a non-breaking space keeps the line that it takes', () => {
    const cells = '<th style="padding:0 0 16px">&#xA0;\n</th><th style="visibility:hidden;width:0;padding:0"></th>'
    const [space] = blocksOf(
      read(row(`<table style="font-size:15px;line-height:19px"><tr>${cells}</tr></table><p>a</p>`)),
    )
    expect(space?.type).toBe('spacer')
    expect(Number((space as Loose)['height'])).toBeWithin(35, 40)
    const none = blocksOf(
      read(
        row(
          '<table cellpadding="0" style="font-size:0;line-height:0"><tr><td>&nbsp;</td><td></td></tr></table><p>a</p>',
        ),
      ),
    )
    expect(none.map(({ type }) => type)).toEqual(['text'])
  })

  test('a painted cell with only a spacer image is a line; one of another name may count opens', () => {
    const cell = (name: string) =>
      `<tr><td bgcolor="#d8d9da" style="font-size:0;line-height:0"><img src="https://a.example/${name}.gif" width="1" height="1" alt=""></td></tr><tr><td>a</td></tr>`
    const types = (name: string) => blocksOf(read(frame(cell(name)))).map(({ type }) => type)
    expect(types('spacer')).toEqual(['divider', 'text'])
    expect(types('open')).toEqual(['image', 'text'])
  })

  test('cells that are blocks are one below the other', () => {
    const cell = '<td style="display:block;padding:0">a</td>'
    const document = read(row(`<table><tr>${cell.repeat(3)}</tr></table>`))
    expect(document.rows.map((section) => (section as Section).columns.length)).toEqual([1])
    expect(blocksOf(document).map(({ type }) => type)).toEqual(['text', 'text', 'text'])
  })

  test('cells that share a line on phones stay side by side there, others stack', () => {
    const cell = '<th class="c" style="padding:0;text-align:left">a</th>'
    const stackOf = (share: number) => {
      const rules = `.c{display:inline-block!important;width:${share}%!important}`
      return onPhones(
        rules,
        `<tr><td style="padding:0"><table width="100%"><tr>${cell}\n${cell}</tr></table></td></tr>`,
      ).rows
    }
    expect(stackOf(50)).toMatchObject([{ stack: 'keep' }])
    expect(stackOf(100)).toMatchObject([{ stack: 'stack' }])
  })

  test('a button that fills a table as wide as its label is as wide as its label on phones', () => {
    const anchor = '<a href="https://a.example/" style="display:block;padding:10px 20px;color:#fff">Sign up</a>'
    const inner = `<table width="100%" cellpadding="0" cellspacing="0"><tr><td bgcolor="#777777">${anchor}</td></tr></table>`
    const [button] = blocksOf(read(row(`<table cellpadding="0" cellspacing="0"><tr><td>${inner}</td></tr></table>`)))
    expect(button).toMatchObject({ type: 'button', style: { innerPadding: [10, 20, 10, 20] } })
    expect(button).not.toHaveProperty('fullWidth')
    expect(button).not.toHaveProperty('mobile')
    const [wide] = blocksOf(read(row(`<table width="100%"><tr><td>${inner}</td></tr></table>`)))
    expect(wide).toMatchObject({ fullWidth: true })
  })

  test('a line break after an image that is a block is an empty line, after one in a line its end', () => {
    const image = (display: string) =>
      `<img src="https://a.example/a.png" width="540" height="100" alt="A" style="display:${display}"><br><p style="margin:0">a</p>`
    const types = (display: string) => blocksOf(read(row(image(display)))).map(({ type }) => type)
    expect(types('block')).toEqual(['image', 'spacer', 'text'])
    expect(types('inline')).toEqual(['image', 'text'])
  })

  test('a cell whose text does not wrap is as wide as its text', () => {
    const cells = (style: string) =>
      `<table width="100%" cellpadding="0" cellspacing="0"><tr><td style="${style}">Some words of a title</td><td style="width:100%;border-bottom:1px dashed #999999">&nbsp;</td></tr></table>`
    const share = (style: string) => Number(/"fr":([\d.]+)/.exec(JSON.stringify(read(row(cells(style))).rows))?.[1])
    expect(share('white-space:nowrap')).toBeWithin(25, 45)
    expect(share('')).toBeLessThan(15)
  })

  test('an image that floats is beside the words that follow it, on phones if it is small', () => {
    const image = (side: string, width: number) =>
      `<img src="https://a.example/b.png" width="${width}" height="${width}" alt="B" style="float:${side};width:auto;max-width:100%;padding:0 8px 0 0">`
    const rows = (side: string, width: number) =>
      read(row(`<p>${image(side, width)} <a href="https://a.example/">Some words</a></p>`)).rows
    expect(rows('left', 12)).toMatchObject([
      { stack: 'keep', columns: [{ blocks: [{ type: 'image' }] }, { blocks: [{ type: 'text' }] }] },
    ])
    expect(rows('left', 200)).toMatchObject([{ stack: 'stack', columns: [{ blocks: [{ type: 'image' }] }, {}] }])
    expect(rows('right', 200)).toMatchObject([{ stack: 'reverse', columns: [{}, { blocks: [{ type: 'image' }] }] }])
    expect(rows('left', 500)).toMatchObject([{ columns: [{ blocks: [{ type: 'image' }, { type: 'text' }] }] }])
  })

  test('an image whose style leaves its width to the file has that of its attributes', () => {
    const widthOf = (style: string) => {
      const image = `<img src="https://a.example/i.png" width="80" height="40" alt="I" style="${style}">`
      return blocksOf(read(row(`<p>${image}</p>`)))[0]
    }
    expect(widthOf('width:auto')).toMatchObject({ type: 'image', width: 80 })
    expect(widthOf('width:auto;height:20px')).toMatchObject({ type: 'image', width: 40 })
  })

  test('content that cannot shrink widens its table', () => {
    const inner = '<div style="min-width:540px"><p style="background:#eeeeee">a</p></div>'
    const spaceBeside = (content: string) => {
      const table = `<table width="300" align="center" cellpadding="0" cellspacing="0"><tr><td>${content}</td></tr></table>`
      const sides = [...JSON.stringify(read(row(table)).rows).matchAll(/"padding":\[[\d.]+,([\d.]+)/g)]
      return Math.max(...sides.map((match) => Number(match[1])))
    }
    expect(spaceBeside('<p style="background:#eeeeee">a</p>')).toBeWithin(119, 152)
    expect(spaceBeside(inner)).toBeLessThan(100)
  })

  test('what floats to the right but comes first in the source is first on phones', () => {
    const table = (align: string, width: number, word: string) =>
      `<table align="${align}" width="${width}"><tr><td>${word}</td></tr></table>`
    const first = read(row(table('right', 150, 'one') + table('left', 350, 'two'))).rows
    expect(first).toMatchObject([{ stack: 'reverse' }])
    const second = read(row(table('left', 350, 'one') + table('right', 150, 'two'))).rows
    expect(second).toMatchObject([{ stack: 'stack' }])
  })

  test('icons in cells that are wider than they keep their distance', () => {
    const cell = (align: string) =>
      `<td width="38" style="padding:0;text-align:${align}"><a href="https://a.example/"><img src="https://a.example/i.png" width="28" height="28" alt="x"></a></td>`
    const table = (align: string) =>
      `<table cellpadding="0" cellspacing="0" align="center"><tr>${cell(align).repeat(3)}</tr></table>`
    for (const align of ['center', 'left', 'right'])
      expect(blocksOf(read(row(table(align))))).toMatchObject([
        { type: 'icons', size: 28, style: { innerPadding: [0, 5, 0, 5] } },
      ])
  })

  test('a width of 0 in the attributes of tables and cells is none', () => {
    const cells = '<tr><td width="0"><img src="https://a.example/1.png" width="140" height="70"></td><td>b</td></tr>'
    const document = read(frame(`<tr><td><table width="0">${cells}</table></td></tr>`))
    expect(JSON.stringify(document.rows)).toContain('"width":140')
  })

  test('an image without height that keeps the Gmail app wide is left out, one that counts openings stays', () => {
    const wide = '<img src="https://a.example/wide.png" style="min-width:600px;height:0!important">'
    const count = '<img src="https://a.example/count.png" width="0" height="0">'
    const rows = JSON.stringify(read(row(`<p>a</p>${wide}${count}`)).rows)
    expect(rows).not.toContain('wide.png')
    expect(rows).toContain('count.png')
  })

  test('images in a line stay in it on phones where they fit, at their size', () => {
    const image = (width: number) =>
      `<a href="https://a.example/${width}"><img src="https://a.example/${width}.png" width="${width}" height="47"></a>`
    const line = (widths: number[]) => read(row(`<div>${widths.map(image).join(' ')}</div>`)).rows
    expect(line([44, 38, 40])).toMatchObject([{ stack: 'keep' }])
    expect(JSON.stringify(line([44, 38, 40]))).toContain('"mobile":{"width":38}')
    expect(line([144, 138, 140])).toMatchObject([{ stack: 'stack' }])
  })

  test('cells stay side by side on phones; inline blocks stack there', () => {
    const cells = read(frame('<tr><td width="200">a</td><td width="400">b</td></tr>'))
    expect(cells.rows).toMatchObject([{ stack: 'keep', columns: [{ width: { fr: 33.33 } }, { width: { fr: 66.67 } }] }])
    const inline = '<div style="display:inline-block;width:200px"><p>a</p></div>'
    expect(read(row(inline + inline)).rows).toMatchObject([{ stack: 'stack', columns: [{ width: { fr: 1 } }, {}] }])
    const shares = '<div style="display:inline-block;width:50%"><p>a</p></div>'
    expect(read(row(shares + shares)).rows).toMatchObject([{ stack: 'keep' }])
  })

  test('a card keeps its border, corners and margins', () => {
    const document = read(
      row('<div style="border:1px solid #cccccc;border-radius:8px;padding:12px"><p style="margin:0">a</p><hr></div>'),
    )
    const [section] = document.rows as Section[]
    expect(JSON.stringify(section)).toContain('"radius":8')
    expect(JSON.stringify(section)).toContain('"padding":[12,12,12,12]')
  })

  test('media queries for phones and dark mode become the mobile and dark styles', () => {
    const css =
      '@media (max-width:480px){.t{font-size:20px!important}.p{padding:5px!important}}@media (prefers-color-scheme:dark){.t{color:#eeeeee!important}}'
    const [text] = blocksOf(
      read(frame('<tr><td class="p" style="padding:20px"><p class="t" style="margin:0">a</p></td></tr>'), css),
    )
    expect(text).toMatchObject({ mobile: { size: 20, padding: [5, 5, 5, 5] }, dark: { color: '#eeeeee' } })
  })

  test('hidden text at the start is the preview text', () => {
    const document = read(
      `<html lang="de" dir="ltr"><head><title>T</title></head><body><div style="display:none">Soon &zwnj;&nbsp;&zwnj;&nbsp;</div><p>Hi</p></body></html>`,
    )
    expect(document.meta).toMatchObject({ title: 'T', lang: 'de', preheader: 'Soon' })
  })
})

describe('template tags', () => {
  test('values of every dialect become merge tags', () => {
    const html = 'Dear {{ name | default: "you" }}, {{{ bio }}}, *|FNAME|*, %%City%%, <%= user.age %>!'
    const text = renderEmail(read(row(`<p>${html}</p>`)), blockTypes, { outputs: ['text'] }).text
    for (const tag of ['{{ name | default: "you" }}', '{{ FNAME }}', '{{ City }}', '{{ user.age }}'])
      expect(text).toContain(tag)
  })

  test('conditions and loops around rows of a table become when and each', () => {
    const html = frame(
      '{{#if vip}}<tr><td>Thanks</td></tr>{{else}}<tr><td>Hi</td></tr>{{/if}}{% for item in order.items %}<tr><td>{{ item.name }}</td><td>{{ item.price }}</td></tr>{% endfor %}',
    )
    const document = read(html)
    const json = JSON.stringify(document.rows)
    expect(json).toContain('{"op":"exists","path":"vip"}')
    expect(json).toContain('{"op":"empty","path":"vip"}')
    expect(json).toContain('"each":{"in":"order.items","as":"item"}')
    const shown = renderEmail(document, blockTypes, {
      outputs: ['text'],
      data: {
        order: {
          items: [
            { name: 'Mug', price: 5 },
            { name: 'Pen', price: 2 },
          ],
        },
      },
    })
    expect(shown.text).toMatch(/Hi[\s\S]*Mug[\s\S]*Pen/)
  })

  test('tags without an exact equivalent stay together, byte for byte', () => {
    const part = '{% case x %}{% when 1 %}<b>One</b>{% endcase %}'
    const [block] = blocksOf(read(row(`<p>${part}</p>`)))
    expect(block).toMatchObject({ type: 'html', html: expect.stringContaining(part) })
  })

  test.each<[string, string, object[]]>([
    [
      '{{#if a}}<p>A</p>{{else if b}}<p>B</p>{{else}}<p>C</p>{{/if}}',
      'branches',
      [
        { op: 'exists', path: 'a' },
        {
          op: 'and',
          of: [
            { op: 'empty', path: 'a' },
            { op: 'exists', path: 'b' },
          ],
        },
        {
          op: 'and',
          of: [
            { op: 'empty', path: 'a' },
            { op: 'empty', path: 'b' },
          ],
        },
      ],
    ],
    ['{{#unless a}}<p>A</p>{{/unless}}', 'unless', [{ op: 'empty', path: 'a' }]],
    ['{{^a}}<p>A</p>{{/a}}', 'an inverted section', [{ op: 'empty', path: 'a' }]],
    ['{{#code}}<p>Use {{code}}</p>{{/code}}', 'a section of a value', [{ op: 'exists', path: 'code' }]],
    ['{{#with a}}<p>{{b}}</p>{{/with}}', 'with', [{ op: 'exists', path: 'a' }]],
    ['{{#if (eq plan "pro")}}<p>A</p>{{/if}}', 'a comparison', [{ op: 'eq', path: 'plan', value: 'pro' }]],
    ['{{#greaterThan n 5}}<p>A</p>{{/greaterThan}}', 'a helper that compares', [{ op: 'gt', path: 'n', value: 5 }]],
    [
      '{{#if (and a (not b))}}<p>A</p>{{/if}}',
      'what is joined',
      [
        {
          op: 'and',
          of: [
            { op: 'exists', path: 'a' },
            { op: 'empty', path: 'b' },
          ],
        },
      ],
    ],
    [
      '{% if a != "x" %}<p>A</p>{% else %}<p>B</p>{% endif %}',
      'Liquid',
      [
        { op: 'ne', path: 'a', value: 'x' },
        { op: 'not', of: { op: 'ne', path: 'a', value: 'x' } },
      ],
    ],
    [
      '{{#mood}}<p>A</p>{{else}}<p>B</p>{{/mood}}',
      'what only its language knows',
      [
        { op: 'native', target: 'handlebars', before: '{{#mood}}', after: '{{/mood}}' },
        { op: 'native', target: 'handlebars', before: '{{#mood}}{{else}}', after: '{{/mood}}' },
      ],
    ],
  ])('%s around whole paragraphs is a condition: %s', (source, _name, conditions) => {
    const blocks = blocksOf(read(row(source)))
    expect(blocks.map(({ when }) => when as object)).toEqual(conditions)
  })

  test('a condition within a line becomes one line for each branch', () => {
    const document = read(row('<p>Hello{% if vip %} dear <b>{{ name }}</b>{% endif %}, welcome</p>'))
    const shown = (data: object) => renderEmail(document, blockTypes, { outputs: ['text'], data }).text
    expect(shown({ vip: true, name: 'Ann' })).toBe('Hello dear Ann, welcome\n')
    expect(shown({})).toBe('Hello, welcome\n')
  })

  test('a condition that shows a value or other text becomes a merge tag with a fallback', () => {
    const [block] = blocksOf(read(row('<p>Dear {{#if name}}{{name}}{{else}}reader{{/if}},</p>')))
    expect(JSON.stringify(block)).toContain('{"path":"name","fallback":"reader"}')
  })

  test('unknown tags in text, labels and URLs are written unchanged', () => {
    const tags = [`{{t 'Hey there, {x}'}}`, '{{> footer}}', `{{{t 'a <strong>b</strong>' c=(strong d)}}}`]
    const html = row(
      `<p>${tags.join(' and ')}.</p><a href="{{url 'shop'}}" style="background:#0000ff;color:#ffffff;padding:9px 12px;display:inline-block">{{t 'Buy'}}</a>`,
    )
    const { document, report } = importHtml({ html }, blockTypes)
    expect(report).toMatchObject({ native_share: 1, words_kept: 1, links_kept: 1, warnings: [] })
    const rendered = renderEmail(read(html), blockTypes, { outputs: ['html', 'text'] })
    for (const tag of [...tags, `{{url 'shop'}}`, `{{t 'Buy'}}`]) expect(rendered.html).toContain(tag)
    expect(rendered.text).toContain(tags[0] as string)
    expect(JSON.stringify(document)).toContain(`{"native":"{{> footer}}"}`)
  })

  test('loops around inline text keep the item names that they define', () => {
    const rendered = renderEmail(read(row('<p>{{#each items}}{{name}}, {{/each}}and more</p>')), blockTypes, {
      outputs: ['text'],
    })
    expect(rendered.text).toContain('{{#each items}}{{name}}, {{/each}}and more')
    const loose = '<p>{{#each items}}</p><p>{{name}}</p><p>{{/each}}</p>'
    expect(renderEmail(read(row(loose)), blockTypes, { outputs: ['text'] }).text).toContain('{{name}}')
  })

  test('a color from a tag becomes a theme color with the name of its field', () => {
    const html = row(
      '<a href="https://example.com/" style="background-color:{{ brand.accent }};color:#ffffff;padding:9px 12px;display:inline-block">Buy</a>',
    )
    const { document, report } = importHtml({ html }, blockTypes)
    expect(document['theme']).toMatchObject({ colors: { accent: { light: '#3d6bdb' } } })
    expect(JSON.stringify(document['rows'])).toContain('"background":"$color.accent"')
    expect(report.warnings.map(({ code }) => code)).toEqual(['COLOR_TAG'])
  })

  test('alternative cells become rows with a condition each', () => {
    const cell = (words: string) => `<td><a href="https://example.com/">${words}</a></td>`
    const document = read(row(`<table><tr>{{#if a}}${cell('One')}{{else}}${cell('Two')}{{/if}}</tr></table>`))
    expect(blocksOf(document).map(({ type, when }) => ({ type, when: when as object }))).toEqual([
      { type: 'text', when: { op: 'exists', path: 'a' } },
      { type: 'text', when: { op: 'empty', path: 'a' } },
    ])
  })

  test('hidden text at the start keeps its conditions', () => {
    const html = '<body><div style="display:none">{{#if a}}A{{else}}B{{/if}} {{t \'x\'}}</div><p>Hi</p></body>'
    const { preheader } = renderEmail(read(html), blockTypes, { outputs: ['html'] })
    expect(preheader).toBe(`{{#if a}}A{{else}}B{{/if}} {{t 'x'}}`)
  })

  test('an email in template languages is imported as in its golden file', () => {
    const html = readFileSync(join(import.meta.dir, '../../fixtures/handlebars/order.html'), 'utf8')
    const { document, report } = importHtml({ html }, blockTypes)
    expect(report).toMatchObject({ native_share: 1, words_kept: 1, links_kept: 1, images_kept: 1 })
    expectGolden('import/order.txt', outlineOf(document['rows'] as Loose[]))
    expect(orphans('import', ['order.txt'])).toEqual([])
  })

  test('system links of the ESP become link roles', () => {
    const [block] = blocksOf(read(row('<p><a href="*|UNSUB|*">Leave</a></p>')))
    expect(JSON.stringify(block)).toContain('"role":"unsubscribe"')
  })

  test('placeholders of links are link roles or native tags, and the words around them stay text', () => {
    const links = [
      ['[UNSUBSCRIBE_URL]', '"role":"unsubscribe"'],
      ['[unsubscribe]', '"role":"unsubscribe"'],
      ['%UNSUBSCRIBELINK%', '"role":"unsubscribe"'],
      ['{$unsubscribe}', '"role":"unsubscribe"'],
      ['<%asm_group_unsubscribe_raw_url%>', '"role":"unsubscribe"'],
      ['<%asm_preferences_raw_url%>', '"role":"preferences"'],
      ['[[weblink]]', '"role":"view"'],
      ['[Insert Link]', '"href":"{{ \\"[Insert Link]\\" | native }}"'],
      ['*|LIST:URL|*', '"href":"{{ \\"*|LIST:URL|*\\" | native }}"'],
      ['www.example.com/a', '"href":"https://www.example.com/a"'],
      ['facebook.com', '"href":"https://facebook.com"'],
    ] as const
    for (const [href, written] of links) {
      const html = row(`<p>Read <a href="${href}">this [link]</a> now</p>`)
      const { document, report } = importHtml({ html }, blockTypes)
      expect([href, report.native_share, report.links_kept, report.words_kept]).toEqual([href, 1, 1, 1])
      expect(JSON.stringify(document)).toContain(written)
    }
    const completed = importHtml({ html: row('<p><a href="facebook.com">x</a></p>') }, blockTypes).report.warnings
    expect(completed.map(({ code }) => code)).toEqual(['LINK_COMPLETED'])
    const relative = importHtml({ html: row('<p><a href="page.html">x</a></p>') }, blockTypes).report.warnings
    expect(relative.map(({ code }) => code)).toEqual(['KEPT_AS_HTML'])
  })

  test('a native tag in a link is sent as it was written', () => {
    const document = read(row('<p><a href="[Insert Link]">here</a> <a href="{$url}">there</a></p>'))
    const result = readDocument(document, blockTypes)
    if (!('document' in result)) throw new Error(JSON.stringify(result.issues))
    const { html = '' } = renderEmail(result.document, blockTypes, { outputs: ['html'] })
    expect(html).toContain('href="[Insert Link]"')
    expect(html).toContain('href="{$url}"')
  })

  test('elements that browsers do not know are inline, and those of Campaign Monitor are links', () => {
    const [block, more] = blocksOf(read(row('<p>Bye <unsubscribe>Leave</unsubscribe> | <o:p>Stay</o:p></p>')))
    expect(more).toBeUndefined()
    expect(JSON.stringify(block)).toContain('"role":"unsubscribe"')
    expect(JSON.stringify(block)).not.toContain('"break"')
    const [odd] = blocksOf(read(row('<p>Odd <constructor>words</constructor></p>')))
    expect(JSON.stringify(odd)).not.toContain('"link"')
  })

  test('HTML that is kept has the declarations of rules for element names in its tags', () => {
    const html = `<!doctype html><html><head><style>body a{color:#cc7953;text-decoration:none}.own{color:#ff0000}</style></head><body>
      <table width="600"><tr><td><p>See <a href="a.html" style='font-weight:bold'>one</a> <a class=own href=b.html>two</a></p></td></tr></table></body></html>`
    const kept = JSON.stringify(importHtml({ html }, blockTypes).document)
    expect(kept).toContain("style='color:#cc7953;text-decoration:none;font-weight:bold'>one")
    expect(kept).toContain('<a style=\\"text-decoration:none\\" class=own href=b.html>two')
  })

  test('links with tags in them are compared like all others', () => {
    const html = row(
      '<p><a href="*|UNSUB|*">Leave</a> <a href="https://example.com/?u=%%Id%%">You</a> <a href="{{{ url }}}">That</a></p>',
    )
    const { document, report } = importHtml({ html }, blockTypes)
    expect(report).toMatchObject({ links_kept: 1, warnings: [] })
    expect(JSON.stringify(document)).toContain('https://example.com/?u={{ Id }}')
    const { report: other } = importHtml(
      {
        html: row('<p style="display:none"><a href="{{ hidden }}">x</a></p><p>y</p>'),
      },
      blockTypes,
    )
    expect(other.links_kept).toBe(1)
  })
})

describe('markup of careless senders', () => {
  test('cells without a row are columns of one', () => {
    const cells = '<td width="50%"><p>One</p></td><td width="50%"><p>Two</p></td>'
    const tables = [`<table width="100%">${cells}</table>`, `<table width="100%"><tbody>${cells}</tr></tbody></table>`]
    for (const table of tables) {
      const document = read(row(table))
      const own = read(row(`<table width="100%"><tr>${cells}</tr></table>`))
      expect(document.rows.map((one) => ('columns' in one ? one.columns.length : 0))).toEqual([2])
      expect(document.rows).toEqual(own.rows)
    }
  })

  test('items in one line are a line without markers', () => {
    for (const display of ['inline', 'inline-block']) {
      const blocks = blocksOf(
        read(
          row(`<ul style="padding:0;margin:0"><li style="display:${display};margin-left:8px"><a href="https://a.example/">Home</a></li>
          <li style="display:${display};margin-left:8px"><a href="https://b.example/">About</a></li></ul>`),
        ),
      )
      expect(blocks).toHaveLength(1)
      expect(JSON.stringify(blocks)).not.toContain('"list"')
      expect(JSON.stringify(blocks)).toContain('Home')
      expect(JSON.stringify(blocks)).toContain('About')
    }
  })

  test('content outside of the body is part of it, and a page in a page is content', () => {
    const inner = '<body bgcolor="#ddeeff" style="color:#112233"><p>Inner</p></body>'
    const pages = [
      `<!doctype html><p>Before</p><html><head><title>T</title></head>${inner}<p>After</p></html>`,
      `<!doctype html><html><head><title>T</title></head>${inner}</html><p>Before After</p>`,
      `<!doctype html><p>Before</p><div><html><head><title>T</title></head>${inner}</html></div><p>After</p>`,
      `<!doctype html><meta charset="utf-8"><table><tr><td>Before</td></tr></table><div>${inner}<p>After</p></div>`,
    ]
    for (const html of pages) {
      const { document, report } = importHtml({ html }, blockTypes)
      const written = JSON.stringify(document['rows'])
      for (const word of ['Before', 'Inner', 'After']) expect([html, written.includes(word)]).toEqual([html, true])
      expect(report.words_kept).toBe(1)
      expect(document['body']).toMatchObject({ background: '#ddeeff' })
    }
  })

  test('invisible words are left out', () => {
    const { document } = importHtml(
      { html: row('<p>Seen <span style="visibility:hidden;position:absolute">hidden</span>words</p>') },
      blockTypes,
    )
    expect(JSON.stringify(document['rows'])).toContain('Seen words')
  })

  test('words of no size between letters are left out, and are not missed', () => {
    for (const size of ['0', '0.0000001vw', '0px', '0.1pt', '0.00001vh']) {
      const html = row(`<p>Your de<span style="font-size:${size}">zebra <b>lion</b></span>vice is <i>new</i></p>`)
      const { document, report } = importHtml({ html }, blockTypes)
      expect(JSON.stringify(document['rows'])).toContain('Your device is ')
      expect(JSON.stringify(document['rows'])).not.toMatch(/zebra|lion/)
      expect(report.words_kept).toBe(1)
    }
  })
})
