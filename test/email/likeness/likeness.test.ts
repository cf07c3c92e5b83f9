import { describe, expect, test } from 'bun:test'
import { compareContent, comparePages } from '../../../src/email/likeness/index.ts'
import { layOut } from '../../support/layout.ts'

const limits = { maxHeight: 20_000, maxDifferences: 10 }
const page = async (body: string, width = 640) =>
  (
    await layOut(`<!doctype html><body style="margin:0;font:16px/20px Arial">${body}</body>`, {
      width,
      scheme: 'light',
    })
  ).displayList
const paragraphs = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => {
    const number = from + index
    return `<p style="margin:0 0 20px">Item ${number} tells what chapter ${number * 7} is about, at some length</p>`
  }).join('')
const gap = (height: number) => `<div style="height:${height}px;background:#ffcc00"></div>`

async function compare(source: string, result: string) {
  const [one, other] = [await page(source), await page(result)]
  return {
    ...comparePages(one, other, limits),
    content: compareContent(one, other),
    heights: [one.height, other.height],
  }
}

describe('how alike two pages look', () => {
  test('a page is like itself', async () => {
    const { content, differences, isCut, share } = await compare(paragraphs(0, 40), paragraphs(0, 40))
    expect({ content, differences, isCut, share }).toEqual({
      content: { words: 1, links: 1, images: 1 },
      differences: [],
      isCut: false,
      share: 1,
    })
  })

  test.each([
    [
      'that only the result has',
      paragraphs(0, 10) + paragraphs(10, 40),
      paragraphs(0, 10) + gap(120) + paragraphs(10, 40),
    ],
    [
      'that only the source has',
      paragraphs(0, 10) + gap(120) + paragraphs(10, 40),
      paragraphs(0, 10) + paragraphs(10, 40),
    ],
  ])('space %s counts by what it moves, and is the only difference', async (_, source, result) => {
    const { share, differences } = await compare(source, result)
    expect(share).toBeWithin(0.9, 0.95)
    // Lines of text are not on the same rows of cells.
    expect(differences.every(({ y, height }) => y >= 380 && y + height <= 540)).toBe(true)
  })

  test('space at the end moves nothing, and is alike', async () => {
    const [text, space] = [paragraphs(0, 10), '<div style="height:300px"></div>']
    expect((await compare(text, text + space)).share).toBe(1)
    expect((await compare(text + space, text)).share).toBe(1)
  })

  test('content that only one page has counts, in whichever', async () => {
    const part = '<div style="height:200px;background:#0055ff"></div>'
    const [whole, without] = [paragraphs(0, 10) + part, paragraphs(0, 10)]
    const { share } = await compare(whole, without)
    expect(share).toBeCloseTo(1 - 200 / 600, 2)
    expect((await compare(without, whole)).share).toBeCloseTo(share, 2)
  })

  test('a part with another color is where it says', async () => {
    const at = (color: string) =>
      `${paragraphs(0, 10)}<div style="margin-left:100px;width:200px;height:80px;background:${color}"></div>${paragraphs(10, 20)}`
    const { differences, share } = await compare(at('#0055ff'), at('#ff5500'))
    expect(differences).toEqual([{ x: 100, y: 400, width: 200, height: 80, resultY: 400 }])
    expect(share).toBeCloseTo(1 - (200 * 80) / (640 * 880), 2)
  })

  test('text that moves by less than a letter is alike, and text beside it is not', async () => {
    const at = (left: number) => `<div style="padding:20px 0 20px ${left}px">Some words on a line</div>`
    expect((await compare(at(20), at(22))).share).toBeGreaterThan(0.99)
    expect((await compare(at(20), at(220))).share).toBeLessThan(0.95)
  })

  test('of long pages the top is compared, and says so', async () => {
    const [one, other] = [await page(paragraphs(0, 40)), await page(paragraphs(0, 39) + gap(400))]
    const { isCut, share } = comparePages(one, other, { ...limits, maxHeight: 800 })
    expect({ isCut, share }).toEqual({ isCut: true, share: 1 })
  })

  test('no more differences are listed than asked for, the largest first', async () => {
    const stripes = (color: string) =>
      [40, 120, 80]
        .map(
          (height, index) =>
            `${paragraphs(index * 5, index * 5 + 5)}<div style="height:${height}px;background:${color}"></div>`,
        )
        .join('')
    const [one, other] = [await page(stripes('#0055ff')), await page(stripes('#ff5500'))]
    const heights = comparePages(one, other, { ...limits, maxDifferences: 2 }).differences.map(({ height }) => height)
    expect(heights).toEqual([120, 80])
  })
})

describe('what of the content is kept', () => {
  test('words are counted as displayed: styles inside a word do not part it', async () => {
    const { content } = await compare('<p>un<b>break</b>able words</p>', '<p>unbreakable words</p>')
    expect(content.words).toBe(1)
  })

  test('text that stands twice is not kept', async () => {
    const { content } = await compare('<p>one two</p>', '<p>one two</p><p>one two</p>')
    expect(content.words).toBe(0.5)
  })

  test('hidden words are not displayed, whichever way', async () => {
    const { content } = await compare(
      '<div style="max-height:0;overflow:hidden">preview</div><p style="display:none">more</p><p>seen</p>',
      '<p>seen</p>',
    )
    expect(content.words).toBe(1)
  })

  test('links lead somewhere, also those of images, and thin images hold space', async () => {
    const image = (src: string, height: number) =>
      `<img src="https://example.com/${src}" width="100" height="${height}">`
    const source = `<a href="#">a</a> <a href="https://example.com/">${image('logo.png', 50)}</a>${image('line.gif', 1)}`
    const { content } = await compare(source, `<p>a</p><a href="https://example.com/">${image('logo.png', 50)}</a>`)
    expect(content).toEqual({ words: 1, links: 1, images: 1 })
    expect((await compare(source, '<p>a</p>')).content).toEqual({ words: 1, links: 0, images: 0 })
  })
})
