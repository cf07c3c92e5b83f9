import { limits } from '../../kernel/limits.ts'
import { type Workers, createWorkers } from '../../platform/jobs/index.ts'
import { serviceWork } from '../../platform/scheduling/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import { createNet } from '../../platform/net/index.ts'
import { createCollector } from '../../surfaces/exports/index.ts'
import { readImage } from '../assets.ts'
import type { RenderPdf, RenderedPdf } from '../tasks/render-pdf.ts'
import type { RenderPng, RenderedPng } from '../tasks/render-png.ts'

export interface SeenPage {
  html: string
  title: string
  language: string
  /** Width of the email in px; the window is as wide, or has a common desktop width. */
  width: number
  format: 'pdf' | 'png'
  page: 'long' | 'A4' | 'Letter'
  device: 'desktop' | 'mobile'
  cdnUrl: string
}

type SeenAnswer = { bytes: Uint8Array; warnings: { message: string }[] } | { problem: string }

/**
 * Renders a page as displayed, with the images that load, and reports those that do not; `problem` if nothing was rendered.
 * Runs in a worker thread of `workerEntry`, as in the service, so that the main program does not load the renderer.
 */
export async function renderSeen(seen: SeenPage, workerEntry: string): Promise<SeenAnswer> {
  const workers = createWorkers({ entry: workerEntry, size: 1 })
  try {
    return await renderIn(workers.forCaller(serviceWork), seen)
  } finally {
    workers.close()
  }
}

async function renderIn(workers: Workers, seen: SeenPage): Promise<SeenAnswer> {
  const { device, format, html, language, page, title } = seen
  const width = device === 'mobile' ? 375 : Math.min(1200, Math.max(640, seen.width))
  const medium = { width, scheme: 'light' } as const
  const { images, warnings } = await fetchImages(
    await workers.runInWorker<string[]>('findImages', { html, medium }),
    seen.cdnUrl,
  )
  const sheet = { html, medium, images, fontFolder: '' }
  const margin = page === 'long' ? 0 : 36
  const undecoded = (addresses: readonly string[]) => addresses.map((src) => ({ message: `${src} cannot be decoded` }))
  if (format === 'pdf') {
    const maxPages = limits.exportPdfPages
    const options: RenderPdf = { ...sheet, title, language, page, margin, maxPages }
    const written = await workers.runInWorker<RenderedPdf | { tooManyPages: number }>('renderPdf', options)
    if ('tooManyPages' in written) return { problem: `The PDF would have ${written.tooManyPages} pages` }
    const { bytes, missing, unpainted, unreadable } = written
    const letters = missing.map((letter) => ({ message: `no font has ${letter}` }))
    return { bytes, warnings: [...warnings, ...undecoded(unreadable), ...letters, ...asWarnings(unpainted)] }
  }
  const options: RenderPng = { ...sheet, width, maxPixels: limits.exportPngPixels }
  const rendered = await workers.runInWorker<RenderedPng>('renderPng', options)
  if ('tooHigh' in rendered)
    return { problem: `The image would be ${rendered.tooHigh} pixels high; write a PDF instead` }
  return {
    bytes: rendered.bytes,
    warnings: [...warnings, ...undecoded(rendered.unreadable), ...asWarnings(rendered.unpainted)],
  }
}

function asWarnings(messages: readonly string[]) {
  return messages.map((message) => ({ message }))
}

async function fetchImages(addresses: readonly string[], cdnUrl: string) {
  const log = createLog('error', undefined, 'auto')
  const net = createNet({ dnsServers: [], allow: [], ownAddresses: [], log, metrics: createMetrics() })
  try {
    const found = await createCollector({ readImage, send: net.send, cdnUrl })(addresses)
    const images: { src: string; bytes: Uint8Array }[] = []
    const warnings: { message: string }[] = []
    for (const [src, image] of found) {
      if ('bytes' in image) images.push({ src, bytes: image.bytes })
      else warnings.push({ message: `a gray placeholder replaces ${src}, because ${image.missing}` })
    }
    return { images, warnings }
  } finally {
    await net.close()
  }
}
