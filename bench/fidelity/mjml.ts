/**
 * How near our rendering of MJML comes to mjml's own: `bun bench/fidelity/mjml.ts DIR [Images]` reads every .mjml of
 * the folder, renders it both ways and compares the images in Chromium. With a second folder the images are kept.
 */
import { mjmlBlocks } from '../../src/email/blocks/mjml.ts'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import mjml2html from 'mjml'
import { PNG } from 'pngjs'
import { blockTypes } from '../../src/email/blocks/index.ts'
import { readDocument } from '../../src/email/document/index.ts'
import { readMjml } from '../../src/email/mjml/index.ts'
import { renderEmail } from '../../src/email/render/index.ts'
import { cleanCss, cleanHtml } from '../../src/email/sanitize/index.ts'
import { type ImageSizes, differingShare, launchBrowser, takeImage } from '../../test/support/images.ts'
import { printTable } from '../table.ts'

const [folder = '', folderOfImages] = process.argv.slice(2)
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.mjml'))
  .sort()
if (folderOfImages !== undefined) mkdirSync(folderOfImages, { recursive: true })

const browser = await launchBrowser()
const rows: string[][] = []
const sums = { wide: 0, narrow: 0, native: 0, words: 0, links: 0, images: 0, count: 0 }
const percent = (share: number) => `${(share * 100).toFixed(2)} %`

for (const file of files) {
  const source = readFileSync(join(folder, file), 'utf8')
  const name = basename(file, '.mjml')
  try {
    const { document, report } = readMjml(source, blockTypes, mjmlBlocks)
    const read = readDocument(document, blockTypes, {
      cleanHtml: (html) => cleanHtml(html).html,
      cleanCss: (css) => cleanCss(css).css,
    })
    if (!('document' in read)) throw new Error(JSON.stringify(read.issues.slice(0, 3)))
    const ours = renderEmail(read.document, blockTypes, { target: 'passthrough', outputs: ['html'] }).html ?? ''
    const theirs = (await mjml2html(source)).html
    const sizes = sizesIn(source)
    const wide = await compare({ name, ours, theirs, sizes }, 640)
    const narrow = await compare({ name, ours, theirs, sizes }, 375)
    sums.count++
    sums.wide += wide
    sums.narrow += narrow
    sums.native += report.native_share
    sums.words += report.words_kept
    sums.links += report.links_kept
    sums.images += report.images_kept
    rows.push([
      name,
      percent(wide),
      percent(narrow),
      percent(report.native_share),
      percent(report.words_kept),
      percent(report.links_kept),
      percent(report.images_kept),
      (Buffer.byteLength(ours) / Buffer.byteLength(theirs)).toFixed(2),
      report.warnings.map((warning) => warning.code.replace('MJML_', '')).join(' '),
    ])
    if (process.env['VERBOSE'])
      for (const warning of report.warnings) console.log(`${name}: ${JSON.stringify(warning)}`)
  } catch (error) {
    rows.push([name, error instanceof Error ? error.message.slice(0, 200) : String(error), '', '', '', '', '', '', ''])
  }
}
await browser.close()

const mean = (sum: number) => percent(sum / Math.max(1, sums.count))
rows.push([
  `mean of ${sums.count}`,
  mean(sums.wide),
  mean(sums.narrow),
  mean(sums.native),
  mean(sums.words),
  mean(sums.links),
  mean(sums.images),
  '',
  '',
])
printTable(['file', '640 px', '375 px', 'native', 'words', 'links', 'images', 'bytes', 'warnings'], rows)

interface Case {
  name: string
  ours: string
  theirs: string
  sizes: ImageSizes
}

async function compare({ name, ours, theirs, sizes }: Case, width: number): Promise<number> {
  const [mine, other] = [await takeImage(browser, ours, width, sizes), await takeImage(browser, theirs, width, sizes)]
  if (folderOfImages !== undefined) {
    writeFileSync(join(folderOfImages, `${name}.${width}.ours.png`), PNG.sync.write(mine))
    writeFileSync(join(folderOfImages, `${name}.${width}.mjml.png`), PNG.sync.write(other))
    if (width === 640) {
      writeFileSync(join(folderOfImages, `${name}.ours.html`), ours)
      writeFileSync(join(folderOfImages, `${name}.mjml.html`), theirs)
    }
  }
  return differingShare(mine, other)
}

// What an author says of width and height is the image's own ratio.
function sizesIn(source: string): ImageSizes {
  const sizes = new Map<string, readonly [number, number]>()
  for (const [tag] of source.matchAll(/<mj-image\s[^>]*>/g)) {
    const [src, width, height] = ['src', 'width', 'height'].map(
      (name) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1],
    )
    const size = [Number.parseFloat(width ?? ''), Number.parseFloat(height ?? '')] as const
    if (src !== undefined && size.every((one) => one > 0) && URL.canParse(src)) sizes.set(new URL(src).href, size)
  }
  return sizes
}
