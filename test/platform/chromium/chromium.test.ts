/** Pages printed by a real browser. */
import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { ChromiumError, createChromium, readVersion } from '../../../src/platform/chromium/index.ts'
import { hasPoppler, linksOf, textOf } from '../../support/pdf.ts'
import { wholeChromiumPath, hasChromium } from '../../support/chromium.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import { serviceWork } from '../../../src/platform/scheduling/index.ts'

const long = { kind: 'pdf', paper: undefined, margin: 0 } as const
const image = { kind: 'png', width: 320, maxPixels: 10_000_000 } as const
const patient = { deadlineMs: 60_000, context: serviceWork }

function pageOf(html: string, images: { src: string; bytes: Uint8Array }[] = []) {
  return {
    html: `<!doctype html><body style="margin:0">${html}</body>`,
    width: 640,
    scheme: 'light',
    images,
  } as const
}

function start(path = wholeChromiumPath ?? '') {
  const dataDir = temporaryDirectory()
  const left = () => (existsSync(join(dataDir, 'chromium')) ? readdirSync(join(dataDir, 'chromium')) : [])
  return { chromium: createChromium({ path, dataDir, metrics: createMetrics() }), dataDir, left }
}

describe.skipIf(!hasChromium)('Chromium', () => {
  test('prints the page at its full length, and removes its profile', async () => {
    const { chromium, left } = start()
    const html = '<p style="height:3000px">Said <a href="https://a.example/">here</a></p>'
    const printed = await chromium.print(pageOf(html), long, patient)
    const bytes = 'bytes' in printed ? printed.bytes : new Uint8Array()
    expect((await linksOf(bytes)).map(({ uri, page }) => [uri, page])).toEqual([['https://a.example/', 0]])
    if (hasPoppler) expect((await textOf(bytes)).trim()).toBe('Said here')
    expect(left()).toEqual([])
  })

  // Widths of the email in pixels; A4 is 595 points wide. A page is enlarged to 113 % at most.
  const printed = [
    { width: 640, margin: 36, points: 523 },
    { width: 640, margin: 0, points: 640 * 1.13 * 0.75 },
    { width: 1200, margin: 36, points: 523 },
    { width: 320, margin: 36, points: 320 * 1.13 * 0.75 },
  ]
  test.each(printed)('prints an email of $width px $points points wide on A4', async ({ width, margin, points }) => {
    const { chromium } = start()
    const html = `<a href="https://a.example/" style="display:block;width:${width}px;height:50px">x</a>`
    const page = { ...pageOf(html), width }
    const done = await chromium.print(page, { kind: 'pdf', paper: { width: 595, height: 842 }, margin }, patient)
    const [link] = await linksOf('bytes' in done ? done.bytes : new Uint8Array())
    const [left = 0, , right = 0] = link?.rect ?? []
    expect(Math.abs(right - left - points)).toBeLessThan(1.5)
    expect(Math.abs(left - margin)).toBeLessThan(1.5)
  })

  test('shows the given images, runs no script, and makes no request', async () => {
    const calls: string[] = []
    await using server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        calls.push(request.url)
        return new Response()
      },
    })
    const red = new PNG({ width: 1, height: 1 })
    red.data.set([255, 0, 0, 255])
    const src = 'https://pictures.example/red.png'
    const own = `http://127.0.0.1:${server.port}`
    const html =
      `<style>@import url(${own}/style.css);body{background:url(${own}/back.png)}</style>` +
      `<img src="${src}" width="640" height="100" style="display:block"><img src="${own}/x.png"><iframe src="${own}/frame"></iframe>` +
      `<script>document.body.style.background='blue';fetch('${own}/script')</script>`
    const { chromium } = start()
    const printed = await chromium.print(pageOf(html, [{ src, bytes: PNG.sync.write(red) }]), image, patient)
    const shot = PNG.sync.read(Buffer.from('bytes' in printed ? printed.bytes : []))
    expect(shot.width).toBe(320)
    expect([...shot.data.subarray(0, 3)]).toEqual([255, 0, 0])
    expect([...shot.data.subarray((shot.width * 55 + 300) * 4).subarray(0, 3)]).toEqual([255, 255, 255])
    expect(calls).toEqual([])
  })

  test('rejects an image with too many pixels', async () => {
    const { chromium } = start()
    const printed = await chromium.print(pageOf('<div style="height:100000px"></div>'), image, patient)
    expect(printed).toEqual({ tooHigh: 50_000 })
  })

  test('ends at its deadline or when its caller cancels, and removes its profile', async () => {
    const { chromium, left } = start()
    const late = chromium.print(pageOf('x'), long, { ...patient, deadlineMs: 50 })
    expect(await late.catch((error: ChromiumError) => error.kind)).toBe('timeout')
    const controller = new AbortController()
    const stopped = chromium.print(pageOf('x'), long, {
      ...patient,
      context: { ...serviceWork, signal: controller.signal },
    })
    controller.abort(new Error('Nobody waits'))
    expect(await stopped.catch((error: Error) => error.message)).toBe('Nobody waits')
    expect(left()).toEqual([])
  })
})

test('a path without a browser is reported', async () => {
  for (const path of ['/nowhere/chromium', '/bin/true']) {
    const { chromium, left } = start(path)
    const printed = chromium.print(pageOf('x'), long, patient)
    expect(await printed.catch((error: unknown) => error instanceof ChromiumError && error.kind)).toBe('failed')
    expect(left()).toEqual([])
  }
  expect(await readVersion('/nowhere/chromium', 1000)).toBeUndefined()
})

test('profiles of an earlier run are deleted', async () => {
  const { chromium, dataDir, left } = start('/bin/true')
  mkdirSync(join(dataDir, 'chromium', 'earlier'), { recursive: true })
  writeFileSync(join(dataDir, 'chromium', 'earlier', 'Cookies'), 'x')
  await chromium.print(pageOf('x'), long, patient).catch(() => undefined)
  expect(left()).toEqual([])
})
