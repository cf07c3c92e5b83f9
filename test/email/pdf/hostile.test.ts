/** Hostile pages and broken images still produce a PDF in bounded time, readable by pdf-lib and Poppler. */
import { describe, expect, test } from 'bun:test'
import { PDFDocument } from 'pdf-lib'
import { PNG } from 'pngjs'
import { renderPdf } from '../../../src/app/tasks/render-pdf.ts'
import { hostilePages } from '../../support/hostile-pages.ts'
import { hasPoppler, linksOf, pdfOf, imageOf, textOf } from '../../support/pdf.ts'
import { processorMs } from '../../support/processor-time.ts'

const src = 'https://example.com/a.png'

/** The number of pages that pdf-lib reads. */
async function pagesOf(bytes: Uint8Array): Promise<number> {
  return (await PDFDocument.load(bytes, { updateMetadata: false })).getPageCount()
}

function withImage(bytes: Uint8Array, html = `<body style="margin:0"><img src="${src}" width="100" height="100">`) {
  return pdfOf(html, { images: [{ src, bytes }], medium: { width: 200, scheme: 'light' } })
}

function png(width: number, height: number, color: readonly [number, number, number, number]): Buffer {
  const made = new PNG({ width, height })
  for (let at = 0; at < made.data.length; at += 4) made.data.set(color, at)
  return PNG.sync.write(made)
}

describe('a valid PDF is written of', () => {
  for (const [name, html] of Object.entries(hostilePages))
    test(name, async () => {
      const { bytes, pages } = await pdfOf(html)
      expect(await pagesOf(bytes)).toBe(pages)
    })
})

test('an email of 5,000 blocks is written in seconds to a file below 1.5 MB', async () => {
  const block =
    '<table width="100%"><tr><td style="padding:8px;border-bottom:1px solid #ccc">A line of <b>text</b> with <a href="https://a.example">a link</a></td></tr></table>'
  const started = processorMs()
  const { bytes, pages } = await pdfOf(`<body style="margin:0;font:14px Arial">${block.repeat(2500)}`, { page: 'A4' })
  expect(processorMs() - started).toBeLessThan(15_000)
  expect(pages).toBeGreaterThan(60)
  expect(bytes.length).toBeLessThan(1_500_000)
})

test('a document over the page limit is refused before painting', async () => {
  const html = '<div style="height:19999px">a</div>'.repeat(100)
  const options = {
    title: '',
    language: 'en',
    page: 'A4',
    margin: 36,
    maxPages: 500,
    images: [],
    fontFolder: '',
  } as const
  expect(await renderPdf({ html, medium: { width: 640, scheme: 'light' }, ...options })).toEqual({
    tooManyPages: expect.any(Number),
  })
})

test('titles, languages and addresses cannot break out of their strings', async () => {
  const evil = ') /OpenAction << /S /JavaScript /JS (app.alert(1)) >> (\\\r\n\u0000\ud800'
  const { bytes } = await pdfOf(
    `<p><a href="https://a.example/)%20(\\?q=${encodeURI(evil.slice(0, -1))}">x</a></p><h1>${evil}</h1><img src="x" alt="${evil}">`,
    {
      title: evil,
      language: evil,
    },
  )
  expect(await pagesOf(bytes)).toBe(1)
  expect((await linksOf(bytes)).map(({ uri }) => new URL(uri).host)).toEqual(['a.example'])
  expect(new TextDecoder('latin1').decode(bytes)).not.toContain('/OpenAction')
})

describe('an image', () => {
  const solid = png(20, 20, [200, 30, 40, 255])
  for (const [name, bytes] of Object.entries({
    'of no bytes': new Uint8Array(),
    'that is text': new TextEncoder().encode('not an image'),
    'that breaks off': solid.subarray(0, 60),
    'of vectors': new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'),
    'that calls itself a JPEG': Uint8Array.from([
      0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0, 0xff, 0xd9,
    ]),
  }))
    test(`${name} is painted as a gray box and reported`, async () => {
      const painted = await withImage(bytes)
      expect(painted.unreadable).toEqual([src])
      if (hasPoppler) {
        const { data, width } = await imageOf(painted.bytes, 200)
        expect([...data.subarray((50 * width + 50) * 4).subarray(0, 3)]).toEqual([229, 229, 229])
      }
    })

  test.skipIf(!hasPoppler)('keeps its colors and transparency', async () => {
    const middle = async (bytes: Uint8Array) => {
      const painted = await withImage(bytes)
      expect(painted.unreadable).toEqual([])
      const { data, width } = await imageOf(painted.bytes, 200)
      return [...data.subarray((50 * width + 50) * 4).subarray(0, 3)]
    }
    expect(await middle(solid)).toEqual([200, 30, 40])
    expect(await middle(png(20, 20, [0, 0, 0, 0]))).toEqual([255, 255, 255])
    const half = await middle(png(20, 20, [0, 0, 0, 128]))
    expect(Math.abs((half[0] ?? 0) - 127)).toBeLessThan(3)
    const jpeg = await new Bun.Image(solid).jpeg({ quality: 95 }).bytes()
    expect(Math.abs(((await middle(jpeg))[0] ?? 0) - 200)).toBeLessThan(8)
    expect(
      Math.abs(((await middle(await new Bun.Image(solid).webp({ quality: 95 }).bytes()))[0] ?? 0) - 200),
    ).toBeLessThan(12)
  })

  test.skipIf(!hasPoppler)('is embedded once, at its displayed size', async () => {
    const large = new PNG({ width: 1200, height: 1200 })
    for (let at = 0; at < large.data.length; at++) large.data[at] = at % 4 === 3 ? 255 : (at * 7919) % 251
    const one = await withImage(PNG.sync.write(large))
    const image = `<img src="${src}" width="100" height="100">`
    const ten = await withImage(PNG.sync.write(large), image.repeat(10))
    expect(one.bytes.length).toBeLessThan(300 * 300 * 3 + 5000)
    expect(ten.bytes.length - one.bytes.length).toBeLessThan(3000)
  })
})

test.skipIf(!hasPoppler)('a repeated background image is embedded as one tile', async () => {
  const html = `<body style="margin:0"><div style="height:5000px;background:url(${src}) repeat">x</div>`
  const { bytes, unreadable } = await withImage(png(2, 2, [10, 200, 30, 255]), html)
  expect(unreadable).toEqual([])
  expect(bytes.length).toBeLessThan(5000)
  const { data, width } = await imageOf(bytes, 200)
  expect([...data.subarray((4000 * width + 100) * 4).subarray(0, 3)]).toEqual([10, 200, 30])
  expect((await textOf(bytes)).trim()).toBe('x')
})
