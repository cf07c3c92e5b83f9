import { expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { readDocument } from '../../../src/email/document/index.ts'
import { importHtml } from '../../../src/email/import/index.ts'
import { renderEmail } from '../../../src/email/render/index.ts'
import type { Loose } from './outline.ts'

const page = (inner: string) =>
  `<!doctype html><html><body style="margin:0"><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0">${inner}</table></body></html>`

function read(inner: string) {
  const { document } = importHtml({ html: page(inner) }, blockTypes)
  const result = readDocument(document, blockTypes)
  if (!('document' in result)) throw new Error(JSON.stringify(result.issues))
  const html = renderEmail(result.document, blockTypes, { outputs: ['html'] }).html ?? ''
  return { rows: document['rows'] as Loose[], html }
}

const heading =
  '<h1 style="margin:0;font:700 30px/40px Arial">Summer</h1><p style="margin:0;font:16px/20px Arial">Sale</p>'
const paddings = (value: unknown): number[][] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) =>
        name === 'padding' ? [inner as number[]] : name === 'mobile' ? [] : paddings(inner),
      )
const heightOf = (cell: string) => {
  const all = paddings(read(`<tr><td ${cell}>${heading}</td></tr>`).rows)
  return all.reduce((sum, [top = 0, , bottom = 0]) => [(sum[0] ?? 0) + top, (sum[1] ?? 0) + bottom], [0, 0])
}

test('a painted cell keeps its declared height as padding, where its content is aligned', () => {
  const hero = (more: string) => `bgcolor="#222222" height="400" style="height:400px;padding:10px;${more}"`
  // The heading and the line are 60 px high; padding is added to the height.
  expect(heightOf(hero('vertical-align:top'))).toEqual([10, 350])
  expect(heightOf(hero('vertical-align:middle'))).toEqual([180, 180])
  expect(heightOf(hero('vertical-align:bottom'))).toEqual([350, 10])
  expect(heightOf('bgcolor="#222222" style="height:20px;padding:10px"')).toEqual([10, 10])
})

test('boxes side by side in a line are aligned as the style says', () => {
  const box = (text: string, align: string) =>
    `<div style="display:inline-block;width:300px;vertical-align:${align}"><p style="margin:0;font-size:16px">${text}</p></div>`
  const { rows } = read(`<tr><td style="font-size:0">${box('One', 'middle')}${box('Two', 'top')}</td></tr>`)
  expect((rows[0]?.['columns'] as Loose[] | undefined)?.map(({ align }) => align)).toEqual(['middle', 'top'])
})

test('an image that is kept as HTML is not wider than its cell was', () => {
  const { html } = read(
    '<tr><td align="center" bgcolor="#eeeeee"><p style="margin:0">Icon</p><table cellpadding="0" cellspacing="0"><tr><td style="width:60px"><a href="https://example.com/"><img src="[logo]" width="60" style="display:block;width:100%" alt="A"></a></td></tr></table></td></tr>',
  )
  expect(html).toMatch(/<div style="max-width:60px;margin:[^"]*"><a [^>]*><img [^>]*src="\[logo\]"/)
})

test('a small image does not grow on phones, whatever gives its column the width', () => {
  const logo = (more: string) =>
    `<tr><td><table cellpadding="0" cellspacing="0"><tr><td><img src="https://example.com/logo.png" width="40" height="40" alt="Logo" style="display:block;${more}"></td></tr></table></td></tr>`
  for (const more of ['', 'padding:10px', 'border:1px solid #ffffff', 'padding:10px;border:2px solid #ffffff']) {
    const { html } = read(logo(more))
    // On the image itself, or in the style of phones.
    expect([more, /width:40px(?:;|!important;)max-width:100%/.test(html)]).toEqual([more, true])
  }
})

test('on phones a line height in px stays when the size of the text changes', () => {
  const html = `<!doctype html><html><head><style>@media (max-width:600px){p{font-size:20px !important}}</style></head><body>
    <table width="600" align="center"><tr><td style="font-size:16px;line-height:24px"><p>Words</p></td></tr></table></body></html>`
  const { document } = importHtml({ html }, blockTypes)
  expect(JSON.stringify(document['rows'])).toContain('"mobile":{"size":20,"lineHeight":1.2')
})

test.each([
  ['width:80%', 38],
  ['width:320px', 28],
  ['width:100%', 0],
])('on phones a frame in the middle with %s keeps its distance from the edges: %i px', (width, side) => {
  const html = `<!doctype html><html><head><style>@media (max-width:600px){.frame{${width} !important}}</style></head><body style="margin:0">
    <table width="600" align="center" cellpadding="0" cellspacing="0"><tr><td align="center"><table class="frame" width="480" align="center" cellpadding="0" cellspacing="0"><tr><td>Words</td></tr></table></td></tr></table></body></html>`
  const { document } = importHtml({ html }, blockTypes)
  const sides = [...JSON.stringify(document['rows']).matchAll(/"mobile":\{"padding":\[\d+,([\d.]+),\d+,([\d.]+)\]/g)]
  expect(sides.map(([, right, left]) => [Math.round(Number(right)), Math.round(Number(left))])).toEqual([[side, side]])
})

test('a cell in the color of its table is not a card, so icons in it stay blocks', () => {
  const icon = (name: string) => `<img src="https://example.com/${name}.png" width="40" height="40">`
  const { rows, html } = read(
    `<tr><td><table bgcolor="#363636" width="100%" cellpadding="0" cellspacing="0"><tr><td style="background-color:#363636;text-align:center"><br><br>${icon('a')} ${icon('b')} ${icon('c')}<br><br></td></tr><tr><td style="color:#ffffff;text-align:center">Footer</td></tr></table></td></tr>`,
  )
  expect(JSON.stringify(rows)).not.toContain('"html"')
  expect(html.match(/<img/g)).toHaveLength(3)
  // Two lines above the icons and one below.
  const spacers = JSON.stringify(rows).match(/"type":"spacer","height":\d+/g)
  expect(spacers).toEqual(['"type":"spacer","height":36', '"type":"spacer","height":18'])
})

test('an empty line above an image stays', () => {
  const { rows } = read('<tr><td><br><img src="https://example.com/a.png" width="300" height="200" alt="A"></td></tr>')
  expect(JSON.stringify(rows)).toContain('"type":"spacer","height":18')
})

test('the maximum of an image limits its width and height, and takes no space from the column beside it', () => {
  const { rows } = read(
    `<tr><td width="50%">Words beside an image</td><td width="50%" style="padding:0 15px"><img src="https://example.com/a.png" style="width:500px;height:100px;max-width:270px;max-height:54px" alt="A"></td></tr>`,
  )
  const columns = rows[0]?.['columns'] as Loose[]
  expect(columns.map(({ width }) => width)).toEqual([{ fr: 1 }, { fr: 1 }])
  expect(JSON.stringify(columns[1])).toContain('"height":54')
})

test('a link that looks like a button keeps its margins', () => {
  const { rows } = read(
    '<tr><td align="center"><p style="margin:0 0 10px"><a href="https://example.com/" style="display:inline-block;margin:20px auto;padding:12px 30px;background:#347eb9;color:#ffffff">Confirm</a></p></td></tr>',
  )
  expect(paddings(rows)).toEqual([[20, 0, 30, 0]])
})

test('space around a group in a card has the color of the card', () => {
  const inner = (background: string) =>
    `<table width="100%" bgcolor="${background}" cellpadding="0" cellspacing="0"><tr><td style="padding:24px">One</td></tr><tr><td style="padding:24px">Two</td></tr></table>`
  const html = `<!doctype html><html><body style="margin:0;background:#d2c7ba"><table width="600" align="center" bgcolor="#ffffff" cellpadding="0" cellspacing="0"><tr><td style="padding:18px 0 0">${inner('#eeeeee')}</td></tr><tr><td>Last</td></tr></table></body></html>`
  const { document } = importHtml({ html }, blockTypes)
  const spacer = (document['rows'] as Loose[]).find((row) => JSON.stringify(row).includes('"spacer"'))
  expect(spacer).toMatchObject({ box: { background: '#ffffff' } })
})

test('on phones an image of natural width is as wide as its URL says', () => {
  const html = `<!doctype html><html><head><style>@media (max-width:600px){img{width:auto !important;height:auto !important}}</style></head><body>
    <table width="600" align="center"><tr><td><img src="https://placehold.it/200x200" width="140" height="140" alt="A"></td></tr></table></body></html>`
  expect(JSON.stringify(importHtml({ html }, blockTypes).document['rows'])).toContain('"mobile":{"width":200,')
})

test('on phones what a rule for phones centers is in the middle', () => {
  const html = `<!doctype html><html><head><style>@media (max-width:600px){.col{display:block !important;text-align:center !important}.mid{margin:0 auto !important;float:none}}</style></head><body>
    <table width="600" align="center" cellpadding="0" cellspacing="0"><tr>
    <td class="col" width="300"><img src="https://example.com/logo.png" width="142" height="30" alt="Logo"></td>
    <td class="col" width="300"><table class="mid" align="right" cellpadding="0" cellspacing="0"><tr><td><a href="https://example.com/a"><img src="https://example.com/a.png" width="30" height="30" alt="A"></a></td><td><a href="https://example.com/b"><img src="https://example.com/b.png" width="30" height="30" alt="B"></a></td></tr></table></td>
    </tr></table></body></html>`
  expect(importHtml({ html }, blockTypes).document['rows']).toMatchObject([
    {
      columns: [
        { blocks: [{ type: 'image', style: { align: 'left' }, mobile: { align: 'center' } }] },
        { blocks: [{ type: 'icons', style: { align: 'right' }, mobile: { align: 'center' } }] },
      ],
    },
  ])
})

test('a low image is as high as its file, not as a line of text', () => {
  const image = (height: number) =>
    read(
      `<tr><td align="center"><img src="https://example.com/a.png" width="187" height="${height}" alt="A" style="display:block;margin:0 auto"></td></tr>`,
    ).html
  expect(image(16)).toContain('style="display:block;margin:0 auto;width:187px')
  expect(image(40)).toContain('style="display:inline-block;vertical-align:top;width:187px')
})
