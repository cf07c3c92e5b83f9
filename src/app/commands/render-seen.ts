import { limits } from '../../kernel/limits.ts'
import { type Workers, createWorkers } from '../../platform/jobs/index.ts'
import { serviceWork } from '../../platform/scheduling/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import { createNet } from '../../platform/net/index.ts'
import { createCollector } from '../../surfaces/exports/index.ts'
import { readImage } from '../assets.ts'
import type { DrawPdf, DrawnPdf } from '../tasks/draw-pdf.ts'
import type { DrawPng, DrawnPng } from '../tasks/draw-png.ts'

/** A page that is to be drawn by a command. */
export interface SeenPage {
  html: string
  title: string
  language: string
  /** Px across of the email; its window is as wide, or as that of a usual computer. */
  width: number
  format: 'pdf' | 'png'
  page: 'long' | 'A4' | 'Letter'
  device: 'desktop' | 'mobile'
  cdnUrl: string
}

type SeenAnswer = { bytes: Uint8Array; warnings: { message: string }[] } | { problem: string }

/**
 * Draws a page as it is seen, with the pictures that answer, and says what could not be drawn; `problem` where nothing could.
 * The work is done in a thread of `workerEntry`, as the service does it: what draws is no part of the program that starts.
 */
export async function drawSeen(seen: SeenPage, workerEntry: string): Promise<SeenAnswer> {
  const workers = createWorkers({ entry: workerEntry, size: 1 })
  try {
    return await drawIn(workers.forCaller(serviceWork), seen)
  } finally {
    workers.close()
  }
}

async function drawIn(workers: Workers, seen: SeenPage): Promise<SeenAnswer> {
  const { device, format, html, language, page, title } = seen
  const width = device === 'mobile' ? 375 : Math.min(1200, Math.max(640, seen.width))
  const medium = { width, scheme: 'light' } as const
  const { pictures, warnings } = await fetchPictures(
    await workers.runInWorker<string[]>('findPictures', { html, medium }),
    seen.cdnUrl,
  )
  const sheet = { html, medium, pictures, fontFolder: '' }
  const margin = page === 'long' ? 0 : 36
  const undecoded = (addresses: readonly string[]) => addresses.map((src) => ({ message: `${src} cannot be decoded` }))
  if (format === 'pdf') {
    const mostPages = limits.exportPdfPages
    const wish: DrawPdf = { ...sheet, title, language, page, margin, mostPages }
    const written = await workers.runInWorker<DrawnPdf | { tooManyPages: number }>('drawPdf', wish)
    if ('tooManyPages' in written) return { problem: `The PDF would have ${written.tooManyPages} pages` }
    const { bytes, missing, unpainted, unreadable } = written
    const letters = missing.map((letter) => ({ message: `no font has ${letter}` }))
    return { bytes, warnings: [...warnings, ...undecoded(unreadable), ...letters, ...asWarnings(unpainted)] }
  }
  const wish: DrawPng = { ...sheet, width, mostPixels: limits.exportPngPixels }
  const drawn = await workers.runInWorker<DrawnPng>('drawPng', wish)
  if ('tooHigh' in drawn) return { problem: `The picture would be ${drawn.tooHigh} pixels high; write a PDF` }
  return { bytes: drawn.bytes, warnings: [...warnings, ...undecoded(drawn.unreadable), ...asWarnings(drawn.unpainted)] }
}

function asWarnings(messages: readonly string[]) {
  return messages.map((message) => ({ message }))
}

async function fetchPictures(addresses: readonly string[], cdnUrl: string) {
  const log = createLog('error', undefined, 'auto')
  const net = createNet({ dnsServers: [], allow: [], ownAddresses: [], log, metrics: createMetrics() })
  try {
    const found = await createCollector({ readImage, send: net.send, cdnUrl })(addresses)
    const pictures: { src: string; bytes: Uint8Array }[] = []
    const warnings: { message: string }[] = []
    for (const [src, picture] of found) {
      if ('bytes' in picture) pictures.push({ src, bytes: picture.bytes })
      else warnings.push({ message: `a grey field stands for ${src}, because ${picture.missing}` })
    }
    return { pictures, warnings }
  } finally {
    await net.close()
  }
}
