import { ChromiumError } from './chromium-error.ts'
import type { Devtools, DevtoolsEvent } from './devtools.ts'

/** An HTML page to print. */
export interface BrowserPage {
  html: string
  /** Width of the window, px. */
  width: number
  scheme: 'light' | 'dark'
  /** Images by the URLs in the page; requests for any other URL fail. */
  images: readonly { src: string; bytes: Uint8Array }[]
}

/** Sizes in points; without `paper` there is one page as long as the email. */
export interface PrintedPdf {
  kind: 'pdf'
  paper: { width: number; height: number } | undefined
  margin: number
}

export interface PrintedPng {
  kind: 'png'
  /** Pixels: width, and the max of width times height. */
  width: number
  maxPixels: number
}

/** `tooHigh` is the height in pixels of an image that would exceed the limit. */
export type Printed = { bytes: Uint8Array } | { tooHigh: number }

/** Loads a page in a browser that was just started and prints it. */
export async function print(devtools: Devtools, page: BrowserPage, options: PrintedPdf | PrintedPng): Promise<Printed> {
  const { targetId } = await devtools.call('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await devtools.call('Target.attachToTarget', { targetId, flatten: true })
  devtools.attach(String(sessionId))
  await devtools.call('Emulation.setScriptExecutionDisabled', { value: true })
  await devtools.call('Emulation.setEmulatedMedia', {
    media: 'screen',
    features: [{ name: 'prefers-color-scheme', value: page.scheme }],
  })
  const screen = { width: page.width, height: 800, deviceScaleFactor: 1, mobile: false }
  await devtools.call('Emulation.setDeviceMetricsOverride', screen)
  serveImages(devtools, page)
  await devtools.call('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
  await show(devtools, page.html)
  const { cssContentSize } = await devtools.call('Page.getLayoutMetrics')
  const height = Math.max(1, Math.ceil(heightOf(cssContentSize)))
  return options.kind === 'pdf'
    ? printPdf(devtools, options, { width: page.width, height })
    : shoot(devtools, options, { width: page.width, height })
}

async function show(devtools: Devtools, html: string): Promise<void> {
  const loaded = new Promise<void>((resolve) => {
    devtools.listen(({ method }) => {
      if (method === 'Page.loadEventFired') resolve()
    })
  })
  await devtools.call('Page.enable')
  const { frameTree } = await devtools.call('Page.getFrameTree')
  const frameId = (frameTree as { frame: { id: string } }).frame.id
  await devtools.call('Page.setDocumentContent', { frameId, html })
  await loaded
}

/** Responds to every request of the page: with the given image, or with an error. */
function serveImages(devtools: Devtools, { images }: BrowserPage): void {
  const known = new Map(images.map(({ src, bytes }) => [absolute(src), bytes]))
  devtools.listen(({ method, params }: DevtoolsEvent) => {
    if (method !== 'Fetch.requestPaused') return
    const { request, requestId } = params as { request: { url: string }; requestId: string }
    const bytes = known.get(request.url)
    const answer =
      bytes === undefined
        ? devtools.call('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
        : devtools.call('Fetch.fulfillRequest', { requestId, responseCode: 200, body: bytes.toBase64() })
    // If the browser has exited meanwhile, waiting for the page fails with the reason.
    answer.catch(() => undefined)
  })
}

// Requests contain URLs as the browser normalizes them.
function absolute(src: string): string {
  return URL.parse(src)?.href ?? src
}

/** CSS px and points per inch. */
const [pxOfInch, pointsOfInch] = [96, 72]
/** Max length of a page, inches. */
const maxLength = 200

async function printPdf(
  devtools: Devtools,
  { margin, paper }: PrintedPdf,
  { width, height }: { width: number; height: number },
): Promise<Printed> {
  const edge = margin / pointsOfInch
  const size =
    paper === undefined
      ? {
          paperWidth: width / pxOfInch + 2 * edge,
          paperHeight: Math.min(maxLength, (height + 1) / pxOfInch + 2 * edge),
          scale: 1,
        }
      : {
          paperWidth: paper.width / pointsOfInch,
          paperHeight: paper.height / pointsOfInch,
          scale: Math.min(1.13, Math.max(0.1, ((paper.width / pointsOfInch - 2 * edge) * pxOfInch) / width)),
        }
  const { data } = await devtools.call('Page.printToPDF', {
    ...size,
    marginTop: edge,
    marginBottom: edge,
    marginLeft: edge,
    marginRight: edge,
    printBackground: true,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
  })
  return { bytes: bytesOf(data) }
}

async function shoot(
  devtools: Devtools,
  options: PrintedPng,
  { width, height }: { width: number; height: number },
): Promise<Printed> {
  const scale = options.width / width
  const high = Math.round(height * scale)
  if (high * options.width > options.maxPixels) return { tooHigh: high }
  const clip = { x: 0, y: 0, width, height, scale }
  const { data } = await devtools.call('Page.captureScreenshot', { format: 'png', captureBeyondViewport: true, clip })
  return { bytes: bytesOf(data) }
}

function bytesOf(data: unknown): Uint8Array {
  if (data instanceof Uint8Array) return data
  if (typeof data !== 'string') throw new ChromiumError('failed', 'Chromium returned no response.')
  return Uint8Array.fromBase64(data)
}

function heightOf(size: unknown): number {
  return Number((size as { height?: unknown } | undefined)?.height)
}
