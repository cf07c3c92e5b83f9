/** Rules of browsers that emails depend on without saying so: quirks mode, lines, margins, unclosed elements, fluid widths. */
import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import {
  type Block,
  type EmailDocument,
  findNode,
  listBlocks,
  readDocument,
} from '../../../src/email/document/index.ts'
import { importHtml } from '../../../src/email/import/index.ts'

function read(html: string): EmailDocument {
  const result = readDocument(importHtml({ html }, blockTypes).document, blockTypes)
  if (!('document' in result)) throw new Error(JSON.stringify(result.issues))
  return result.document
}

function blocksOf(html: string): Block[] {
  const document = read(html)
  const ids = listBlocks(document).filter(({ type }) => blockTypes.has(type) && type !== 'columns')
  return ids.flatMap(({ id }) => (findNode(document, id) as Block | undefined) ?? [])
}

const page = (inner: string, head = '') =>
  `<!doctype html><html><head>${head}</head><body style="margin:0">${inner}</body></html>`
const card = (cell: string) => `<table width="600" cellpadding="0" cellspacing="0"><tr>${cell}</tr></table>`
const json = (value: unknown) => JSON.stringify(value)

describe('lines', () => {
  test('a smaller text keeps the line of its block, in standards mode only', () => {
    const cell = card('<td style="font-size:16px;line-height:24px"><span style="font-size:12px">Words</span></td>')
    // The line of the block is 24 px, and its middle is 1.39 px above that of the text.
    expect(json(read(page(cell)))).toContain('"size":12,"lineHeight":2.1')
    const quirky = card('<td style="font-size:16px;line-height:1.5"><span style="font-size:12px">Words</span></td>')
    expect(json(read(`<body>${quirky}</body>`))).toContain('"size":12,"lineHeight":1.5')
    expect(json(read(page(quirky)))).toContain('"size":12,"lineHeight":2')
  })

  test('a line of normal height is as high as browsers make it, in whole px', () => {
    const factor = (font: string) =>
      Number(/"lineHeight":([\d.]+)/.exec(json(read(page(card(`<td style="font:${font}">Words</td>`)))))?.[1])
    expect(['16px Arial', '14px Arial', '12px Times New Roman', '13px Courier New'].map(factor)).toEqual([
      1.125, 1.1429, 1.25, 1.1538,
    ])
  })

  test('padding of less than half a space separates no words', () => {
    const text = (padding: number) =>
      json(blocksOf(page(`<p style="font-size:24px">Al<span style="padding:0 ${padding}px">one</span></p>`)))
    expect(text(3)).toContain('"Alone"')
    expect(text(8)).toContain('"Al one"')
  })

  test('a span that is a block keeps its alignment and margin', () => {
    const [, text] = blocksOf(
      page('<p>Hi</p><span style="display:block;text-align:center;margin-top:10px">Leave the list</span>'),
    )
    expect(text).toMatchObject({ style: { align: 'center' } })
  })

  test('padding of an inline button reaches over its line', () => {
    const button = (display: string) =>
      blocksOf(
        page(
          `<div style="margin:20px 0"><a href="https://a.example/" style="${display}background:#0000ff;padding:15px 20px">Go</a></div>`,
        ),
      )[0]
    expect(button('')?.style?.padding).toEqual([5, 0, 5, 0])
    expect(button('display:inline-block;')?.style?.padding).toEqual([20, 0, 20, 0])
  })

  test('a link that is a painted block of two lines is a box of linked words', () => {
    const html = page(
      card(
        '<td><a href="https://a.example/" style="display:block;padding:16px 24px;background:#00819e;color:#ffffff;text-align:center">Connect<br><span style="font-size:11px">We would love to</span></a></td>',
      ),
    )
    const [text] = blocksOf(html)
    expect(text).toMatchObject({ type: 'text', style: { align: 'center', padding: [16, 24, 16, 24] } })
    expect(json(read(html).rows)).toContain('"background":"#00819e"')
    expect(json(text)).toContain('"link":{"href":"https://a.example/"}')
  })

  test('items of a list are as far apart as their padding and paragraphs make them', () => {
    const list = (item: string) => json(blocksOf(page(`<ul>${item}${item}</ul>`)))
    expect(list('<li style="padding-bottom:20px">One</li>')).toContain('"spacing":20')
    expect(list('<li><p>One</p></li>')).toContain('"spacing":16')
  })
})

describe('margins', () => {
  const cell = card('<td><h1>Title</h1><p>Words</p></td>')

  test('those of browsers end at the edge of a cell in quirks mode, declared ones do not', () => {
    const heights = (html: string) => blocksOf(html).map(({ style }) => style?.padding?.[0] ?? 0)
    expect(heights(`<body style="margin:0">${cell}</body>`)[0]).toBe(0)
    expect(heights(page(cell))[0]).toBeCloseTo(21.4, 1)
    const declared = card('<td><h1 style="margin:30px 0">Title</h1><p>Words</p></td>')
    expect(heights(`<body style="margin:0">${declared}</body>`)[0]).toBe(30)
  })

  test('a fragment has those of the body that browsers add; attributes of a body remove them', () => {
    expect(json(blocksOf('<div>Words</div>'))).toContain('"padding":[8,8,8,8]')
    const bare = '<body topmargin="0" leftmargin="0" marginwidth="0" marginheight="0"><div>Words</div></body>'
    expect(json(blocksOf(bare))).not.toContain('"padding"')
  })

  test('an empty block collapses with its neighbors', () => {
    const blocks = blocksOf(page('<p style="margin:0">A</p><div style="margin-bottom:20px"></div><h2>Title</h2>'))
    expect(blocks.map(({ type }) => type)).toEqual(['text', 'heading'])
  })

  test('space beside a card stays on phones', () => {
    const html = page(
      `<table width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:20px 12px"><table width="600" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff"><tr><td><h2>Title</h2><p>${'Words of an email. '.repeat(30)}</p></td></tr><tr><td>End</td></tr></table></td></tr></table>`,
    )
    expect(read(html.replace('margin:0', 'margin:0;background:#eeeeee')).body.mobileWidth).toBe(351)
  })
})

describe('elements that are never closed', () => {
  const runs = (html: string) =>
    [...json(blocksOf(page(html))).matchAll(/\{"text":"([^"]*)"([^{}]*)/g)].map(([, text, rest]) => [
      text,
      rest?.includes('bold') === true || rest?.includes('link') === true,
    ])

  test('formatting continues in the next paragraph', () => {
    expect(runs('<p>a <b>one<p>two</b> three')).toEqual([
      ['a ', false],
      ['one', true],
      ['two', true],
      [' three', false],
    ])
  })

  test('it ends with its cell', () => {
    expect(runs('<table><tr><td>x <b>one</td></tr><tr><td>two</td></tr></table>')).toContainEqual(['two', false])
  })

  test('another link ends a link', () => {
    const links = json(
      blocksOf(page('<div><a href="https://a.example/">L</div><div>M</div><a href="https://b.example/">N</a> O')),
    )
    expect(links.match(/"https:\/\/a\.example\/"/g)).toHaveLength(2)
  })

  test('content ends an open head', () => {
    const html =
      '<html><head><a href="https://a.example/"><h2>Seen</h2></a><p>Words</p><q><body style="color:red">End</body>'
    expect(json(blocksOf(html))).toMatch(/Seen.*Words.*End/)
  })
})

test('text of a size below 1em is no hidden preview text', () => {
  const document = read(page('<a href="https://a.example/"><h5>First words</h5></a><p>More</p>'))
  expect(document.meta.preheader).toBeUndefined()
  expect(json(document.rows)).toContain('First words')
})

test('a label has no hidden words', () => {
  const [button] = blocksOf(
    page(
      '<a href="https://a.example/" style="display:inline-block;padding:10px 20px;background:#0000ff">Go <span style="font-size:0">unseen</span>on</a>',
    ),
  )
  expect(button).toMatchObject({ type: 'button', label: 'Go on' })
})

describe('colors', () => {
  test('a gradient becomes the mean of its colors, over what is behind it', () => {
    const boxed = (background: string) => json(read(page(card(`<td style="background:${background}">A</td>`))))
    expect(boxed('linear-gradient(135deg, #ff0000 0%, #0000ff 100%)')).toContain('"background":"#800080"')
    expect(boxed('linear-gradient(rgba(0,0,0,.5), rgba(0,0,0,.5)), #ffffff')).toContain('"background":"#7f7f7f"')
  })

  test('a border in the color around it is padding', () => {
    const document = read(
      page(
        card(
          '<td style="background:#ffffff"><div style="border:12px solid #ffffff"><p style="margin:0">A</p></div></td>',
        ),
      ),
    )
    expect(json(document.rows)).not.toContain('"border"')
    expect(json(document.rows)).toContain('12,12,12,12')
  })

  test('a template tag before a style rule hides nothing', () => {
    expect(read(page('<p>A</p>', '<style>{{> base }} body{background:#112233}</style>')).body.background).toBe(
      '#112233',
    )
  })

  test('the color of a full-width table ends with its content where the body has another', () => {
    const document = read(
      `<!doctype html><body style="margin:0;background:#ffee00"><table width="100%" bgcolor="#112233"><tr><td>${card('<td bgcolor="#ffffff">A</td>')}</td></tr></table></body>`,
    )
    expect(document.body.background).toBe('#ffee00')
    expect(json(document.rows)).toContain('"band":{"background":"#112233"')
  })
})

describe('widths', () => {
  test('a fluid box with padding is wider than its maximum', () => {
    const document = read(page('<div style="width:100%;max-width:560px;padding:20px;background:#eeeeee">Words</div>'))
    expect(document.body.width).toBe(600)
    expect(json(document.rows)).not.toContain('"padding":[20,40')
  })

  test('columns whose width below zero min-width replaces are side by side', () => {
    const column = (share: number) =>
      `<div style="display:inline-block;vertical-align:top;width:100%;max-width:${share * 6}px;min-width:calc(${share}%);width:calc(230400px - 48000%)"><p style="font-size:16px">Words</p></div>`
    const document = read(page(card(`<td style="font-size:0">${column(30)}${column(70)}</td>`)))
    expect(document.rows).toMatchObject([{ columns: [{ width: { fr: 30 } }, { width: { fr: 70 } }] }])
  })

  test('inline tables side by side make their table as wide as both', () => {
    const table = '<table width="300" style="display:inline-block"><tr><td>Words</td></tr></table>'
    const document = read(
      page(card(`<td><table cellpadding="0" cellspacing="0"><tr><td>${table}${table}</td></tr></table></td>`)),
    )
    expect(json(document.rows).match(/"type":"column"/g)?.length).toBe(2)
  })

  test('an image wider than its table widens the email', () => {
    const image = '<img src="https://a.example/a.png" width="650" height="100">'
    expect(read(page(card(`<td>${image}</td>`))).body.width).toBe(650)
  })

  test('a frame that is a share of the window is as wide as in a window of 640 px', () => {
    const frame = (width: string) =>
      read(page(`<div style="width:${width};max-width:750px;margin:0 auto;background:#eeeeee">Words</div>`)).body.width
    expect(['90%', '100%'].map(frame)).toEqual([576, 750])
  })

  test('a frame that the window leaves too little space is as wide as that space', () => {
    const frame = (padding: number) =>
      read(
        page(
          `<table width="100%" cellspacing="0" cellpadding="0" style="padding:${padding}px"><tr><td></td><td style="display:block;max-width:600px;margin:0 auto;padding:12px;background:#eeeeee"><p>Words</p></td><td></td></tr></table>`,
        ),
      )
    expect(frame(24).body.width).toBe(592)
    expect(frame(0).body.width).toBe(624)
    // Padding of the table around it is space above and below.
    expect(json(frame(24).rows)).toContain('24,0,24,0')
  })

  test('a table of rules for wide windows, too, has no width of phones', () => {
    const head = (px: number) => `<style>@media (max-width:${px}px){.f{width:95%!important}}</style>`
    const width = (px: number) =>
      read(page('<table class="f" width="600" align="center"><tr><td>Words</td></tr></table>', head(px))).body
        .mobileWidth
    expect([480, 812].map(width)).toEqual([356, undefined])
  })

  test('borders and non-breaking spaces widen a table without a width', () => {
    const button = (label: string, border: number) =>
      page(
        card(
          `<td>Words<table align="left" cellpadding="0" cellspacing="0"><tr><td style="background:#0000ff"><a href="https://a.example/" style="display:block;background:#0000ff;border:${border}px solid #0000ff;font-size:13px"><i>${label}</i></a><hr></td></tr></table></td>`,
        ),
      )
    const shown = (html: string) => json(read(html).rows).match(/"padding":\[[^\]]*\]/g)
    expect(shown(button('&nbsp;&nbsp;&nbsp;&nbsp;All of it', 15))).not.toEqual(shown(button('All of it', 0)))
  })

  test('an image that fills its frame on phones has the space beside the frame there', () => {
    const head =
      '<style>@media (max-width:480px){.f{width:84%!important}.i{width:100%!important;height:auto!important}}</style>'
    const image = '<img class="i" src="https://a.example/a.png" width="480" height="240" style="display:block">'
    const [, block] = blocksOf(
      page(
        card(
          `<td>Words<table class="f" align="center" width="500" cellpadding="0" cellspacing="0"><tr><td align="center">${image}</td></tr></table></td>`,
        ),
        head,
      ),
    )
    expect(block).toMatchObject({ type: 'image', mobile: { width: '100%', padding: [0, 30, 0, 30] } })
  })

  test('an image as a share of its column is one on phones, too', () => {
    const image = (css: string) =>
      blocksOf(page(card(`<td><img src="https://a.example/a.png" style="${css}"></td>`)))[0]
    expect(image('width:40%')).toMatchObject({ width: 240, mobile: { width: '40%' } })
    expect(image('width:40%;max-width:100px')?.mobile ?? {}).not.toMatchObject({ width: '40%' })
  })

  test('columns that share the line on phones, too, stay side by side', () => {
    const column = '<div class="c" style="display:inline-block;width:50%"><p style="font-size:16px">Words</p></div>'
    const head = '<style>@media (min-width:480px){.c{width:300px!important}}</style>'
    expect(read(page(card(`<td style="font-size:0">${column}${column}</td>`), head)).rows).toMatchObject([
      { stack: 'keep' },
    ])
  })
})

describe('flex containers', () => {
  const columnsOf = (html: string) => {
    const [row] = read(page(card(`<td>${html}</td>`))).rows
    return row?.type === 'section' ? row : undefined
  }

  test('items are side by side, and their words apart', () => {
    const row = columnsOf(
      '<div style="display:flex;align-items:center"><b>Parcels</b><span style="margin-left:auto">Express</span></div>',
    )
    expect(row).toMatchObject({ stack: 'keep', columns: [{ align: 'middle' }, { align: 'middle' }] })
    expect(json(row)).toContain('"align":"right"')
    expect(json(row)).toMatch(/"Parcels".*"Express"/)
  })

  test('an item grows by its share of the free space', () => {
    const row = columnsOf('<div style="display:flex"><div style="width:120px">A</div><div style="flex:1">B</div></div>')
    expect(row).toMatchObject({ columns: [{ width: { fr: 20 } }, { width: { fr: 80 } }] })
  })

  test('a column, and a row that wraps, stay below each other', () => {
    const items = '<div style="width:400px">A</div><div style="width:400px">B</div>'
    expect(columnsOf(`<div style="display:flex;flex-direction:column">${items}</div>`)?.columns).toHaveLength(1)
    expect(columnsOf(`<div style="display:flex;flex-wrap:wrap">${items}</div>`)?.columns).toHaveLength(1)
    expect(columnsOf(`<div style="display:flex">${items}</div>`)?.columns).toHaveLength(2)
  })

  test('they stack on phones where a rule makes them a column', () => {
    const head = '<style>@media (max-width:480px){.f{flex-direction:column}}</style>'
    const html = page(card('<td><div class="f" style="display:flex"><div>A</div><div>B</div></div></td>'), head)
    expect(read(html).rows).toMatchObject([{ stack: 'stack', columns: [{}, {}] }])
  })
})
