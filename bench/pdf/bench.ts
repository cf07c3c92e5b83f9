/**
 * The eight starters as PDF, one long page and A4, and as PNG of 640 px, in a worker as the service paints them and warm;
 * beside Chromium, which has its page open already and prints the same HTML with the same fonts. And what the event loop of
 * the service feels of it: how late a timer came, and the processor time of its thread for one file.
 */
import { cpus } from 'node:os'
import type { RenderPdf, RenderedPdf } from '../../src/app/tasks/render-pdf.ts'
import type { RenderPng } from '../../src/app/tasks/render-png.ts'
import { limits } from '../../src/kernel/limits.ts'
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
const sums = { long: 0, paper: 0, png: 0, theirs: 0 }
let [first, maxLength] = [0, 0]
for (const { key, document } of starters) {
  const html = htmlOf(document)
  const { images } = await layOut(html, medium)
  const sheet = { html, medium, images, fontFolder: '' }
  const pdf = (size: 'long' | 'A4') => {
    const input: RenderPdf = {
      ...sheet,
      title: key,
      language: 'en',
      page: size,
      margin: size === 'A4' ? 36 : 0,
      maxPages: 500,
    }
    return workers.forCaller(serviceWork).runInWorker<RenderedPdf>('renderPdf', input)
  }
  const png = () => {
    const input: RenderPng = { ...sheet, width: 640, maxPixels: limits.exportPngPixels }
    return workers.forCaller(serviceWork).runInWorker('renderPng', input)
  }
  const start = performance.now()
  const { bytes } = await pdf('long')
  if (first === 0) first = performance.now() - start
  await png()
  let [long, paper, image] = [0, 0, 0]
  const before = ownTime()
  const block = await longestBlock(async () => {
    long = await time(() => pdf('long'))
    paper = await time(() => pdf('A4'))
    image = await time(png)
  })
  const own = (ownTime() - before) / (3 * rounds)
  maxLength = Math.max(maxLength, block)
  let [theirs, theirBytes] = [Number.NaN, 0]
  if (page !== undefined) {
    theirs = await time(async () => {
      await page.setContent(html, { waitUntil: 'load' })
      theirBytes = (await page.pdf({ printBackground: true, tagged: true, outline: true, width: '640px' })).length
    })
  }
  sums.long += long
  sums.paper += paper
  sums.png += image
  sums.theirs += theirs
  const sizes = [bytes.length, theirBytes].map((size) => (size / 1024).toFixed(0))
  const figures = [long, paper, image, theirs].map((one) => one.toFixed(0))
  rows.push([key, ...figures, ...sizes, block.toFixed(1), own.toFixed(1)])
}
workers.close()
await browser?.close()

const deps = [sums.long, sums.paper, sums.png, sums.theirs].map((sum) => (sum / starters.length).toFixed(0))
rows.push(['mean', ...deps, '', '', maxLength.toFixed(1), ''])
rows.push(['aim', 150, 150, 80, '', '', '', 20, ''])
const heads = ['PDF, ms', 'PDF A4, ms', 'PNG, ms', 'Chromium PDF, ms', 'PDF, KiB', 'Chromium, KiB']
printTable(['starter', ...heads, 'longest block, ms', 'own thread, ms'], rows)
console.log(
  `\nThe first PDF of a thread, fonts and wasm included: ${first.toFixed(0)} ms. ${cpus().length} processors.`,
)
