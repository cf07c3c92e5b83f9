import { describe, expect, test } from 'bun:test'
import type {
  DisplayList,
  DisplayItem,
  DisplayBox,
  DisplayText,
  MeasuredPage,
  Medium,
} from '../../../src/email/layout/index.ts'
import { starters } from '../../../src/surfaces/templates/index.ts'
import { htmlOf, layOut } from '../../support/layout.ts'

const desktop: Medium = { width: 640, scheme: 'light' }
const phone: Medium = { width: 375, scheme: 'light' }

async function displayList(body: string, medium = desktop, css = ''): Promise<MeasuredPage> {
  const html = `<!doctype html><html><head><style>body{margin:0;font:16px/20px Arial}${css}</style></head><body>${body}</body></html>`
  return (await layOut(html, medium)).displayList
}

function flat(items: readonly DisplayItem[]): DisplayItem[] {
  return items.flatMap((item) => (item.kind === 'group' ? [item, ...flat(item.items)] : [item]))
}

function textsOf({ items }: DisplayList): DisplayText[] {
  return flat(items).filter((item) => item.kind === 'text')
}

function text(page: DisplayList, words: string): DisplayText {
  const found = textsOf(page).find((item) => item.text.trim() === words)
  if (found === undefined) throw new Error(`No ${words} in ${JSON.stringify(textsOf(page).map((item) => item.text))}`)
  return found
}

function box(page: DisplayList, color: string): DisplayBox {
  const found = flat(page.items).find((item) => item.kind === 'box' && item.background === color)
  if (found?.kind !== 'box') throw new Error(`No box of ${color}`)
  return found
}

const place = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => [
  x,
  y,
  width,
  height,
]
const lines = (page: DisplayList) => textsOf(page).map((item) => item.text.trim())

describe('styles that other tools write', () => {
  test.each([
    ['[class*="one"]', true],
    ['[class^="shown"]', true],
    ['[class$=phone]', true],
    ['[class~="shown"]', true],
    ['[lang|=en]', true],
    ['[class^="phone"]', false],
    ['[class~="show"]', false],
    ['[class*=""]', false],
    ['[lang|=e]', false],
  ])('an attribute selector tells how the value is held: %s', async (selector, isMatch) => {
    const body = '<p class="shown on-phone" lang="en-US">a</p>'
    expect(lines(await displayList(body, desktop, `${selector}{display:none}`))).toEqual(isMatch ? [] : ['a'])
  })

  test.each([
    'max-height:0;overflow:hidden',
    'height:1px;overflow:hidden',
    'width:0;overflow:hidden;white-space:nowrap',
  ])('a preview text is not displayed: %s', async (style) => {
    expect(lines(await displayList(`<div style="${style}">preview</div><p>a</p>`))).toEqual(['a'])
  })

  test('the margin of the body is inside of the page', async () => {
    const page = await displayList('<p style="margin:0">a</p>', desktop, 'body{margin:8px}')
    expect([text(page, 'a').x, page.height]).toEqual([8, 36])
  })

  test('a table with collapsed borders has no padding', async () => {
    const table = (style: string) =>
      `<table cellspacing="0" style="padding:30px;${style}"><td style="padding:0">a</td></table>`
    expect(text(await displayList(table('')), 'a').x).toBe(30)
    expect(text(await displayList(table('border-collapse:collapse')), 'a').x).toBe(0)
  })
})

describe('features that are not painted', () => {
  const unpainted = async (body: string, css = '') => (await displayList(body, desktop, css)).unpainted

  test.each([
    ['background:#123 conic-gradient(#f00, #00f)', '#800080ff'],
    ['background-color:#123456;background-image:linear-gradient(in oklch, red, rgb(0, 0, 255))', '#800080ff'],
    ['background:linear-gradient(#ff0000, 20%, #0000ff)', '#800080ff'],
    ['background-color:#ffffff;background-image:conic-gradient(rgba(0,0,0,0.5), rgba(0,0,0,0.5))', '#7f7f7fff'],
  ])('this gradient is one color: %s', async (style, color) => {
    const page = await displayList(`<div style="${style}">a</div>`)
    expect(box(page, color).width).toBe(640)
    expect(page.unpainted).toEqual([expect.stringMatching(/gradients.+In this email: background-image: /)])
  })

  const red = '#ff0000ff'
  const blue = '#0000ffff'
  const ends = [
    { at: 0, color: red },
    { at: 1, color: blue },
  ]
  test.each([
    ['linear-gradient(red, blue)', { shape: { kind: 'linear', angle: 180 }, stops: ends, repeat: 'no-repeat' }],
    ['-webkit-linear-gradient(left, red, blue)', { shape: { kind: 'linear', angle: 90 }, stops: ends }],
    ['-webkit-linear-gradient(90deg, red, blue)', { shape: { kind: 'linear', angle: 0 } }],
    ['linear-gradient(0.25turn, red, blue)', { shape: { kind: 'linear', angle: 90 } }],
    [
      'linear-gradient(to left bottom, red, blue)',
      { shape: { kind: 'linear', angle: 180 + (Math.atan(1 / 4) * 180) / Math.PI } },
    ],
    [
      'linear-gradient(90deg, red -50%, blue 50%)',
      { stops: [{ at: 0, color: '#800080ff' }, { at: 0.5, color: blue }, ends[1]] },
    ],
    [
      'linear-gradient(90deg, red 300px, blue 10%)',
      { stops: [{ at: 0, color: red }, { at: 0.75, color: red }, { at: 0.75, color: blue }, ends[1]] },
    ],
    [
      'radial-gradient(circle, red, blue)',
      { shape: { kind: 'radial', x: 200, y: 50, radiusX: Math.hypot(200, 50), radiusY: Math.hypot(200, 50) } },
    ],
    [
      'radial-gradient(closest-side at 25% 40%, red, blue)',
      { shape: { kind: 'radial', x: 100, y: 40, radiusX: 100, radiusY: 40 } },
    ],
    [
      'radial-gradient(20px 10px at right bottom, red, blue 200%)',
      { shape: { kind: 'radial', x: 400, y: 100, radiusX: 40, radiusY: 20 } },
    ],
  ])('the geometry of %s', async (gradient, expected) => {
    const page = await displayList(`<div style="width:400px;height:100px;background:${gradient}">a</div>`)
    const [painted] = flat(page.items).flatMap((item) => (item.kind === 'box' ? item.gradients : []))
    expect(painted).toMatchObject({ x: 0, y: 0, width: 400, height: 100, mean: '#800080ff', ...expected })
    expect(page.unpainted).toEqual([])
  })

  test('a repeating gradient has its periods as stops, unless they are too many to be seen', async () => {
    const stopsOf = async (style: string) => {
      const page = await displayList(`<div style="width:100px;height:100px;background:${style}">a</div>`)
      return flat(page.items).flatMap((item) => (item.kind === 'box' ? item.gradients : []))[0]?.stops ?? []
    }
    const striped = await stopsOf('repeating-linear-gradient(90deg, red 0 10px, blue 10px 20px)')
    expect(striped.filter(({ at }) => at === 0.5).map(({ color }) => color)).toEqual([red, blue])
    expect(await stopsOf('repeating-linear-gradient(90deg, red, blue 0.01px)')).toEqual([
      { at: 0, color: '#800080ff' },
      { at: 1, color: '#800080ff' },
    ])
  })

  test('a later image or color takes a gradient away', async () => {
    for (const later of ['background:#112233', 'background-image:none;background-color:#112233']) {
      const page = await displayList(`<div style="background:linear-gradient(red,blue);${later}">a</div>`)
      expect(box(page, '#112233ff').width).toBe(640)
      expect(page.unpainted).toEqual([])
    }
  })

  test('a background clipped to the text leaves the text in its color', async () => {
    const page = await displayList(
      '<p style="background:linear-gradient(red,blue);-webkit-background-clip:text;color:#112233">a</p>',
    )
    expect(text(page, 'a').color).toBe('#112233ff')
    expect(flat(page.items).filter(({ kind }) => kind === 'box')).toHaveLength(1)
  })

  test('unsupported visible elements are reported', async () => {
    expect(await unpainted('<p>a <svg width="9" height="9"><rect/></svg></p>')).toEqual([
      expect.stringContaining('Inline SVG'),
    ])
    expect(await unpainted('<iframe src="x"></iframe><select><option>1</option></select>')).toHaveLength(1)
    expect(await unpainted('<div style="display:none"><svg></svg></div><noscript>x</noscript>')).toEqual([])
    expect(await unpainted('<div class="h"><p><svg></svg></p></div>', '.h{display:none}')).toEqual([])
  })

  test('the starters use no unsupported feature', async () => {
    const pages = await Promise.all(starters.map(({ document }) => layOut(htmlOf(document), desktop)))
    expect(pages.flatMap((page) => page.displayList.unpainted)).toEqual([])
  })

  test('each unsupported feature is reported once, in a fixed order', async () => {
    const first = await unpainted('<p style="box-shadow:0 0 1px red;display:flex">a</p><p style="display:flex">b</p>')
    expect(first).toHaveLength(2)
    expect(await unpainted('<p style="display:flex">a</p><p style="box-shadow:0 0 1px red">b</p>')).toEqual(first)
  })
})

describe('a box', () => {
  test('counts padding and border to its content, or takes them from its width', async () => {
    const page = await displayList(
      '<div style="width:100px;padding:10px 20px;border:5px solid #000;background:#111">a</div><div style="box-sizing:border-box;width:100px;padding:10px 20px;background:#222">b</div>',
    )
    expect(place(box(page, '#111111ff'))).toEqual([0, 0, 150, 50])
    expect(place(box(page, '#222222ff'))).toEqual([0, 50, 100, 40])
    expect(text(page, 'a').x).toBe(25)
  })

  test('is centered by auto margins and by an align attribute of its parent', async () => {
    const auto = await displayList('<div style="max-width:600px;margin:0 auto;background:#111">a</div>')
    expect(place(box(auto, '#111111ff'))).toEqual([20, 0, 600, 20])
    const led = await displayList(
      '<table width="100%" cellpadding="0" cellspacing="0"><tr><td align="center"><table width="200" cellpadding="0" cellspacing="0" bgcolor="#222222"><tr><td>a</td></tr></table></td></tr></table>',
    )
    expect(box(led, '#222222ff').x).toBe(220)
  })

  test('shares the margins of its neighbors', async () => {
    const page = await displayList('<p style="margin:0 0 30px">a</p><p style="margin:10px 0">b</p>')
    expect(text(page, 'b').baseline - text(page, 'a').baseline).toBe(50)
  })

  test('calculates with percents and px', async () => {
    const page = await displayList(
      '<div style="width:200px"><div style="padding:calc(50% - 32px) 0;background:#111"></div></div>',
    )
    expect(place(box(page, '#111111ff'))).toEqual([0, 0, 200, 136])
  })

  test('has radii no larger than its sides', async () => {
    const page = await displayList('<div style="width:40px;height:20px;border-radius:99px;background:#111"></div>')
    expect(box(page, '#111111ff').radius).toEqual([10, 10, 10, 10])
  })
})

describe('columns', () => {
  const css = '.c{display:inline-block;vertical-align:top;width:100%}@media(min-width:481px){.c{width:50%!important}}'
  const cells = (attributes = '') =>
    `<table width="100%" cellpadding="0" cellspacing="0"><tr><td${attributes} style="font-size:0"><div class="c" dir="ltr" style="font-size:16px"><div style="background:#111">one</div></div><div class="c" dir="ltr" style="font-size:16px"><div style="background:#222">two</div></div></td></tr></table>`

  test('are side by side on a desktop', async () => {
    const page = await displayList(cells(), desktop, css)
    expect([box(page, '#111111ff'), box(page, '#222222ff')].map(place)).toEqual([
      [0, 0, 320, 20],
      [320, 0, 320, 20],
    ])
  })

  test('are stacked on a phone', async () => {
    const page = await displayList(cells(), phone, css)
    expect([box(page, '#111111ff'), box(page, '#222222ff')].map(place)).toEqual([
      [0, 0, 375, 20],
      [0, 20, 375, 20],
    ])
  })

  test('are in reverse order if the row says so', async () => {
    const page = await displayList(cells(' dir="rtl"'), desktop, css)
    expect([box(page, '#111111ff').x, box(page, '#222222ff').x]).toEqual([320, 0])
  })

  test('hide where a rule says so', async () => {
    const hiding = `${css}@media(max-width:480px){.h{display:none!important}}`
    const body = '<div class="h">only wide</div><div>always</div>'
    expect(lines(await displayList(body, desktop, hiding))).toEqual(['only wide', 'always'])
    expect(lines(await displayList(body, phone, hiding))).toEqual(['always'])
  })
})

describe('a table', () => {
  const table = (attributes: string, rows: string) =>
    `<table cellpadding="0" cellspacing="0" ${attributes}>${rows}</table>`

  test('distributes free width to cells by their content', async () => {
    const page = await displayList(
      table('width="400"', '<tr><td bgcolor="#111111">longer words</td><td bgcolor="#222222">word</td></tr>'),
    )
    const [one, two] = [box(page, '#111111ff'), box(page, '#222222ff')]
    expect(one.width + two.width).toBe(400)
    expect(one.width / two.width).toBeCloseTo(text(page, 'longer words').width / text(page, 'word').width, 1)
  })

  test('keeps widths in px and in percent', async () => {
    const page = await displayList(
      table(
        'width="400"',
        '<tr><td width="100" bgcolor="#111111">a</td><td width="25%" bgcolor="#222222">b</td><td bgcolor="#333333">c</td></tr>',
      ),
    )
    expect(['#111111ff', '#222222ff', '#333333ff'].map((color) => box(page, color).width)).toEqual([100, 100, 200])
  })

  test('is as wide as its content without a declared width', async () => {
    const page = await displayList(table('bgcolor="#111111"', '<tr><td style="padding:0 10px">word</td></tr>'))
    expect(box(page, '#111111ff').width).toBe(Math.round(text(page, 'word').width + 20))
  })

  test('supports cells that span columns and rows', async () => {
    const page = await displayList(
      table(
        'width="300"',
        '<tr><td rowspan="2" width="100" bgcolor="#111111">a</td><td colspan="2" bgcolor="#222222">b</td></tr><tr><td width="50" bgcolor="#333333">c</td><td bgcolor="#444444">d</td></tr>',
      ),
    )
    expect(place(box(page, '#111111ff'))).toEqual([0, 0, 100, 40])
    expect(place(box(page, '#222222ff'))).toEqual([100, 0, 200, 20])
    expect(place(box(page, '#444444ff'))).toEqual([150, 20, 150, 20])
  })

  test('aligns cell content at the top, middle or bottom', async () => {
    const cell = (valign: string) => `<td valign="${valign}">${valign}</td>`
    const page = await displayList(
      table('', `<tr><td height="100">x</td>${cell('top')}${cell('middle')}${cell('bottom')}</tr>`),
    )
    const at = ['top', 'middle', 'bottom'].map((word) => text(page, word).baseline)
    expect(at.map((one) => one - (at[0] ?? 0))).toEqual([0, 40, 80])
  })

  test('has its caption above it', async () => {
    const page = await displayList(table('width="200"', '<caption>said</caption><tr><td>a</td><td>b</td></tr>'))
    expect(text(page, 'said').baseline).toBeLessThan(text(page, 'a').baseline)
    expect(text(page, 'a').baseline).toBe(text(page, 'b').baseline)
  })

  test('resets an inherited align attribute for its text', async () => {
    const page = await displayList(`<div align="center">led${table('width="200"', '<tr><td>not led</td></tr>')}</div>`)
    expect(text(page, 'led').x).toBeGreaterThan(300)
    expect(text(page, 'not led').x).toBe(220)
  })

  test('is generated around rows without a table', async () => {
    const page = await displayList(
      '<table style="display:block"><tr><td bgcolor="#111111" style="padding:0">word</td></tr></table>',
    )
    expect(box(page, '#111111ff').width).toBeLessThan(50)
  })

  test('aligns content in a tall cell by its valign', async () => {
    const page = await displayList(table('', '<tr><td style="height:100px;vertical-align:bottom">word</td></tr>'))
    expect(page.height).toBe(100)
    expect(text(page, 'word').baseline).toBeGreaterThan(80)
  })

  test('paints one line between two cells with collapsed borders', async () => {
    const page = await displayList(
      '<table style="border-collapse:collapse"><tr><td style="border:1px solid #000;padding:0">a</td><td style="border:1px solid #000;padding:0">b</td></tr></table>',
    )
    const edges = flat(page.items).filter((item) => item.kind === 'box' && item.border[0].width > 0) as DisplayBox[]
    expect(edges.map(({ border }) => border.map(({ width }) => width))).toEqual([
      [1, 1, 1, 1],
      [1, 1, 1, 0],
    ])
  })
})

describe('floats', () => {
  const float = (width: number, color: string) =>
    `<table align="left" width="${width}" cellpadding="0" cellspacing="0" bgcolor="${color}"><tr><td>x</td></tr></table>`

  test('are side by side while they fit, and clear below otherwise', async () => {
    const page = await displayList(
      `<div>${float(300, '#111111')}${float(300, '#222222')}${float(300, '#333333')}<p>after</p></div>`,
    )
    expect(['#111111ff', '#222222ff', '#333333ff'].map((color) => place(box(page, color)))).toEqual([
      // The margin of the paragraph is that of the page, as in Chromium.
      [0, 16, 300, 20],
      [300, 16, 300, 20],
      [0, 36, 300, 20],
    ])
    expect(text(page, 'after').baseline).toBeGreaterThan(40)
  })
})

describe('lines', () => {
  test('break where the width ends, and at forced breaks', async () => {
    const page = await displayList('<div style="width:120px">one two three four<br>five</div>')
    expect(lines(page)).toEqual(['one two three', 'four', 'five'])
  })

  test('do not break where breaking is forbidden', async () => {
    const page = await displayList(
      '<div style="width:60px">one&nbsp;two three <span style="white-space:nowrap">four five</span></div>',
    )
    expect(lines(page)).toEqual(['one\u00a0two', 'three', 'four five'])
  })

  test('have their line height, with the text centered in it', async () => {
    const page = await displayList('<div style="line-height:40px">a<br>b</div>')
    expect(page.height).toBe(80)
    expect(text(page, 'b').baseline - text(page, 'a').baseline).toBe(40)
  })

  test('are aligned to their side, or justified', async () => {
    const right = await displayList('<div style="text-align:right">word</div>')
    const word = text(right, 'word')
    expect(word.x + word.width).toBeCloseTo(640, 3)
    const filled = textsOf(await displayList('<div style="width:120px;text-align:justify">one two three four</div>'))
    const third = filled.find((item) => item.text === 'three')
    expect((third?.x ?? 0) + (third?.width ?? 0)).toBeCloseTo(120, 3)
  })

  test('contain inline boxes at their position', async () => {
    const page = await displayList(
      '<div>a<span style="display:inline-block;width:30px;height:50px;vertical-align:middle;background:#111"></span>b</div>',
    )
    expect(box(page, '#111111ff').height).toBe(50)
    expect(text(page, 'b').x).toBeCloseTo(text(page, 'a').width + 30, 3)
  })

  test('have the style and link of their text', async () => {
    const page = await displayList(
      '<h2 style="font-size:20px">Big</h2><p><b>bold</b> <i>slanted</i> <a href="https://example.com/" style="text-transform:uppercase">link</a></p>',
    )
    expect(text(page, 'Big')).toMatchObject({
      size: 20,
      meaning: { heading: 2 },
      face: { family: 'Arimo', weight: 700 },
    })
    expect(text(page, 'bold').face.weight).toBe(700)
    expect(text(page, 'slanted').face.italic).toBe(true)
    expect(text(page, 'LINK')).toMatchObject({ underline: true, meaning: { href: 'https://example.com/' } })
  })

  test('include letter spacing and the width difference of a substitute font', async () => {
    const width = async (css: string) => text(await displayList(`<span style="${css}">word</span>`), 'word').width
    const plain = await width('')
    expect((await width('letter-spacing:2px')) - plain).toBeCloseTo(8, 3)
    expect(await width('font-family:Verdana')).toBeGreaterThan(plain * 1.1)
  })
})

describe('text from right to left', () => {
  test('starts at the right, with left-to-right runs reordered', async () => {
    const page = await displayList('<div dir="rtl">שלום SVC Mail עולם</div>')
    const [first, middle, last] = ['שלום', 'SVC Mail', 'עולם'].map((words) => text(page, words).x)
    expect(first).toBeGreaterThan(middle ?? 0)
    expect(middle).toBeGreaterThan(last ?? 0)
    expect(text(page, 'שלום').direction).toBe('rtl')
  })

  test('has its lists indented on the right', async () => {
    const page = await displayList('<ul dir="rtl" style="margin:0"><li>עולם</li></ul>')
    const { x, width } = text(page, 'עולם')
    expect(x + width).toBeCloseTo(600, 3)
  })
})

describe('lists', () => {
  test('have numbers and bullets', async () => {
    expect(lines(await displayList('<ol start="3"><li>a<li>b</ol><ol type="i"><li>c</ol>'))).toEqual([
      'a',
      '3.',
      'b',
      '4.',
      'c',
      'i.',
    ])
  })
})

describe('pictures', () => {
  const image = (attributes: string) =>
    `<div style="width:300px"><img src="https://other.example.com/a.png" ${attributes}></div>`
  const size = async (attributes: string) => {
    const found = flat((await displayList(image(attributes))).items).find((item) => item.kind === 'picture')
    return [found?.width, found?.height]
  }

  for (const [name, attributes, expected] of [
    ['keep the size they declare', 'width="100" height="40"', [100, 40]],
    [
      'keep their shape where only one side is known',
      'width="600" height="300" style="width:100%;height:auto"',
      [300, 150],
    ],
    ['are no wider than they may be', 'width="600" height="300" style="max-width:100%;height:auto"', [300, 150]],
    ['take a share of the room', 'width="600" height="300" style="width:50%;height:auto"', [150, 75]],
  ] as const)
    test(name, async () => expect(await size(attributes)).toEqual([...expected]))
})

describe('a page', () => {
  test('is dark for readers who prefer dark mode', async () => {
    const css = '.p{background-color:#ffffff}@media(prefers-color-scheme:dark){.p{background-color:#101010!important}}'
    const dark = await displayList(
      '<div class="p" style="background-color:#fff">a</div>',
      { width: 640, scheme: 'dark' },
      css,
    )
    expect(box(dark, '#101010ff').width).toBe(640)
  })

  test('starts on a dark canvas if it declares support for dark mode', async () => {
    const dark: Medium = { width: 640, scheme: 'dark' }
    const canvas = async (css: string) => (await displayList('a', dark, css)).items[0]
    expect(await canvas(':root{color-scheme:light dark}')).toMatchObject({ background: '#121212ff' })
    expect(await canvas('')).toMatchObject({ background: '#ffffffff' })
  })

  test('shows no content for Outlook only', async () => {
    const page = await displayList(
      '<!--[if mso]><table width="99"><tr><td>ghost<![endif]-->seen<!--[if !mso]><!--> too<!--<![endif]-->',
    )
    expect(lines(page)).toEqual(['seen too'])
  })

  test('positions the tiles of a background', async () => {
    const page = await displayList(
      `<div style="width:300px;height:300px;background:#111 url(https://cdn.example.com/cdn/starters/event-poster.png) center / cover no-repeat"></div>`,
    )
    expect(box(page, '#111111ff').image).toMatchObject({ x: -150, y: 0, width: 600, height: 300, repeat: 'no-repeat' })
  })
})
