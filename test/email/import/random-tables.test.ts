/** Emails of the tables, spacers and heights that emails are made of, at random, beside Chromium: words stay where they are. */
import { afterAll, describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { readDocument } from '../../../src/email/document/index.ts'
import { importHtml } from '../../../src/email/import/index.ts'
import { renderEmail } from '../../../src/email/render/index.ts'
import { hasChromium } from '../../support/chromium.ts'
import { launchBrowser } from '../../support/images.ts'
import { type Random, createRandom } from '../../support/random.ts'

const words = 'the summer sale of chairs and lamps ends on Sunday evening everywhere but in our oldest shop'.split(' ')
const count = 60

/** Writes rows, and numbers the first word of each text. */
class Writer {
  readonly #random: Random
  marks = 0

  constructor(random: Random) {
    this.#random = random
  }

  email(): string {
    const rows = Array.from({ length: 3 + this.#random.integer(5) }, () => this.#row()).join('\n')
    return `<!doctype html><html><body style="margin:0;font:16px/20px Arial,sans-serif"><table width="600" align="center" cellpadding="0" cellspacing="0">${rows}</table></body></html>`
  }

  #text(most: number): string {
    const count = 1 + this.#random.integer(most)
    return `mark${this.marks++} ${Array.from({ length: count }, () => this.#random.pick(words)).join(' ')}`
  }

  #row(): string {
    const { pick } = this.#random
    const height = pick([8, 10, 24, 40, 60])
    return pick([
      () => `<tr><td style="padding:${pick([0, 10, 20])}px">${this.#text(30)}</td></tr>`,
      () => `<tr><td height="${height}">&nbsp;</td></tr>`,
      () => `<tr><td aria-hidden="true" height="${height}" style="font-size:0;line-height:0">\n  &nbsp;\n</td></tr>`,
      () => `<tr><td style="height:${height}px;font-size:1px;line-height:1px">&nbsp;</td></tr>`,
      () => `<tr><td style="line-height:${height}px;font-size:1px" height="${height}"></td></tr>`,
      () =>
        `<tr><td><img src="https://example.com/s.gif" width="1" height="${height}" alt="" style="display:block"></td></tr>`,
      () =>
        `<tr><td height="2" bgcolor="#cc3300" style="font-size:0;line-height:0"><img src="https://example.com/s.gif" width="1" height="1" alt="" style="display:block"></td></tr>`,
      () =>
        `<tr><td height="${pick([150, 300])}" ${pick(['', 'bgcolor="#eeeeee"'])} valign="${pick(['top', 'middle', 'bottom'])}">${this.#text(6)}</td></tr>`,
      () => `<tr><td>${this.#columns()}</td></tr>`,
      () => `<tr><td>${this.#columns()}</td></tr>`,
      () => `<tr><td>${this.#columns(' dir="rtl"')}</td></tr>`,
    ])()
  }

  #columns(direction = ''): string {
    const { pick } = this.#random
    const widths = pick([
      ['', ''],
      ['', ' width="100%"'],
      [' width="50%"', ' width="50%"'],
      [' width="30%"', ''],
      [' width="200"', ' width="400"'],
      [' width="150"', ''],
      ['', ' width="150"'],
      ['', '', ''],
      [' width="33%"', ' width="33%"', ' width="34%"'],
      [' width="100"', '', ' width="100"'],
    ])
    const cells = widths.map((width, index) => {
      const image = index === 0 && pick([true, false])
      const content = image
        ? '<img src="https://example.com/p.png" width="120" height="60" alt="" style="display:block">'
        : this.#text(12)
      return `<td${width}${direction === '' ? '' : ' dir="ltr"'} valign="top" style="padding:0 ${pick([0, 10])}px">${content}</td>`
    })
    return `<table width="100%" cellpadding="0" cellspacing="0"${direction}><tr>${cells.join('')}</tr></table>`
  }
}

function imported(html: string): string {
  const { document, report } = importHtml({ html }, blockTypes)
  // What is kept as HTML stays where it is.
  expect(report).toMatchObject({ native_share: 1, warnings: [] })
  const read = readDocument(document, blockTypes)
  if (!('document' in read)) throw new Error(JSON.stringify(read.issues))
  return renderEmail(read.document, blockTypes, { outputs: ['html'] }).html ?? ''
}

const launched = hasChromium ? launchBrowser() : undefined
afterAll(async () => (await launched)?.close())

describe.if(hasChromium)('beside Chromium', () => {
  test(`the words of ${count} random emails stand where they stood`, async () => {
    const page = await (await launched)?.newPage({ viewport: { width: 640, height: 800 } })
    if (page === undefined) throw new Error('There is no browser.')
    await page.route('**/*', (route) => route.abort())
    const placesOf = async (html: string) => {
      await page.setContent(html, { waitUntil: 'load' })
      return page.evaluate(() => {
        const places: Record<string, [x: number, y: number]> = {}
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const at = /mark\d+/.exec(node.nodeValue ?? '')
          if (at === null) continue
          const range = document.createRange()
          range.setStart(node, at.index)
          range.setEnd(node, at.index + at[0].length)
          const { x, y } = range.getBoundingClientRect()
          places[at[0]] = [x, y]
        }
        return places
      })
    }
    const moves: { px: number; seed: number; mark: string }[] = []
    const heights = new Set<number>()
    for (let seed = 1; seed <= count; seed++) {
      const html = new Writer(createRandom(seed)).email()
      const [before, after] = [await placesOf(html), await placesOf(imported(html))]
      expect([seed, ...Object.keys(after)].toSorted()).toEqual([seed, ...Object.keys(before)].toSorted())
      for (const [mark, [x, y]] of Object.entries(before)) {
        heights.add(y)
        const [nowX, nowY] = after[mark] ?? [0, 0]
        moves.push({ px: Math.max(Math.abs(nowX - x), Math.abs(nowY - y)), seed, mark })
      }
    }
    // The browser has laid them out.
    expect(heights.size).toBeGreaterThan(count / 2)
    moves.sort((one, other) => one.px - other.px)
    const at = (share: number) => moves[Math.min(moves.length - 1, Math.floor(share * moves.length))]
    console.log(
      `moved by px: median ${at(0.5)?.px.toFixed(1)}, 90th percentile ${at(0.9)?.px.toFixed(1)}, worst ${JSON.stringify(at(1))}, of ${moves.length}`,
    )
    expect(at(0.5)?.px).toBeLessThanOrEqual(1)
    expect(at(0.9)?.px).toBeLessThanOrEqual(15)
    expect(at(1)?.px).toBeLessThanOrEqual(40)
    await page.close()
  })
})
