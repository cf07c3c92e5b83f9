/**
 * Shows every public template with its sample data as a person sees it: 640 and 375 px wide, in light and in dark.
 * Writes one contact sheet a template to docs/images/starters/, or with `--single <folder>` the four images one by one.
 * Run with `bun scripts/illustrations/screenshots.ts [key…]`. Type is set in the fonts of the machine it runs on.
 */
import { mkdirSync } from 'node:fs'
import { type Browser, type Page, chromium } from 'playwright-core'
import { blockTypes } from '../../src/email/blocks/index.ts'
import { readDocument } from '../../src/email/document/index.ts'
import { renderEmail } from '../../src/email/render/index.ts'
import { type Starter, starterImages, starters } from '../../src/surfaces/templates/starters/index.ts'

const images = `${import.meta.dir}/../../src/surfaces/templates/starters/images`
const sheets = `${import.meta.dir}/../../docs/images/starters`
// A moment before every event in the samples, so that countdowns count.
const now = Date.UTC(2026, 10, 21, 10, 0, 0)
const views = [
  { width: 640, scheme: 'light' },
  { width: 375, scheme: 'light' },
  { width: 640, scheme: 'dark' },
  { width: 375, scheme: 'dark' },
] as const

function htmlOf(starter: Starter): string {
  const read = readDocument(starter.document, blockTypes)
  if ('issues' in read) throw new Error(`${starter.key}: ${JSON.stringify(read.issues)}`)
  const { html = '', report } = renderEmail(read.document, blockTypes, { data: starter.data, now })
  console.log(
    starter.key,
    `${report.bytes} bytes`,
    report.warnings.map(({ code, message }) => `${code} ${message}`),
  )
  return html
}

async function openEmail(browser: Browser, html: string, { width, scheme }: (typeof views)[number]): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme: scheme, deviceScaleFactor: 2 })
  await page.route('**/*', async (route) => {
    const file = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    const image = starterImages.get(file)
    if (image !== undefined) return route.fulfill({ path: `${images}/${file}`, contentType: image.mime })
    return route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' })
  })
  await page.goto('http://starters.invalid/', { waitUntil: 'networkidle' })
  return page
}

async function writeSheet(browser: Browser, key: string, screenshots: readonly Buffer[]): Promise<void> {
  const cells = screenshots.map((screenshot, index) => {
    const { width = 0, scheme } = views[index] ?? {}
    const ground = scheme === 'dark' ? '#1c1c1e' : '#fff'
    return `<img width="${width / 2}" style="background:${ground};border-radius:8px;margin:8px" src="data:image/png;base64,${screenshot.toString('base64')}">`
  })
  const page = await browser.newPage({ viewport: { width: 1096, height: 400 }, deviceScaleFactor: 1 })
  await page.setContent(
    `<body style="margin:0;padding:8px;background:#8d9096;display:flex;align-items:flex-start">${cells.join('')}`,
    { waitUntil: 'load' },
  )
  await page.screenshot({ path: `${sheets}/${key}.jpg`, type: 'jpeg', quality: 82, fullPage: true })
  await page.close()
}

const single = process.argv.indexOf('--single')
const folder = single < 0 ? undefined : process.argv[single + 1]
const keys = process.argv.slice(2).filter((argument) => argument !== '--single' && argument !== folder)
mkdirSync(folder ?? sheets, { recursive: true })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const starter of starters) {
  if (keys.length > 0 && !keys.includes(starter.key)) continue
  const html = htmlOf(starter)
  const screenshots: Buffer[] = []
  for (const view of views) {
    const page = await openEmail(browser, html, view)
    const screenshot = await page.screenshot({ fullPage: true })
    screenshots.push(screenshot)
    if (folder !== undefined) await Bun.write(`${folder}/${starter.key}-${view.width}-${view.scheme}.png`, screenshot)
    await page.close()
  }
  if (folder === undefined) await writeSheet(browser, starter.key, screenshots)
}
await browser.close()
