/**
 * How near our PDFs of the starters come to what Chromium shows of the same HTML with the same fonts: `bun
 * bench/fidelity/pdf.ts [Images]` has poppler paint each page, 640 px wide, and counts the pixels that differ from a
 * screenshot (pixelmatch, threshold 0.1). With a folder the images are kept.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { starters } from '../../src/surfaces/templates/index.ts'
import { htmlOf, openSamePage, shootSame } from '../../test/support/layout.ts'
import { hasPoppler, pdfOf, imageOf } from '../../test/support/pdf.ts'
import { differingShare, launchBrowser } from '../../test/support/images.ts'
import { printTable } from '../table.ts'

const [folder] = process.argv.slice(2)
if (folder !== undefined) mkdirSync(folder, { recursive: true })
if (!hasPoppler) throw new Error('poppler-utils are not installed')

const width = 640
const aim = 0.04
const schemes = ['light', 'dark'] as const
const browser = await launchBrowser()
const shares = new Map<string, number[]>(starters.map(({ key }) => [key, []]))
for (const scheme of schemes) {
  const medium = { width, scheme }
  const page = await openSamePage(browser, medium)
  for (const { key, document } of starters) {
    const html = htmlOf(document)
    const { bytes } = await pdfOf(html, { medium })
    const [ours, theirs] = [await imageOf(bytes, width), await shootSame(page, html)]
    shares.get(key)?.push(differingShare(ours, theirs))
    if (folder === undefined) continue
    const name = join(folder, `${key}-${scheme}`)
    writeFileSync(`${name}-ours.png`, PNG.sync.write(ours))
    writeFileSync(`${name}-chromium.png`, PNG.sync.write(theirs))
  }
  await page.close()
}
await browser.close()

const percent = (share: number) => `${(share * 100).toFixed(2)} %`
const deps = schemes.map((_, column) => {
  const figures = [...shares.values()].map((row) => row[column] ?? 1)
  return figures.reduce((sum, one) => sum + one, 0) / figures.length
})
printTable(
  ['starter', ...schemes.map((scheme) => `640 px, ${scheme}`)],
  [
    ...[...shares].map(([key, row]) => [key, ...row.map(percent)]),
    ['mean', ...deps.map(percent)],
    ['at most', ...deps.map(() => percent(aim))],
  ],
)
if (deps.some((mean) => mean > aim)) process.exitCode = 1
