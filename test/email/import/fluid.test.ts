import { afterAll, describe, expect, test } from 'bun:test'
import mjml2html from 'mjml'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type EmailDocument, type Section, readDocument } from '../../../src/email/document/index.ts'
import { importHtml } from '../../../src/email/import/index.ts'
import { renderEmail } from '../../../src/email/render/index.ts'
import { hasChromium } from '../../support/chromium.ts'
import { launchBrowser, readPage } from '../../support/images.ts'

const page = (inner: string, head = '') =>
  `<!doctype html><html><head>${head}</head><body style="margin:0"><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" class="frame" style="width:100%;max-width:600px;margin:auto"><tr><td style="font-size:0;text-align:center">${inner}</td></tr></table></body></html>`
const ghost = (cells: readonly string[], widths: readonly number[]) =>
  cells
    .map(
      (cell, at) =>
        `<!--[if mso]>${at === 0 ? '<table role="presentation" width="600"><tr>' : '</td>'}<td width="${widths[at]}" valign="top"><![endif]-->${cell}`,
    )
    .join('') + '<!--[if mso]></td></tr></table><![endif]-->'
const words = (text: string) => `<p style="margin:0;font:14px/20px Arial;text-align:left">${text}</p>`
const hybrid = (texts: readonly string[], widths: readonly number[]) =>
  ghost(
    texts.map(
      (text, at) =>
        `<div style="display:inline-block;width:100%;max-width:${widths[at]}px;vertical-align:top">${words(text)}</div>`,
    ),
    widths,
  )
const aligned = (texts: readonly string[], widths: readonly number[]) =>
  ghost(
    texts.map(
      (text, at) =>
        `<table role="presentation" align="left" cellpadding="0" cellspacing="0" style="width:100%;max-width:${widths[at]}px"><tr><td>${words(text)}</td></tr></table>`,
    ),
    widths,
  )

const read = (html: string): EmailDocument => {
  const result = readDocument(importHtml({ html }, blockTypes).document, blockTypes)
  if (!('document' in result)) throw new Error(JSON.stringify(result.issues))
  return result.document
}
const rendered = (html: string) => renderEmail(read(html), blockTypes, { outputs: ['html'] }).html ?? ''
const columnsOf = (html: string) =>
  read(html).rows.map((row) => (row as Section).columns.map(({ width }) => JSON.stringify(width)))

describe('fluid columns', () => {
  test.each([
    ['in lines', hybrid(['One', 'Two'], [300, 300]), ['{"fr":1}', '{"fr":1}']],
    ['of tables at a side', aligned(['One', 'Two'], [290, 290]), undefined],
    ['of different widths', hybrid(['One', 'Two'], [200, 400]), undefined],
    ['that are three', hybrid(['One', 'Two', 'Three'], [200, 200, 200]), ['{"fr":1}', '{"fr":1}', '{"fr":1}']],
  ])('%s are side by side', (_name, inner, widths) => {
    const [columns, more] = columnsOf(page(inner))
    expect(more).toBeUndefined()
    expect(columns?.length).toBe(widths?.length ?? 2)
    if (widths !== undefined) expect(columns).toEqual(widths)
  })

  test('that do not fit side by side are stacked', () => {
    expect(columnsOf(page(hybrid(['One', 'Two'], [400, 400])))).toHaveLength(1)
    expect(columnsOf(page(hybrid(['One', 'Two'], [400, 400])))[0]).toHaveLength(1)
  })
})

describe('text in inline elements that CSS separates', () => {
  const textOf = (html: string) => renderEmail(read(html), blockTypes, { outputs: ['text'] }).text ?? ''

  test.each([
    [
      'blocks by the style sheet',
      '<span class="n">5200</span><span class="n">Members</span>',
      '.n{display:block}',
      '5200\nMembers',
    ],
    ['blocks by an attribute', 'a<b style="display:block">b</b>c', '', 'a\nb\nc'],
    [
      'links in lines of their own',
      '<a style="display:block">Home</a><a style="display:block">About</a>',
      '',
      'Home\nAbout',
    ],
    ['a block before a break', '<span class="n">One</span><br>Two', '.n{display:block}', 'One\n\nTwo'],
    ['a block after a break', 'One<br><span class="n">Two</span>', '.n{display:block}', 'One\nTwo'],
  ])('%s are on separate lines', (_name, inner, css, text) => {
    expect(textOf(page(`<div style="font:14px Arial">${inner}</div>`, `<style>${css}</style>`)).trim()).toBe(text)
  })

  test.each([
    ['margins', '<a>Home</a><a>About</a><a>Works</a>', 'a{margin-left:16px}', 'Home About Works'],
    ['padding', '<span>Home</span><span>About</span>', 'span{padding:0 8px}', 'Home About'],
    ['a margin after text', 'Total<b>20</b>', 'b{margin-left:10px}', 'Total 20'],
  ])('%s keep a gap', (_name, inner, css, text) => {
    const html = page(`<div style="font:14px Arial">${inner}</div>`, `<style>${css}</style>`)
    expect(textOf(html).replace(/\s+/g, ' ').trim()).toBe(text)
  })

  test.each([
    ['marks in a word', '<b>H</b><sub>2</sub>O', '', 'H2O'],
    ['a full stop behind a label', '<code>npm</code>.', 'code{padding:2px 4px}', 'npm.'],
  ])('%s get none', (_name, inner, css, text) => {
    const html = page(`<div style="font:14px Arial">${inner}</div>`, `<style>${css}</style>`)
    expect(textOf(html).trim()).toBe(text)
  })
})

const launched = hasChromium ? launchBrowser() : undefined
afterAll(async () => (await launched)?.close())

/** The left edge and top of each word in px, and the width of each image, as Chromium lays the page out. */
async function laidOut(
  html: string,
  width: number,
): Promise<{ words: Record<string, [number, number]>; images: number[] }> {
  const browser = await launched
  if (browser === undefined) return { words: {}, images: [] }
  return readPage(browser, html, { width, height: 800 }, (tab) =>
    tab.evaluate(() => {
      const words: Record<string, [number, number]> = {}
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(node)
        const box = range.getBoundingClientRect()
        const text = node.textContent?.trim() ?? ''
        if (text !== '' && box.width > 0) words[text] = [Math.round(box.left), Math.round(box.top)]
      }
      return { words, images: [...document.images].map((image) => Math.round(image.getBoundingClientRect().width)) }
    }),
  )
}

describe.if(hasChromium)('compared with Chromium', () => {
  test.each([
    ['two halves', hybrid(['One', 'Two'], [300, 300])],
    ['a third and the rest', hybrid(['One', 'Two'], [200, 400])],
    ['three thirds', hybrid(['One', 'Two', 'Three'], [200, 200, 200])],
    ['tables at a side', aligned(['One', 'Two'], [300, 300])],
  ])('%s have their positions on desktops and stack on phones', async (_name, inner) => {
    const [source, result] = [page(inner), rendered(page(inner))]
    const [theirs, ours] = [await laidOut(source, 640), await laidOut(result, 640)]
    for (const [word, [left, top]] of Object.entries(theirs.words)) {
      expect(Math.abs((ours.words[word]?.[0] ?? 0) - left)).toBeLessThanOrEqual(2)
      expect(Math.abs((ours.words[word]?.[1] ?? 0) - top)).toBeLessThanOrEqual(2)
    }
    const phone = Object.values((await laidOut(result, 375)).words).map(([, top]) => top)
    expect(new Set(phone).size).toBe(Object.keys(theirs.words).length)
  })

  test('an image that fills a fluid column is no wider on phones', async () => {
    const pictured =
      '<img src="https://example.com/a.png" width="240" style="display:block;width:100%;max-width:240px;margin:auto">'
    const source = page(hybrid([pictured, pictured], [240, 240]))
    for (const width of [640, 375]) {
      expect((await laidOut(source, width)).images).toEqual([240, 240])
      expect((await laidOut(rendered(source), width)).images).toEqual([240, 240])
    }
  })

  const image = (more: string) => `<mj-image src="https://example.com/a.png" ${more}/>`
  test.each([
    ['alone', `<mj-column>${image('width="100px"')}</mj-column>`],
    ['at a side', `<mj-column>${image('width="120px" align="left"')}</mj-column>`],
    ['in columns', `<mj-column>${image('width="150px"')}</mj-column><mj-column>${image('width="90px"')}</mj-column>`],
    ['as wide as the column', `<mj-column>${image('')}</mj-column>`],
    ['as wide as half columns', `<mj-column>${image('')}</mj-column><mj-column>${image('')}</mj-column>`],
    ['filling phones', `<mj-column>${image('width="200px" fluid-on-mobile="true"')}</mj-column>`],
  ])('images of compiled MJML keep their width: %s', async (_name, columns) => {
    const { html } = await mjml2html(`<mjml><mj-body><mj-section>${columns}</mj-section></mj-body></mjml>`)
    for (const width of [640, 375]) {
      const [theirs, ours] = [await laidOut(html, width), await laidOut(rendered(html), width)]
      expect(theirs.images.length).toBeGreaterThan(0)
      for (const [at, wide] of theirs.images.entries())
        expect(Math.abs((ours.images[at] ?? 0) - wide)).toBeLessThanOrEqual(2)
    }
  })
})

describe('a font size', () => {
  const sizesOf = (size: string) => {
    const [row] = read(
      page(`<div style="font:16px Arial">Body text that is long</div><h1 style="font-size:${size}">Head</h1>`),
    ).rows
    const heading = (row as Section).columns[0]?.blocks.find(({ type }) => type === 'heading')
    const { mobile, style } = heading as { style?: { size?: number }; mobile?: { size?: number } }
    return [style?.size, mobile?.size]
  }

  test.each([
    ['clamp(20px, 5vw, 36px)', 32, 20],
    ['min(28px, 10vw)', 28, 28],
    ['max(18px, 4vw)', 25.6, 18],
    ['calc(10px + 1.5rem)', 34, undefined],
    ['calc(1rem + 2vw)', 28.8, 23.5],
    ['6vw', 38.4, 22.5],
    ['max(10px, calc(100vw / 20))', 32, 18.75],
  ])('%s is that of the window at 640 and 375 px', (size, wide, narrow) => {
    expect(sizesOf(size)).toEqual([wide, narrow])
  })
})

test('words that only CSS separates count as words of their own', () => {
  const inner =
    '<p><span class="n">5200</span><span class="n">Members</span></p><p class="m"><a href="https://a.example">Home</a><a href="https://b.example">About</a></p>'
  const head = '<style>.n{display:block}.m a{margin-left:16px}</style>'
  expect(
    importHtml({ html: page(`<div style="font:14px Arial">${inner}</div>`, head) }, blockTypes).report.words_kept,
  ).toBe(1)
})
