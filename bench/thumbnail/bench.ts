/**
 * Thumbnails of the eight starters, 320 px across, in a worker as the service paints them, against a screenshot of the same
 * HTML in Chromium, whose page is open already; and what the event loop of the service feels of it: how late a timer came,
 * which a busy machine makes worse, and the processor time of its thread for one image, which it does not.
 */
import { cpus } from 'node:os'
import type { Page } from 'playwright-core'
import type { RenderThumbnail } from '../../src/app/tasks/render-thumbnail.ts'
import { createWorkers } from '../../src/platform/jobs/index.ts'
import { starters } from '../../src/surfaces/templates/index.ts'
import { htmlOf, layOut, openSamePage } from '../../test/support/layout.ts'
import { hasChromium } from '../../test/support/chromium.ts'
import { launchBrowser } from '../../test/support/images.ts'
import { longestBlock, ownTime } from '../event-loop.ts'
import { median, printTable } from '../table.ts'
import { serviceWork } from '../../src/platform/scheduling/index.ts'

const rounds = 9
const medium = { width: 640, scheme: 'light' } as const
const workers = createWorkers({ entry: new URL('../../src/app/worker.ts', import.meta.url).href, size: 1 })
const browser = hasChromium ? await launchBrowser() : undefined
const page = browser && (await openSamePage(browser, medium))

async function shoot(page: Page, html: string): Promise<void> {
  await page.setContent(html, { waitUntil: 'load' })
  await page.screenshot({ fullPage: true })
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const figures: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await work()
    figures.push(performance.now() - start)
  }
  return median(figures)
}

const rows: (string | number)[][] = []
let first = 0
let maxLength = 0
const sums = { png: 0, webp: 0, theirs: 0 }
for (const { key, document } of starters) {
  const html = htmlOf(document)
  const { images } = await layOut(html, medium)
  const render = (format: 'png' | 'webp') => {
    const input: RenderThumbnail = { html, medium, width: 320, maxHeight: 4096, format, images, fontFolder: '' }
    return workers.forCaller(serviceWork).runInWorker<Uint8Array>('renderThumbnail', input)
  }
  const start = performance.now()
  const bytes = (await render('png')).length
  if (first === 0) first = performance.now() - start
  let [png, webp] = [0, 0]
  const before = ownTime()
  const block = await longestBlock(async () => {
    png = await time(() => render('png'))
    webp = await time(() => render('webp'))
  })
  const own = (ownTime() - before) / (2 * rounds)
  maxLength = Math.max(maxLength, block)
  const theirs = page === undefined ? Number.NaN : await time(() => shoot(page, html))
  sums.png += png
  sums.webp += webp
  sums.theirs += theirs
  rows.push([
    key,
    png.toFixed(0),
    webp.toFixed(0),
    theirs.toFixed(0),
    (bytes / 1024).toFixed(0),
    block.toFixed(1),
    own.toFixed(1),
  ])
}
workers.close()
await browser?.close()

const count = starters.length
rows.push([
  'mean',
  (sums.png / count).toFixed(0),
  (sums.webp / count).toFixed(0),
  (sums.theirs / count).toFixed(0),
  '',
  maxLength.toFixed(1),
  '',
])
printTable(['starter', 'PNG, ms', 'WebP, ms', 'Chromium, ms', 'PNG, KiB', 'longest block, ms', 'own thread, ms'], rows)
console.log(
  `\nThe first picture of a thread, fonts and wasm included: ${first.toFixed(0)} ms. ${cpus().length} processors.`,
)
