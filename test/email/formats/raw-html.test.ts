import { afterAll, describe, expect, test } from 'bun:test'
import mjml2html from 'mjml'
import pixelmatch from 'pixelmatch'
import { type Browser, type Page, chromium } from 'playwright-core'
import { PNG } from 'pngjs'
import { createInliner, findTags, minifyHtml } from '../../../src/email/formats/index.ts'
import { chromiumPath, hasChromium } from '../../support/chromium.ts'
import { blockTypes, readSample, renderEmail } from '../render/compose.ts'
import { pairs } from '../render/mjml-pairs.ts'
import { starters } from '../../../src/surfaces/templates/index.ts'
import { everyTag } from './dialects.ts'
import { rawEmails } from './raw-emails.ts'

const wasm = await Bun.file(Bun.resolveSync('@css-inline/css-inline-wasm/index_bg.wasm', import.meta.dir)).bytes()
const inline = await createInliner(wasm)
const steps: Record<string, (html: string) => string> = {
  minified: minifyHtml,
  inlined: (html) => inline(html) ?? '',
  'inlined and minified': (html) => minifyHtml(inline(html) ?? ''),
}

const emails: Record<string, string> = { ...rawEmails }
for (const { key, document } of starters.slice(0, 4)) {
  emails[`the starter ${key}`] = renderEmail(readSample(document as never), blockTypes, { target: 'sample' }).html ?? ''
}
for (const [name, { mjml }] of Object.entries(pairs).slice(0, 4))
  emails[`MJML's ${name}`] = (await mjml2html(mjml)).html

const launched = hasChromium
  ? chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox'] })
  : undefined
afterAll(async () => (await launched)?.close())

describe.each(Object.keys(emails))('%s', (name) => {
  const html = emails[name] ?? ''

  for (const [step, change] of Object.entries(steps)) {
    const changed = change(html)

    test(`${step} keeps its conditional comments and VML byte for byte`, () => {
      expect(spokenToOutlook(changed)).toEqual(spokenToOutlook(html))
    })

    test(`${step} keeps its tags byte for byte, in their order`, () => {
      const texts = (source: string) => findTags(source).map(({ start, end }) => source.slice(start, end))
      const inStyles = step === 'minified' ? texts(changed) : texts(changed).filter((tag) => texts(html).includes(tag))
      expect(inStyles).toEqual(texts(html))
    })

    test(`${step} twice is ${step} once`, () => {
      expect(change(changed)).toBe(changed)
    })
  }

  if (launched)
    test('looks the same after every step', async () => {
      const page = await openPage(launched)
      for (const width of name in rawEmails ? [640, 375] : [640]) {
        await page.setViewportSize({ width, height: 400 })
        const before = await shoot(page, html)
        for (const [step, change] of Object.entries(steps)) {
          const after = await shoot(page, change(html))
          // The same file is the same image; only another one has to be read.
          if (after.equals(before)) continue
          const [one, other] = [PNG.sync.read(before), PNG.sync.read(after)]
          expect([step, other.width, other.height]).toEqual([step, one.width, one.height])
          expect([step, different(one, other)]).toEqual([step, 0])
        }
      }
    })

  test('has fewer bytes when it is minified', () => {
    expect(minifyHtml(html).length).toBeLessThanOrEqual(html.length)
  })
})

test('every tag of every ESP is unchanged by every step, at any position', () => {
  for (const tag of everyTag) {
    const quote = tag.includes('"') ? "'" : '"'
    const sources = [
      `<style>p{margin:0}</style><p>Dear  ${tag}  !</p>`,
      `<style>td{margin:0}</style><table>\n ${tag}\n <tr><td>a</td></tr>\n</table>`,
      ...(/["'<>\n]/.test(tag)
        ? []
        : [`<style>a{margin:0}</style><a  href=${quote}https://example.com/${tag}?a=b${quote}>x</a>`]),
    ]
    for (const source of sources) for (const change of Object.values(steps)) expect(change(source)).toContain(tag)
  }
})

function spokenToOutlook(html: string): string[] {
  return html.match(/<!--\[if (?!!mso)[\s\S]*?<!\[endif\]-->|<!--\[if[^\]]*\]><!-->|<!--<!\[endif\]-->/g) ?? []
}

let opened: Promise<Page> | undefined

/** The one page of this file, without any images: a page of its own for each email costs more than its images. */
function openPage(browser: Promise<Browser>): Promise<Page> {
  opened ??= browser.then(async (each) => {
    const page = await each.newPage()
    await page.route('**/*', (route) => route.abort())
    return page
  })
  return opened
}

async function shoot(page: Page, html: string): Promise<Buffer> {
  await page.goto('about:blank')
  await page.setContent(html, { waitUntil: 'load' })
  return page.screenshot({ fullPage: true })
}

function different(before: PNG, after: PNG): number {
  return pixelmatch(before.data, after.data, undefined, before.width, before.height, { threshold: 0 })
}
