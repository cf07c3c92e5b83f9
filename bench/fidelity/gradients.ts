/**
 * How near gradients come to Chromium's: `bun bench/fidelity/gradients.ts` paints each as PNG and as PDF (by poppler) and
 * counts the pixels that differ (pixelmatch, threshold 0.1).
 */
import { gradients } from '../../test/support/gradients.ts'
import { differingShare, launchBrowser } from '../../test/support/images.ts'
import { openSamePage, paint, shootSame } from '../../test/support/layout.ts'
import { hasPoppler, imageOf, pdfOf } from '../../test/support/pdf.ts'
import { median, printTable } from '../table.ts'

if (!hasPoppler) throw new Error('poppler-utils are not installed')

const medium = { width: 320, scheme: 'light' } as const
const browser = await launchBrowser()
const page = await openSamePage(browser, medium)
const shares: [png: number, pdf: number][] = []
for (const style of gradients) {
  const html = `<html><head></head><body style="margin:0;background:#fff"><div style="margin:10px;height:100px;${style}"></div></body></html>`
  const theirs = await shootSame(page, html)
  const pdf = await imageOf((await pdfOf(html, { medium })).bytes, medium.width)
  shares.push([differingShare(await paint(html, medium), theirs), differingShare(pdf, theirs)])
}
await browser.close()

const percent = (share: number) => `${(share * 100).toFixed(2)} %`
const columns = [shares.map(([png]) => png), shares.map(([, pdf]) => pdf)]
printTable(
  ['background', 'PNG', 'PDF'],
  [
    ...shares.map((row, at) => [gradients[at] ?? '', ...row.map(percent)]),
    ['median', ...columns.map((all) => percent(median(all)))],
    ['worst', ...columns.map((all) => percent(Math.max(...all)))],
  ],
)
