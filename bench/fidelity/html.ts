/**
 * `bun bench/fidelity/html.ts DIR [OUT]` imports every HTML file below DIR (a folder a set, see gather.ts), renders the
 * document, and compares with the file itself: words, links and images that Chromium shows at 640 px, share of native
 * blocks, and pixels at 640 and 375 px. `CORPUS=DIR` names the folder, too. Files are imported as they are. The last table
 * has the median, the 90th percentile and the worst of all files, which a mean of sets hides, and how well the report's own
 * measurement ranks the files as Chromium does. With OUT the images are written there.
 */
import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { blockTypes } from '../../src/email/blocks/index.ts'
import { readDocument } from '../../src/email/document/index.ts'
import { compareImport } from '../../src/app/tasks/compare-import.ts'
import { findImages, importHtml, moveImages } from '../../src/email/import/index.ts'
import { probeImage, typeOfFile } from '../../src/email/image/index.ts'
import { renderEmail } from '../../src/email/render/index.ts'
import { cleanCss, cleanHtml } from '../../src/email/sanitize/index.ts'
import { printTable } from '../table.ts'
import { Screen, difference, shareKept } from './compare.ts'
import { firstChoices, firstNodes } from './one-reader.ts'

const corpus = process.env['CORPUS']
const [folder, out, only] = corpus === undefined ? process.argv.slice(2) : [corpus, ...process.argv.slice(2)]
if (folder === undefined) throw new Error('Name the folder with the sets.')
if (out !== undefined) mkdirSync(out, { recursive: true })
const cleaners = { cleanHtml: (html: string) => cleanHtml(html).html, cleanCss: (css: string) => cleanCss(css).css }
const phone = 375
const screen = await Screen.open()
const rows: string[][] = []
const measured: Measured[] = []

for (const { name: set } of setsIn(folder)) {
  const files = [...new Bun.Glob('**/*.{html,htm}').scanSync(join(folder, set))].sort()
  const sums = { ms: 0, bytes: 0, words: 0, links: 0, images: 0, native: 0, pixels: 0, phone: 0 }
  let count = 0
  for (const file of files) {
    if (only !== undefined && !`${set}/${file}`.includes(only)) continue
    const { source, images } = withImagesStored(readFileSync(join(folder, set, file), 'utf8'))
    const start = performance.now()
    const { document, report } = importHtml({ html: source, images }, blockTypes)
    const ms = performance.now() - start
    const read = readDocument(document, blockTypes, cleaners)
    if (!('document' in read)) {
      console.error(`${set}/${file}: ${JSON.stringify(read.issues.slice(0, 3))}`)
      continue
    }
    const { html = '' } = renderEmail(read.document, blockTypes, { outputs: ['html'] })
    const name = out === undefined ? undefined : join(out, `${set}-${file.replaceAll('/', '_').replace('.html', '')}`)
    if (name !== undefined) {
      await Bun.write(`${name}.json`, JSON.stringify(read.document, null, 1))
      await Bun.write(`${name}.html`, html)
    }
    const shown = { ...read.document, rows: firstNodes(read.document.rows) }
    const pictured = renderEmail(shown, blockTypes, { outputs: ['html'] }).html ?? ''
    const chosen = firstChoices(source)
    const one = await screen.look(chosen, name && `${name}.a.png`)
    const other = await screen.look(pictured, name && `${name}.b.png`)
    const before = chosen === source ? one : await screen.look(source)
    const after = pictured === html ? other : await screen.look(html)
    const words = shareKept(before.seen.words, after.seen.words)
    const links = shareKept([...new Set(before.seen.links)], after.seen.links)
    const keptImages = shareKept([...new Set(before.seen.images)], after.seen.images)
    const pixels = difference(one.png, other.png)
    const small = await screen.look(chosen, name && `${name}.a375.png`, phone)
    const smaller = await screen.look(pictured, name && `${name}.b375.png`, phone)
    const narrow = difference(small.png, smaller.png, phone)
    count++
    sums.ms += ms
    sums.bytes += source.length
    sums.words += words
    sums.links += links
    sums.images += keptImages
    sums.native += report.native_share
    sums.pixels += pixels
    sums.phone += narrow
    const { views } = await compareImport({ html: source, document: read.document, images, fontFolder: '' })
    const own = { wide: 1 - (views[0]?.likeness ?? 0), narrow: 1 - (views[1]?.likeness ?? 0) }
    measured.push({
      file: `${set}/${file}`,
      words,
      wide: pixels,
      narrow,
      own,
      isSized: hasSizes(source),
      isFitting: small.seen.isFitting,
    })
    if (out !== undefined) {
      console.error(
        `${`${set}/${file}`.padEnd(40)} words ${percent(words)} links ${percent(links)} images ${percent(keptImages)} native ${percent(report.native_share)} pixels ${percent(pixels)} phone ${percent(narrow)} height ${one.png.height} → ${other.png.height} ${small.seen.isFitting ? 'fits' : 'wider'} ${report.source} ${report.warnings.map((one) => one.code).join(' ')}`,
      )
    }
  }
  if (count === 0) continue
  const mean = (sum: number) => percent(sum / count)
  rows.push([
    set,
    String(count),
    `${(sums.bytes / count / 1000).toFixed(1)} kB`,
    (sums.ms / count).toFixed(1),
    mean(sums.words),
    mean(sums.links),
    mean(sums.images),
    mean(sums.native),
    mean(sums.pixels),
    mean(sums.phone),
  ])
}
await screen.close()
printTable(['set', 'files', 'bytes', 'ms', 'words', 'links', 'images', 'native', 'pixels at 640 px', 'at 375 px'], rows)

printRanks(`all ${measured.length} files`, measured)
const sized = measured.filter(({ isSized }) => isSized)
// Elsewhere the placeholder of an icon may be 600 px wide, on one side or on both.
if (sized.length < measured.length) printRanks(`the ${sized.length} files whose images all have a width`, sized)
// The window cuts the others off at 375 px, where phones zoom out; after the import they fit.
const fitting = measured.filter(({ isFitting }) => isFitting)
if (fitting.length < measured.length) printRanks(`the ${fitting.length} files that fit a window of 375 px`, fitting)
for (const key of ['wide', 'narrow'] as const) {
  const ranks = rankCorrelation(measured.map((one) => [one[key], one.own[key]]))
  console.log(`rank correlation of the report with Chromium at ${key === 'wide' ? 640 : 375} px: ${ranks.toFixed(2)}`)
}
const lost = measured.filter(({ words }) => words < 1).map(({ file, words }) => `${file} ${percent(words)}`)
console.log(lost.length === 0 ? 'no file lost words' : `lost words: ${lost.join(', ')}`)

function printRanks(title: string, files: readonly Measured[]): void {
  if (files.length === 0) return
  console.log(`\n${title}`)
  printTable(
    ['width', 'median', '90th percentile', 'worst', 'worst file'],
    (['wide', 'narrow'] as const).map((key) => {
      const ranked = files.toSorted((one, other) => one[key] - other[key])
      const at = (share: number) =>
        percent(ranked[Math.min(files.length - 1, Math.floor(share * files.length))]?.[key] ?? 0)
      return [key === 'wide' ? '640 px' : '375 px', at(0.5), at(0.9), at(1), ranked.at(-1)?.file ?? '']
    }),
  )
}

interface Measured {
  file: string
  words: number
  wide: number
  narrow: number
  /** What the report of the import says. */
  own: { wide: number; narrow: number }
  /** The original is not wider than a phone. */
  isFitting: boolean
  /** Every image has a width, in its tag or its URL. */
  isSized: boolean
}

/** Spearman's, from -1 to 1. */
function rankCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const ranksOf = (at: 0 | 1) => {
    const order = pairs
      .map((_, index) => index)
      .sort((one, other) => (pairs[one]?.[at] ?? 0) - (pairs[other]?.[at] ?? 0))
    const ranks = order.map(() => 0)
    order.forEach((index, rank) => (ranks[index] = rank))
    return ranks
  }
  const [one, other] = [ranksOf(0), ranksOf(1)]
  const squares = one.reduce((sum, rank, index) => sum + (rank - (other[index] ?? 0)) ** 2, 0)
  return 1 - (6 * squares) / (pairs.length * (pairs.length ** 2 - 1))
}

function hasSizes(source: string): boolean {
  return (source.match(/<img\b[^>]*>/gi) ?? []).every((tag) =>
    /\bwidth\s*[=:]\s*["']?\d|[/=_-]\d{2,4}x\d{2,4}/i.test(tag),
  )
}

function setsIn(path: string) {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('_') && (entry.isDirectory() || entry.isSymbolicLink()))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

// As the service does it: images that are written into the HTML get addresses, which here say how large they are.
function withImagesStored(html: string) {
  const images = new Map<string, { width: number; height: number }>()
  const source = moveImages(html, findImages(html), ({ bytes }) => {
    const format = typeOfFile(bytes).image
    const probed = format === undefined ? undefined : probeImage(bytes, format)
    if (probed === undefined || !('facts' in probed)) return undefined
    const { width, height } = probed.facts
    const address = `https://example.com/pictures/${Bun.hash(bytes)}/${width}x${height}/`
    images.set(address, { width, height })
    return address
  })
  return { source, images }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
