import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import mjml2html from 'mjml'
import pixelmatch from 'pixelmatch'
import { type Browser, type Route, chromium } from 'playwright-core'
import { PNG } from 'pngjs'
import { blockTypes, readSample, renderEmail } from './compose.ts'
import { pairs } from './mjml-pairs.ts'

const executablePath = '/usr/bin/chromium'
const hasBrowser = existsSync(executablePath)
if (!hasBrowser) console.warn('No Chromium here: the comparison with MJML is left out.')

const launched = hasBrowser ? chromium.launch({ executablePath, args: ['--no-sandbox'] }) : undefined
afterAll(async () => (await launched)?.close())

describe.if(hasBrowser)('beside MJML', () => {
  for (const [name, { document, mjml }] of Object.entries(pairs)) {
    const ours = () => renderEmail(readSample(document), blockTypes, { data: {}, outputs: ['html'] }).html ?? ''

    for (const width of [640, 375])
      test(`${name} is the same picture at ${width} px`, async () => {
        const browser = await (launched as Promise<Browser>)
        const [mine, theirs] = [
          await shoot(browser, ours(), width),
          await shoot(browser, (await mjml2html(mjml)).html, width),
        ]
        expect(mine.width).toBe(theirs.width)
        expect(share(mine, theirs)).toBeLessThanOrEqual(0.02)
      }, 30_000)

    test(`${name} has at most three fifths of its bytes`, async () => {
      const theirs = Buffer.byteLength((await mjml2html(mjml)).html)
      expect(Buffer.byteLength(ours()) / theirs).toBeLessThanOrEqual(0.6)
    })
  }
})

/** Share of pixels that differ; what only one of them has counts as different. */
function share(one: PNG, other: PNG): number {
  const height = Math.min(one.height, other.height)
  const cut = (png: PNG) => png.data.subarray(0, png.width * height * 4)
  const different = pixelmatch(cut(one), cut(other), undefined, one.width, height, { threshold: 0.1 })
  const beyond = Math.abs(one.height - other.height) * one.width
  return (different + beyond) / (one.width * Math.max(one.height, other.height))
}

async function shoot(browser: Browser, html: string, width: number): Promise<PNG> {
  const page = await browser.newPage({ viewport: { width, height: 400 } })
  await page.route('**/*', picture)
  await page.setContent(html, { waitUntil: 'load' })
  const png = PNG.sync.read(await page.screenshot({ fullPage: true }))
  await page.close()
  return png
}

// Nothing leaves the machine: a picture's address says its size and colour.
async function picture(route: Route): Promise<void> {
  const [, size = '', color = ''] = new URL(route.request().url()).pathname.split('/')
  const [width = '1', height = '1'] = size.split('x')
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#${color.slice(0, 6)}"/><circle cx="50%" cy="50%" r="24" fill="#fff"/></svg>`
  await route.fulfill({ contentType: 'image/svg+xml', body })
}
