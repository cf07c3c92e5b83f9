/** The layout engine with the fonts of the product, and a browser that renders with the same ones. */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { embeddedFonts } from '../../src/app/fonts.ts'
import { loadLayoutEngine } from '../../src/app/tasks/layout-engine.ts'
import { blockTypes } from '../../src/email/blocks/index.ts'
import { readDocument } from '../../src/email/document/index.ts'
import { probeImage, typeOfFile } from '../../src/email/image/index.ts'
import { type LoadedImage, type MeasuredPage, type Medium, listImages } from '../../src/email/layout/index.ts'
import { knownFamilies, substituteFor } from '../../src/email/web/index.ts'
import { expandDocument, noModules, renderExpanded, starterImages } from '../../src/surfaces/templates/index.ts'

const cdnUrl = 'https://cdn.example.com'
const starterPath = `${cdnUrl}/cdn/starters/`
const starterFolder = join(import.meta.dir, '../../src/surfaces/templates/starters/images')
const modules = join(import.meta.dir, '../../node_modules')

/** The HTML of a document as people write it, with its sample values; images of the starters are on a CDN. */
export function htmlOf(document: unknown): string {
  const read = readDocument(document, blockTypes)
  if (!('document' in read)) throw new Error(JSON.stringify(read.issues))
  return (
    renderExpanded(expandDocument(read.document, noModules), { target: 'sample', outputs: ['html'], cdnUrl, now: 0 })
      .html ?? ''
  )
}

/** Lays HTML out with the fonts of the product; images that are not among the starters' are not there. */
export async function layOut(
  html: string,
  medium: Medium,
): Promise<{ displayList: MeasuredPage; images: LoadedImage[] }> {
  const engine = await loadLayoutEngine('')
  const images = (await Promise.all(listImages(html, medium).map(loadImage))).filter((one) => one !== undefined)
  return { displayList: await engine.measure(html, medium, images), images }
}

/** Renders HTML as an image, `width` pixels across, or as wide as the medium. */
export async function paint(html: string, medium: Medium, width = medium.width): Promise<PNG> {
  const engine = await loadLayoutEngine('')
  const { displayList, images } = await layOut(html, medium)
  const bytes = await engine.raster(displayList, { format: 'png', width, maxHeight: 20_000 }, images)
  return PNG.sync.read(Buffer.from(bytes))
}

async function loadImage(src: string): Promise<LoadedImage | undefined> {
  const name = src.startsWith(starterPath) ? src.slice(starterPath.length) : ''
  if (!starterImages.has(name)) return undefined
  const bytes = await Bun.file(join(starterFolder, name)).bytes()
  const { image } = typeOfFile(bytes)
  const probed = image === undefined ? undefined : probeImage(bytes, image)
  if (probed === undefined || !('facts' in probed)) return undefined
  return { src, key: name, bytes, width: probed.facts.width, height: probed.facts.height }
}

/** A blank page of a browser that renders every family with the product's fonts, and has the starters' images. */
export async function openSamePage(browser: Browser, { width, scheme }: Medium): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 1 }, colorScheme: scheme })
  await page.route('**/*', async (route) => {
    const url = route.request().url()
    const font = /\/font-(\d+)$/.exec(url)?.[1]
    const path = font === undefined ? join(starterFolder, url.slice(starterPath.length)) : join(modules, fileAt(font))
    if (font === undefined && !url.startsWith(starterPath)) return route.abort()
    await route.fulfill({ path, headers: { 'access-control-allow-origin': '*' } })
  })
  return page
}

/** What a browser renders of the HTML with the product's fonts; letters are spaced as where another font is in. */
export async function shootSame(page: Page, html: string): Promise<PNG> {
  await page.setContent(html.replace('</head>', `<style>${fontFaces()}</style></head>`), { waitUntil: 'load' })
  const fonts = await page.$$eval('body *', (all) =>
    all.map((one) => {
      const { fontFamily, fontSize, letterSpacing } = getComputedStyle(one)
      return { fontFamily, size: Number.parseFloat(fontSize), spacing: Number.parseFloat(letterSpacing) || 0 }
    }),
  )
  const spacings = fonts.map(({ fontFamily, size, spacing }) => spacing + substituteFor(fontFamily).wider * size)
  await page.$$eval(
    'body *',
    (all, px) => {
      for (const [index, one] of all.entries()) {
        ;(one as HTMLElement).style.setProperty('letter-spacing', `${px[index] ?? 0}px`, 'important')
      }
    },
    spacings,
  )
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return PNG.sync.read(await page.screenshot({ fullPage: true }))
}

function fileAt(index: string): string {
  return embeddedFonts[Number(index)]?.file ?? ''
}

function fontFaces(): string {
  return knownFamilies()
    .flatMap((name) => {
      const { family } = substituteFor(name)
      return embeddedFonts.map((font, index) =>
        font.family === family
          ? `@font-face{font-family:'${name}';src:url(https://fonts.example.com/font-${index});font-weight:${font.weight};font-style:${font.italic ? 'italic' : 'normal'}}`
          : '',
      )
    })
    .join('')
}
