import { afterAll } from 'bun:test'
import { type Browser, type Page, type Route, chromium } from 'playwright-core'
import { PNG } from 'pngjs'
import { chromiumPath } from '../../support/chromium.ts'

let launched: Promise<Browser> | undefined
let opened: Page | undefined

/**
 * The page of this process, blank and this wide, for one test at a time: a page of its own for each test costs five times as
 * much. The browser starts with the first test and ends with the tests of the file.
 */
export async function openPage(width: number): Promise<Page> {
  // One that a machine without memory has ended is begun anew.
  if ((await launched)?.isConnected() !== true || opened?.isClosed() === true) {
    opened = undefined
    await (await launched)?.close()
    launched = chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox'] })
  }
  if (opened === undefined) {
    opened = await (await (launched as Promise<Browser>)).newPage()
    await opened.route('**/*', image)
  }
  await opened.goto('about:blank')
  await opened.setViewportSize({ width, height: 400 })
  return opened
}

/** Closes the browser after the tests of a file. */
export function closeAfterwards(): void {
  afterAll(async () => {
    await (await launched)?.close()
    launched = opened = undefined
  })
}

/** An image of the whole page. */
export async function shoot(html: string, width: number): Promise<PNG> {
  const page = await openPage(width)
  await page.setContent(html, { waitUntil: 'load' })
  return PNG.sync.read(await page.screenshot({ fullPage: true }))
}

// Nothing leaves the machine: an image's address says its size and color.
async function image(route: Route): Promise<void> {
  const [, size = '', color = ''] = new URL(route.request().url()).pathname.split('/')
  const [width = '120', height = '60'] = /^\d+x\d+$/.test(size) ? size.split('x') : []
  const fill = /^[\da-f]{6}/.test(color) ? color.slice(0, 6) : '3455db'
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#${fill}"/><circle cx="50%" cy="50%" r="24" fill="#fff"/></svg>`
  await route.fulfill({ contentType: 'image/svg+xml', body })
}
