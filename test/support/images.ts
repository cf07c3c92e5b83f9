import pixelmatch from 'pixelmatch'
import { type Browser, type Page, type Route, chromium } from 'playwright-core'
import { PNG } from 'pngjs'
import { chromiumPath } from './chromium.ts'

/** A browser that reaches nothing. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox', '--hide-scrollbars'] })
}

/** Width and height of images in px, by their address. */
export type ImageSizes = ReadonlyMap<string, readonly [number, number]>

/** The page of a browser that takes its images, one after the other: a page of its own for each costs five times as much. */
interface Camera {
  page: Page
  sizes: ImageSizes
  /** Settles with the last image that was requested. */
  last: Promise<unknown>
}

const cameras = new WeakMap<Browser, Promise<Camera>>()

async function openCamera(browser: Browser): Promise<Camera> {
  const camera: Camera = { page: await browser.newPage(), sizes: new Map(), last: Promise.resolve() }
  await camera.page.route('**/*', (route) => fulfil(route, camera.sizes))
  return camera
}

/** Shows the HTML, `width` px wide, and gives what `read` makes of the page; calls for one browser wait for each other. */
export async function readPage<Result>(
  browser: Browser,
  html: string,
  { width, height = 400, sizes = new Map() }: { width: number; height?: number; sizes?: ImageSizes },
  read: (page: Page) => Promise<Result>,
): Promise<Result> {
  const opening = cameras.get(browser) ?? openCamera(browser)
  cameras.set(browser, opening)
  const camera = await opening
  const reading = camera.last.then(async () => {
    const { page } = camera
    camera.sizes = sizes
    await page.goto('about:blank')
    await page.setViewportSize({ width, height })
    await page.setContent(html, { waitUntil: 'load' })
    return read(page)
  })
  camera.last = reading.catch(() => undefined)
  return reading
}

/** The whole page as an image. Every image is the same placeholder, of its size or else 600 by 300 px. */
export function takeImage(browser: Browser, html: string, width: number, sizes: ImageSizes = new Map()): Promise<PNG> {
  return readPage(browser, html, { width, sizes }, async (page) =>
    PNG.sync.read(await page.screenshot({ fullPage: true })),
  )
}

/** Share of the pixels that differ; what only one of them has counts as different. */
export function differingShare(one: PNG, other: PNG): number {
  const width = Math.max(one.width, other.width)
  const height = Math.max(one.height, other.height)
  const [left, right] = [one, other].map((png) => onCanvas(png, width, height)) as [PNG, PNG]
  return pixelmatch(left.data, right.data, undefined, width, height, { threshold: 0.1 }) / (width * height)
}

function onCanvas(png: PNG, width: number, height: number): PNG {
  if (png.width === width && png.height === height) return png
  const canvas = new PNG({ width, height })
  canvas.data.fill(0x80)
  PNG.bitblt(png, canvas, 0, 0, png.width, png.height, 0, 0)
  return canvas
}

async function fulfil(route: Route, sizes: ImageSizes): Promise<void> {
  if (route.request().resourceType() !== 'image') return route.abort()
  const [width, height] = sizes.get(route.request().url()) ?? [600, 300]
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 600 300" preserveAspectRatio="none"><rect width="600" height="300" fill="#9ab"/><path d="M0 0L600 300M600 0L0 300" stroke="#fff" stroke-width="6"/></svg>`
  await route.fulfill({ contentType: 'image/svg+xml', body })
}
