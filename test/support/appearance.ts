import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'

const baselines = join(import.meta.dir, '../journeys/appearance')
const rejected = join(import.meta.dir, '../../dist/appearance')
/** Baselines are an eighth as wide as the window: letters become grey, so that fonts and times of day matter little. */
const scale = 8
/** Side of a compared square in pixels of a baseline: 32 pixels of the page. */
const cell = 4
/** Difference of the mean color of a square, of 255, from which it counts. */
const tolerance = 28
/** Share of such squares above which a page looks different. */
const maxShare = 0.04

/**
 * How the window differs from its baseline, `test/journeys/appearance/<name>.png`; undefined if it does not.
 * UPDATE_GOLDEN=1 writes baselines; a page that differs is saved in dist/appearance.
 */
export async function appearanceFault(page: Page, name: string): Promise<string | undefined> {
  const file = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.png`
  await page.waitForFunction(allImagesShown)
  const shown = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const baseline = join(baselines, file)
  if (process.env['UPDATE_GOLDEN'] !== undefined) {
    await Bun.write(baseline, await shrink(shown))
    return undefined
  }
  if (!existsSync(baseline)) return `${baseline} is missing: write it with UPDATE_GOLDEN=1`
  const share = await shareOfDifferentCells(shown, await Bun.file(baseline).bytes())
  if (share <= maxShare) return undefined
  mkdirSync(rejected, { recursive: true })
  await Bun.write(join(rejected, file), shown)
  return `${(share * 100).toFixed(1)} % of ${name} differs from ${baseline}: compare it with dist/appearance/${file}`
}

async function shrink(shown: Uint8Array): Promise<Uint8Array> {
  const { width } = await sharp(shown).metadata()
  return sharp(shown)
    .resize({ width: Math.round(width / scale) })
    .removeAlpha()
    .png({ palette: true, effort: 10 })
    .toBuffer()
}

async function shareOfDifferentCells(shown: Uint8Array, baseline: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([cellsOf(shown, cell * scale), cellsOf(baseline, cell)])
  if (a.width !== b.width || a.height !== b.height) return 1
  const cells = a.width * a.height
  let different = 0
  for (let at = 0; at < cells; at++) {
    const distance = [0, 1, 2].map((channel) =>
      Math.abs((a.data[at * 3 + channel] ?? 0) - (b.data[at * 3 + channel] ?? 0)),
    )
    if (Math.max(...distance) > tolerance) different++
  }
  return different / cells
}

/** The mean color of each square with this side in pixels. */
async function cellsOf(image: Uint8Array, side: number) {
  const { height, width } = await sharp(image).metadata()
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)]
  const data = await sharp(image).removeAlpha().resize(columns, rows, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer()
  return { data, width: columns, height: rows }
}

/** Runs in the page. Images below the window are loaded later. */
function allImagesShown(): boolean {
  return [...document.images].every(
    (image) => image.getBoundingClientRect().top > innerHeight || image.naturalWidth > 0,
  )
}
