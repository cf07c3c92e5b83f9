/** Where pages end: no line, image or button is cut, and nothing is lost or shown twice. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { DisplayList, DisplayItem } from '../../../src/email/layout/index.ts'
import { partPages } from '../../../src/email/pdf/index.ts'
import { starters } from '../../../src/surfaces/templates/index.ts'
import { htmlOf, layOut } from '../../support/layout.ts'
import { hasPoppler, linksOf, pdfOf, textOf } from '../../support/pdf.ts'
import { processorMs } from '../../support/processor-time.ts'

const face = { family: 'Arimo', weight: 400, italic: false } as const

function line(paragraph: number, y: number, { x = 0, size = 16, heading = 0 } = {}): DisplayItem {
  return {
    kind: 'text',
    x,
    y,
    width: 200,
    height: size * 1.1,
    text: `Line at ${y}`,
    direction: 'ltr',
    paragraph,
    baseline: y + size * 0.9,
    face,
    size,
    color: '#000000ff',
    spacing: 0,
    underline: false,
    lineThrough: false,
    meaning: heading === 0 ? {} : { heading },
  }
}

function imageItem(y: number, height: number, x = 0): DisplayItem {
  return { kind: 'picture', x, y, width: 200, height, src: 'p', alt: '', radius: [0, 0, 0, 0], meaning: {} }
}

/** Top and bottom of the ink of lines and images. */
function inkOf(items: readonly DisplayItem[]): { top: number; bottom: number }[] {
  return items.flatMap((item) => {
    if (item.kind === 'text')
      return [{ top: item.baseline - item.size * 0.85, bottom: item.baseline + item.size * 0.26 }]
    if (item.kind === 'group') return inkOf(item.items)
    return item.kind === 'picture' ? [{ top: item.y, bottom: item.y + item.height }] : []
  })
}

function expectWhole(displayList: DisplayList, room: number): void {
  const windows = partPages(displayList, room)
  expect(windows[0]?.from).toBe(0)
  expect(windows.at(-1)?.to).toBe(Math.max(1, displayList.height))
  for (const [index, { from, to }] of windows.entries()) {
    expect(to - from).toBeLessThanOrEqual(room + 1e-6)
    // Pages follow each other without a gap.
    if (index > 0) expect(from).toBeLessThanOrEqual(windows[index - 1]?.to ?? 0)
  }
  for (const { top, bottom } of inkOf(displayList.items)) {
    if (bottom - top > room * 0.9 || top < 0 || bottom > displayList.height) continue
    expect(windows.some(({ from, to }) => top >= from - 0.01 && bottom <= to + 0.01)).toBe(true)
  }
}

describe('pages', () => {
  for (const { key, document } of starters) {
    test(`of ${key} cut no line or image, on any paper size`, async () => {
      const { displayList } = await layOut(htmlOf(document), { width: 640, scheme: 'light' })
      for (let room = 300; room <= 1300; room += 37) expectWhole(displayList, room)
    })
  }

  test('cut no line of columns without a common gap', () => {
    const item = fc.tuple(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 8, max: 60 }), fc.boolean())
    fc.assert(
      fc.property(fc.array(item, { maxLength: 120 }), fc.integer({ min: 250, max: 1200 }), (things, room) => {
        const items = things.map(([y, size, isText], index) =>
          isText ? line(index, y, { x: index % 400, size }) : imageItem(y, size * 3, index % 400),
        )
        expectWhole({ width: 640, height: 5400, items }, room)
      }),
      { numRuns: 200 },
    )
  })

  test('do not end with a heading or a single line of a paragraph', () => {
    const heading = line(0, 860, { size: 24, heading: 2 })
    const text = [920, 944, 968].map((y) => line(1, y))
    expect(partPages({ width: 640, height: 1200, items: [line(9, 400), heading, ...text] }, 900)[0]?.to).toBeLessThan(
      860,
    )
    const paragraph = [850, 874, 898, 922].map((y) => line(1, y))
    const [first] = partPages({ width: 640, height: 1200, items: [line(0, 700), ...paragraph] }, 930)
    expect(first?.to).toBeLessThan(900)
  })

  test('keep a caption with its image, and a button with its text', () => {
    const caption = [imageItem(700, 190), line(0, 898), line(1, 1000)]
    expect(partPages({ width: 640, height: 1200, items: [line(9, 600), ...caption] }, 905)[0]?.to).toBeLessThanOrEqual(
      700,
    )
    const edge = { width: 0, style: 'none', color: '#00000000' } as const
    const button: DisplayItem = {
      kind: 'box',
      x: 0,
      y: 880,
      width: 200,
      height: 50,
      background: '#000000ff',
      image: undefined,
      gradients: [],
      border: [edge, edge, edge, edge],
      radius: [4, 4, 4, 4],
    }
    expect(
      partPages({ width: 640, height: 1200, items: [line(9, 600), button, line(0, 895)] }, 925)[0]?.to,
    ).toBeLessThanOrEqual(880)
  })

  test('of a very long email are many, and written quickly', () => {
    const items = Array.from({ length: 20_000 }, (_, index) => line(index, index * 5, { x: index % 3 }))
    const started = processorMs()
    const windows = partPages({ width: 640, height: 100_000, items }, 1000)
    expect(windows.length).toBeLessThan(2100)
    expect(processorMs() - started).toBeLessThan(3000)
  })
})

test('one long page is split at the maximum page size of PDF readers', async () => {
  const rows = Array.from({ length: 700 }, (_, index) => `<p style="margin:0 0 20px">Row ${index}</p>`).join('')
  const { pages, bytes } = await pdfOf(`<body style="margin:0;font:16px/20px Arial">${rows}</body>`)
  expect(pages).toBe(2)
  if (hasPoppler) expect((await textOf(bytes)).match(/Row/g)).toHaveLength(700)
})

test('links are on the pages that show them', async () => {
  const rows = Array.from(
    { length: 60 },
    (_, at) => `<p style="margin:0 0 20px"><a href="https://r.example/${at}">Row ${at}</a></p>`,
  )
  const links = await linksOf(
    (await pdfOf(`<body style="margin:0;font:16px/20px Arial">${rows.join('')}</body>`, { page: 'Letter' })).bytes,
  )
  expect(links).toHaveLength(60)
  expect(links.map(({ page }) => page)).toEqual(links.map(({ page }) => page).toSorted((a, b) => a - b))
  expect(links.at(-1)?.page).toBe(2)
  for (const { rect } of links) expect(rect[1]).toBeGreaterThanOrEqual(36 - 1)
})
