/**
 * How near our images of the starters come to Chromium's with the same fonts: `bun bench/fidelity/thumbnail.ts [Images]`
 * paints each on a desktop and on a phone, light and dark, and counts the pixels that differ (pixelmatch, threshold 0.1).
 * With a folder the images are kept.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import type { Medium } from '../../src/email/layout/index.ts'
import { starters } from '../../src/surfaces/templates/index.ts'
import { paint, htmlOf, openSamePage, shootSame } from '../../test/support/layout.ts'
import { differingShare, launchBrowser } from '../../test/support/images.ts'
import { printTable } from '../table.ts'

const [folder] = process.argv.slice(2)
if (folder !== undefined) mkdirSync(folder, { recursive: true })

const media: readonly Medium[] = [
  { width: 640, scheme: 'light' },
  { width: 640, scheme: 'dark' },
  { width: 375, scheme: 'light' },
  { width: 375, scheme: 'dark' },
]
/** What a mean may be at most, by width. */
const targets: Readonly<Record<number, number>> = { 640: 0.03, 375: 0.06 }

const browser = await launchBrowser()
const shares = new Map<string, number[]>(starters.map(({ key }) => [key, []]))
for (const medium of media) {
  const page = await openSamePage(browser, medium)
  for (const { key, document } of starters) {
    const html = htmlOf(document)
    const [ours, theirs] = [await paint(html, medium), await shootSame(page, html)]
    shares.get(key)?.push(differingShare(ours, theirs))
    if (folder === undefined) continue
    const name = join(folder, `${key}-${medium.width}-${medium.scheme}`)
    writeFileSync(`${name}-ours.png`, PNG.sync.write(ours))
    writeFileSync(`${name}-chromium.png`, PNG.sync.write(theirs))
  }
  await page.close()
}
await browser.close()

const percent = (share: number) => `${(share * 100).toFixed(2)} %`
const deps = media.map((_, column) => {
  const column_ = [...shares.values()].map((row) => row[column] ?? 1)
  return column_.reduce((sum, one) => sum + one, 0) / column_.length
})
const rows = [...shares].map(([key, row]) => [key, ...row.map(percent)])
const allowed = media.map(({ width }) => targets[width] ?? 0)
printTable(
  ['starter', ...media.map(({ width, scheme }) => `${width} px, ${scheme}`)],
  [...rows, ['mean', ...deps.map(percent)], ['target', ...allowed.map(percent)]],
)
if (deps.some((mean, index) => mean > (allowed[index] ?? 0))) process.exitCode = 1
