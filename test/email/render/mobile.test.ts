import { describe, expect, test } from 'bun:test'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { sampleData, sampleNow, samples, variants } from '../blocks/samples.ts'
import { hasChromium } from '../../support/chromium.ts'
import { closeAfterwards, openPage } from './chromium.ts'
import { blockTypes, column, readSample, renderEmail, section } from './compose.ts'
import { styleSchema } from '../../../src/email/document/schema/style.ts'

/** A telling value of every property of a style. */
const values: Record<string, unknown> = {
  padding: [7, 9, 11, 13],
  background: '#d0e0f0',
  backgroundImage: { src: 'https://example.com/9x9/ff0000', repeat: 'repeat', size: 'auto' },
  border: { width: 3, style: 'dashed', color: '#00aa00' },
  radius: 17,
  corners: ['top-left', 'bottom-right'],
  color: '#aa00aa',
  font: 'Courier New, monospace',
  size: 23,
  weight: 300,
  italic: true,
  lineHeight: 2.4,
  letterSpacing: 4,
  spacing: 40,
  transform: 'uppercase',
  decoration: 'underline',
  align: 'right',
  valign: 'bottom',
  width: '40%',
  minHeight: 320,
  innerPadding: [3, 5, 9, 15],
}

interface Layers {
  style?: object
  mobile?: object
}

/** Every kind of node with a style, in a row of its own. */
const kinds: Record<string, (layers: Layers) => object> = {
  section: ({ style, mobile }) =>
    section([column([text('Hello there'), { type: 'heading', text: 'Hello' }]), column([text('Hi')])], {
      ...(style === undefined ? {} : { box: style }),
      ...(mobile === undefined ? {} : { mobile }),
    }),
  group: (layers) => ({ type: 'group', rows: [section([column([text('Hello there')])])], ...layers }),
  column: (layers) => section([column([text('Hello there')], layers), column([text('Hi')])]),
  'column that stays': (layers) =>
    section([column([text('Hello there')], layers), column([text('Hi')])], { stack: 'keep' }),
}
const blocks: Record<string, Record<string, unknown>> = { ...variants }
for (const type of blockTypes.keys()) blocks[type] = { type, ...samples[type] }
for (const [name, { anchor: _anchor, style: own, ...block }] of Object.entries(blocks))
  kinds[name] = ({ style, mobile }) =>
    section([
      column([{ ...block, style: { ...(own as object), ...style }, ...(mobile === undefined ? {} : { mobile }) }]),
    ])

function text(words: string) {
  return { type: 'text', text: words }
}

closeAfterwards()

test('there is a value for every property', () => {
  expect(Object.keys(values).sort()).toEqual(Object.keys(styleSchema.properties).sort())
})

// The law of the mobile layer: up to the breakpoint a property said there looks as if it had been said in the style.
describe.if(hasChromium)('on a phone the mobile layer looks like the style itself', () => {
  for (const [property, value] of Object.entries(values))
    test(property, async () => {
      const rows = Object.entries(kinds).flatMap(([name, render]) => [
        { ...render({ style: { [property]: value } }), anchor: anchorOf(name, 'style') },
        { ...render({ mobile: { [property]: value } }), anchor: anchorOf(name, 'mobile') },
      ])
      const { html = '' } = renderEmail(readSample({ rows }), blockTypes, {
        data: sampleData,
        now: sampleNow,
        outputs: ['html'],
      })
      const page = await openPage(375)
      await page.setContent(html, { waitUntil: 'load' })
      // Each row begins at a whole pixel: between two its letters would be smoothed otherwise.
      const boxes = await page.$$eval('[id^="k-"]', (all) => {
        for (const one of all)
          if (one instanceof HTMLElement) one.style.height = `${Math.ceil(one.getBoundingClientRect().height)}px`
        return all.map((one) => [one.id, one.getBoundingClientRect().top, one.getBoundingClientRect().height] as const)
      })
      const png = PNG.sync.read(await page.screenshot({ fullPage: true }))
      const cut = (name: string, layer: string) => {
        const [, top = 0, height = 0] = boxes.find(([id]) => id === anchorOf(name, layer)) ?? []
        return cropped(png, Math.round(top), Math.round(height))
      }
      const different = Object.keys(kinds).filter((name) => !isAlike(cut(name, 'style'), cut(name, 'mobile')))
      expect(different).toEqual([])
    })
})

test.if(hasChromium)('on a phone the content is as wide as the window, or as the document says', async () => {
  const page = await openPage(375)
  const widthOf = async (body: object) => {
    const rows = [section([column([text('Hello there')])], { anchor: 'row' })]
    const band = section([column([text('Hi')])], { band: { background: '#ff0000' } })
    const { html = '' } = renderEmail(
      readSample({ body, rows: [...rows, band, { type: 'group', rows }] }),
      blockTypes,
      {
        outputs: ['html'],
      },
    )
    await page.setContent(html)
    return page.$$eval('div[style*="max-width:600px"]', (all) => all.map((one) => one.getBoundingClientRect().width))
  }
  expect(new Set(await widthOf({}))).toEqual(new Set([375]))
  const limited = await widthOf({ mobileWidth: 320 })
  expect(limited.length).toBeGreaterThan(2)
  expect(new Set(limited)).toEqual(new Set([320]))
  expect(new Set(await widthOf({ mobileWidth: 320, breakpoint: 300 }))).toEqual(new Set([375]))
})

function anchorOf(name: string, layer: string): string {
  return `k-${name.replaceAll(' ', '-')}-${layer}`
}

function cropped(png: PNG, top: number, height: number): PNG {
  const rows = Math.max(1, Math.min(height, png.height - top))
  const out = new PNG({ width: png.width, height: rows })
  PNG.bitblt(png, out, 0, top, png.width, rows, 0, 0)
  return out
}

function isAlike(one: PNG, other: PNG): boolean {
  if (Math.abs(one.height - other.height) > 1) return false
  const height = Math.min(one.height, other.height)
  const data = (png: PNG) => png.data.subarray(0, png.width * height * 4)
  const different = pixelmatch(data(one), data(other), undefined, one.width, height, { threshold: 0.25 })
  return different <= one.width * height * 0.01
}

test.skipIf(!hasChromium)(
  'a word wider than its column breaks: in a text, a list, a heading, beside another column and on a phone',
  async () => {
    const word = `https://example.com/${'a'.repeat(120)}`
    const long = (block: object) => ({ ...block, text: word })
    const list = '<ul><li>One<ul><li>' + word + '</li></ul></li></ul>'
    const rows = [
      section([column([long({ type: 'text' }), long({ type: 'heading' }), { type: 'text', text: list }])]),
      section([column([long({ type: 'text' })]), column([text('Hi')])]),
      section([column([long({ type: 'text' })]), column([text('Hi')])], { stack: 'keep' }),
    ]
    const { html = '' } = renderEmail(readSample({ rows }), blockTypes, { data: {}, outputs: ['html'] })
    for (const width of [800, 360]) {
      const page = await openPage(width)
      await page.setContent(html)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      const widest = await page.evaluate(() =>
        Math.max(...[...document.querySelectorAll('td')].map((td) => td.offsetWidth)),
      )
      expect(widest).toBeLessThanOrEqual(Math.max(width, 600))
    }
  },
)
